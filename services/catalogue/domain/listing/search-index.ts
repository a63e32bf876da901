import { Bits } from './bits.ts';
import type { Renumbering } from './postings.ts';
import { folded, parts, words } from './text.ts';
import { Parts, Vocabulary } from './vocabulary.ts';

/**
 * How many different words of a search are looked for; the rest of them is left out, as with reviews. Each one that is
 * short costs a walk over all words of the catalogue.
 */
const mostSearched = 10;

/** What is searched in, folded. */
export interface SearchedTexts {
  readonly title: string;
  readonly sku: string;
  /** Short description and description, without tags. */
  readonly texts: readonly string[];
}

/** Finds slots by words. Slots are added in ascending order, none left out. */
export class SearchIndex {
  readonly #titles = new Vocabulary();
  readonly #texts = new Vocabulary();
  #skus = new Parts();

  add(slot: number, { title, sku, texts }: SearchedTexts): void {
    for (const word of words(title)) this.#titles.add(word, slot);
    for (const text of texts) {
      for (const word of words(text)) this.#texts.add(word, slot);
    }
    this.#skus.add(sku);
  }

  /**
   * Slots that have every word of the search (its first ten), the closest first: sets that each hold the one before.
   *
   * They have the words as words of the title; or in the SKU; or in words of the title; or in those of the texts.
   * Empty when the search has no words at all.
   */
  matches(search: string): Bits[] {
    const searched = new Set(words(folded(search)).flatMap(parts));
    const found = [...searched].slice(0, mostSearched).map((word) => this.#matchesOf(word));
    const [first, ...others] = found;
    if (first === undefined) return [];
    for (const other of others) {
      first.forEach((bits, level) => {
        bits.and(other[level] ?? new Bits(0));
      });
    }
    return first;
  }

  /** Sorts in what is new, which otherwise the next search does. */
  settle(): void {
    this.#titles.settle();
    this.#texts.settle();
  }

  /** Moves what stays to its new slots. */
  renumber(slots: Renumbering): void {
    this.#titles.renumber(slots);
    this.#texts.renumber(slots);
    const skus = new Parts();
    this.#skus.each((sku, slot) => {
      if ((slots[slot] ?? -1) >= 0) skus.add(sku);
    });
    this.#skus = skus;
  }

  #matchesOf(word: string): Bits[] {
    const inTitle = new Bits(0);
    this.#titles.addWord(inTitle, word);
    const inSku = inTitle.clone();
    this.#skus.containing(word, (slot) => inSku.add(slot));
    const inTitlePart = inSku.clone();
    this.#titles.addPart(inTitlePart, word);
    const inTexts = inTitlePart.clone();
    this.#texts.addPart(inTexts, word);
    return [inTitle, inSku, inTitlePart, inTexts];
  }
}
