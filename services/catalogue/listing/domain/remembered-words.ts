import type { Bits } from './bits.ts';
import { type SearchedTexts, slugWords, words } from './text.ts';

/** The maximum number of remembered words. */
const mostWords = 256;
/** The maximum size of their sets of slots together, in bytes. */
const mostBytes = 32 * 1024 * 1024;
/** How many new documents are compared one by one; for more, a word is searched again. */
const mostRecent = 512;

/** The texts of a new document, with each word between line feeds. */
interface Recent {
  readonly titleWords: string;
  readonly textWords: string;
  readonly sku: string;
  readonly slug: string;
}

interface Found {
  readonly levels: readonly Bits[];
  /** The slots below this are in the levels. */
  until: number;
}

function lines(all: readonly string[]): string {
  return `\n${all.join('\n')}\n`;
}

/**
 * The slots of searched words. A new document is compared with a word at its next search, so that searches stay fast
 * while products change. Removed slots stay in the sets.
 */
export class RememberedWords {
  /** By word, the least recently searched first. */
  readonly #found = new Map<string, Found>();
  /** New documents; the last one has the slot below `#size`. */
  #recent: Recent[] = [];
  #size = 0;

  /** Notes a document in the next slot. */
  added(slot: number, texts: SearchedTexts): void {
    this.#size = slot + 1;
    if (this.#found.size > 0) this.#recent.push(recentOf(texts));
    if (this.#recent.length > 2 * mostRecent) this.#recent = this.#recent.slice(-mostRecent);
  }

  /** Returns the levels of a word: the remembered ones with new documents, or those of a search. */
  of(word: string, search: () => Bits[]): readonly Bits[] {
    const held = this.#found.get(word);
    this.#found.delete(word);
    const isNear = held && this.#size - held.until <= this.#recent.length;
    const found = isNear ? held : { levels: search(), until: this.#size };
    for (; found.until < this.#size; found.until += 1) this.#add(found, word);
    this.#found.set(word, found);
    const most = Math.min(mostWords, Math.max(4, mostBytes / (this.#size / 2)));
    const [oldest] = this.#found.keys();
    if (oldest !== undefined && this.#found.size > most) this.#found.delete(oldest);
    return found.levels;
  }

  /** Forgets everything, after slots were renumbered. */
  clear(): void {
    this.#found.clear();
    this.#recent = [];
    this.#size = 0;
  }

  #add({ levels, until: slot }: Found, word: string): void {
    const recent = this.#recent.at(slot - this.#size);
    const first = recent ? levelOf(recent, word) : levels.length;
    for (const bits of levels.slice(first)) bits.add(slot);
  }
}

function recentOf({ title, sku, slug, texts }: SearchedTexts): Recent {
  return {
    titleWords: lines(words(title)),
    textWords: lines([...texts.flatMap(words), ...slugWords(slug)]),
    sku,
    slug,
  };
}

/** Returns the closest level of a document (search-index.ts). */
function levelOf({ titleWords, textWords, sku, slug }: Recent, word: string): number {
  if (titleWords.includes(`\n${word}\n`)) return 0;
  if (sku.includes(word) || (word.includes('-') && slug.includes(word))) return 1;
  if (titleWords.includes(word)) return 2;
  return textWords.includes(word) ? 3 : 4;
}
