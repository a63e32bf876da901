import { type SearchedTexts, slugWords, words } from '../../model/text.ts';
import type { Bits } from './bits.ts';

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
