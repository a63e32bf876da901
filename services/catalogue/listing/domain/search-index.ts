import type { DeadlineCheck } from '#platform/errors/deadline.ts';
import { folded, type SearchedTexts, searchPieces, slugWords, words } from '../../model/text.ts';
import { Bits } from './bits.ts';
import type { Renumbering } from './postings.ts';
import { isForgivable } from './similar-words.ts';
import { Vocabulary, WordPieces } from './vocabulary.ts';
import { WordCache } from './word-cache.ts';

/**
 * The maximum number of different words in a search; further words are ignored. Each short word costs a scan of
 * all words.
 */
const maxSearched = 10;

/** Returns the different words of a search, at most `maxSearched`. */
function searchedWords(search: string): string[] {
  return [...new Set(words(folded(search)).flatMap(searchPieces))].slice(0, maxSearched);
}

/** Returns whether a search has a word that may have one wrong letter. */
export function mayForgive(search: string): boolean {
  return searchedWords(search).some(isForgivable);
}

/** Returns the texts of the slots that a renumbering keeps. */
function renumbered(texts: WordPieces, slots: Renumbering): WordPieces {
  const remaining = new WordPieces();
  texts.each((text, slot) => {
    if ((slots[slot] ?? -1) >= 0) remaining.add(text);
  });
  return remaining;
}

/** Finds slots by words. Slots must be added in ascending order without gaps. */
export class SearchIndex {
  readonly #titles = new Vocabulary();
  readonly #texts = new Vocabulary();
  #skus = new WordPieces();
  #slugs = new WordPieces();
  readonly #remembered = new WordCache();

  add(slot: number, { title, sku, slug, texts }: SearchedTexts): void {
    for (const word of words(title)) this.#titles.add(word, slot);
    for (const text of texts) {
      for (const word of words(text)) this.#texts.add(word, slot);
    }
    for (const word of slugWords(slug)) this.#texts.add(word, slot);
    this.#skus.add(sku);
    this.#slugs.add(slug);
    this.#remembered.added(slot, { title, sku, slug, texts });
  }

  /**
   * Returns the slots that match every word of a search: one set for each of the levels below. Each set
   * includes the sets of all closer levels. Without a word in the search, the list is empty. The caller must
   * not modify the sets.
   *
   * The levels, closest first: a word of the title; a part of the SKU or the slug; a part of a word of the
   * title; a part of a word of the texts or the slug. If `forgiving`, long words may have one wrong letter.
   */
  matches(search: string, forgiving: boolean, inTime: DeadlineCheck): readonly Bits[] {
    const found = searchedWords(search).map((word) => {
      inTime();
      return this.#matchesOf(word, forgiving);
    });
    const [first = [], ...others] = found;
    return others.reduce(
      (levels, other) => levels.map((bits, level) => bits.sharedWith(other[level] ?? new Bits(0))),
      first,
    );
  }

  /** Sorts new words into the vocabularies now, so that the next search is fast. */
  mergeNew(): void {
    this.#titles.mergeNew();
    this.#texts.mergeNew();
  }

  get snapshot() {
    return {
      titles: this.#titles.snapshot,
      texts: this.#texts.snapshot,
      skus: this.#skus.snapshot,
      slugs: this.#slugs.snapshot,
    };
  }

  restore({ titles, texts, skus, slugs }: SearchIndex['snapshot']): void {
    this.#titles.restore(titles);
    this.#texts.restore(texts);
    this.#skus.restore(skus);
    this.#slugs.restore(slugs);
  }

  /**
   * Returns the steps of a renumbering. Each step prepares a part of the index, and returns the function that replaces
   * this part. All parts must be replaced together. No slot may be added between the first step and that time.
   */
  renumberingSteps(slots: Renumbering): readonly (() => () => void)[] {
    return [
      () => this.#titles.renumbered(slots),
      () => this.#texts.renumbered(slots),
      () => {
        const [skus, slugs] = [renumbered(this.#skus, slots), renumbered(this.#slugs, slots)];
        return () => {
          [this.#skus, this.#slugs] = [skus, slugs];
          this.#remembered.clear();
        };
      },
    ];
  }

  /** Returns the slots that match one word, as one set for each level of `matches`. */
  #matchesOf(word: string, forgiving: boolean): readonly Bits[] {
    const exact = this.#remembered.of(word, () => this.#search(word));
    if (!forgiving || !isForgivable(word)) return exact;
    const levels = exact.map((bits) => bits.clone());
    const [, , inTitlePart, inTexts] = levels;
    if (!inTitlePart || !inTexts) return levels;
    this.#titles.addSimilar(inTitlePart, word);
    this.#texts.addSimilar(inTexts.or(inTitlePart), word);
    return levels;
  }

  #search(word: string): Bits[] {
    const inTitle = new Bits(0);
    this.#titles.addWord(inTitle, word);
    const inSku = inTitle.clone();
    this.#skus.containing(word, (slot) => inSku.add(slot));
    // Only a word with a hyphen needs this scan: `#texts` has the single words of each slug.
    if (word.includes('-')) this.#slugs.containing(word, (slot) => inSku.add(slot));
    const inTitlePart = inSku.clone();
    this.#titles.addPart(inTitlePart, word);
    const inTexts = inTitlePart.clone();
    this.#texts.addPart(inTexts, word);
    return [inTitle, inSku, inTitlePart, inTexts];
  }
}
