import type { DeadlineCheck } from '#platform/errors/errors.ts';
import { folded, type SearchedTexts, searchPieces, slugWords, words } from '../../model/text.ts';
import { Bits, type Renumbering } from './bits.ts';
import { isForgivable, Vocabulary, WordPieces } from './words.ts';

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

/** The maximum number of cached words. */
const maxWords = 256;
/** The maximum size of all cached sets of slots together, in bytes. */
const maxBytes = 32 * 1024 * 1024;
/**
 * When the texts of more than twice this number of documents are stored, only the texts of the newest 512 documents
 * remain. If a cached word was not compared with a document whose texts were dropped, the whole index is searched for
 * the word again.
 */
const keptRecent = 512;

/**
 * The texts of a new document. In `titleWords` and `textWords`, line feeds surround each word, so that whole
 * words can be found.
 */
interface NewTexts {
  readonly titleWords: string;
  readonly textWords: string;
  readonly sku: string;
  readonly slug: string;
}

interface Found {
  readonly levels: readonly Bits[];
  /** Slots below this number are already compared with the word. */
  until: number;
}

function lines(all: readonly string[]): string {
  return `\n${all.join('\n')}\n`;
}

/**
 * Caches the slots that match each searched word. When a word is searched again, only new documents are
 * compared with the word. The sets may contain removed slots.
 */
export class WordCache {
  /** The cached result of each word, least recently searched first. */
  readonly #cache = new Map<string, Found>();
  /** The texts of the newest documents, oldest first. The last entry belongs to slot `#size` − 1. */
  #newTexts: NewTexts[] = [];
  #size = 0;

  /** Stores the texts of a document. `slot` must be the next slot. */
  added(slot: number, texts: SearchedTexts): void {
    this.#size = slot + 1;
    if (this.#cache.size > 0) this.#newTexts.push(recentOf(texts));
    if (this.#newTexts.length > 2 * keptRecent) this.#newTexts = this.#newTexts.slice(-keptRecent);
  }

  /**
   * Returns the slots that match a word, one set for each level of `SearchIndex.matches`. If the word is cached, adds
   * the matching new documents to the cached sets. Calls `search` if the word is not cached, or if the texts of a new
   * document are no longer stored.
   */
  of(word: string, search: () => Bits[]): readonly Bits[] {
    const cached = this.#cache.get(word);
    this.#cache.delete(word);
    const isNear = cached && this.#size - cached.until <= this.#newTexts.length;
    const found = isNear ? cached : { levels: search(), until: this.#size };
    for (; found.until < this.#size; found.until += 1) this.#add(found, word);
    this.#cache.set(word, found);
    const most = Math.min(maxWords, Math.max(4, maxBytes / (this.#size / 2)));
    const [oldest] = this.#cache.keys();
    if (oldest !== undefined && this.#cache.size > most) this.#cache.delete(oldest);
    return found.levels;
  }

  /** Clears the cache. Must be called after slots were renumbered. */
  clear(): void {
    this.#cache.clear();
    this.#newTexts = [];
    this.#size = 0;
  }

  #add({ levels, until: slot }: Found, word: string): void {
    const recent = this.#newTexts.at(slot - this.#size);
    const first = recent ? levelOf(recent, word) : levels.length;
    for (const bits of levels.slice(first)) bits.add(slot);
  }
}

function recentOf({ title, sku, slug, texts }: SearchedTexts): NewTexts {
  return {
    titleWords: lines(words(title)),
    textWords: lines([...texts.flatMap(words), ...slugWords(slug)]),
    sku,
    slug,
  };
}

/** Returns the first level of `SearchIndex.matches` at which a document matches a word; 4 if no level matches. */
function levelOf({ titleWords, textWords, sku, slug }: NewTexts, word: string): number {
  if (titleWords.includes(`\n${word}\n`)) return 0;
  if (sku.includes(word) || (word.includes('-') && slug.includes(word))) return 1;
  if (titleWords.includes(word)) return 2;
  return textWords.includes(word) ? 3 : 4;
}
