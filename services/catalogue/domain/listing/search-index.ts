import { Bits } from './bits.ts';
import type { Renumbering } from './postings.ts';
import { folded, parts, words } from './text.ts';
import { Parts, Vocabulary } from './vocabulary.ts';

/**
 * The maximum of different words in a search; further ones are ignored, as with reviews. A short word costs a scan of
 * the vocabulary.
 */
const mostSearched = 10;

/** The searched texts, folded. */
export interface SearchedTexts {
  readonly title: string;
  readonly sku: string;
  /** Short description and description, without tags. */
  readonly texts: readonly string[];
}

/** Finds slots by words. Slots are added in ascending order without gaps. */
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
   * Returns the slots with every word of the search (its first ten), closest first: sets that each contain the
   * previous one.
   *
   * The levels are: words of the title; or in the SKU; or parts of words of the title; or parts of words of the
   * texts. Empty when the search has no words.
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

  /** Sorts in new entries, which the next search would do otherwise. */
  settle(): void {
    this.#titles.settle();
    this.#texts.settle();
  }

  /** Moves the remaining entries to their new slots. */
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
