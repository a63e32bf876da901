import { partLength, pieces } from '../../model/text.ts';
import type { Bits } from './bits.ts';
import type { Renumbering } from './postings.ts';
import { eachSimilar, Letters } from './similar-words.ts';
import { WordPostings } from './word-postings.ts';

/** The number of texts in a full block. A full block is searched as one long text, which is fast. */
const blockTexts = 1_024;

interface Block {
  readonly text: string;
  /** The start of each joined text in `text`. The last entry is the end of the last text. */
  readonly starts: Uint32Array;
}

function blockOf(texts: readonly string[]): Block {
  const starts = new Uint32Array(texts.length + 1);
  texts.forEach((text, place) => {
    starts[place + 1] = (starts[place] ?? 0) + text.length + 1;
  });
  return { text: texts.join('\n'), starts };
}

/** Returns the index of the text that contains a position of a block. */
function textAt(starts: Uint32Array, position: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] ?? 0) <= position) low = middle;
    else high = middle;
  }
  return low;
}

/**
 * Stores numbered texts of one line each, and finds the texts that contain a given part. Texts are joined
 * into blocks, because searching one long text is many times faster than searching many short texts.
 */
export class WordPieces {
  #blocks: Block[] = [];
  #open: string[] = [];

  /** Adds a text. Texts are numbered from 0 in the order in which they are added. */
  add(text: string): void {
    this.#open.push(text);
    if (this.#open.length < blockTexts) return;
    this.#blocks.push(blockOf(this.#open));
    this.#open = [];
  }

  /** Calls `visit` with the number of each text that contains `part`, which must not be empty. */
  containing(part: string, visit: (number: number) => void): void {
    this.#blocks.forEach(({ text, starts }, block) => {
      let position = text.indexOf(part);
      while (position >= 0) {
        const place = textAt(starts, position);
        visit(block * blockTexts + place);
        position = text.indexOf(part, starts[place + 1] ?? text.length);
      }
    });
    const first = this.#blocks.length * blockTexts;
    this.#open.forEach((text, place) => {
      if (text.includes(part)) visit(first + place);
    });
  }

  get snapshot() {
    return { blocks: this.#blocks, open: this.#open };
  }

  restore({ blocks, open }: WordPieces['snapshot']): void {
    this.#blocks = blocks;
    this.#open = open;
  }

  /** Calls `visit` with each text, in the order of their numbers. */
  each(visit: (text: string, number: number) => void): void {
    let number = 0;
    for (const { text } of this.#blocks) {
      for (const one of text.split('\n')) visit(one, number++);
    }
    for (const one of this.#open) visit(one, number++);
  }
}

/** Stores words, and for each word the slots of the documents that contain the word. */
export class Vocabulary {
  readonly #numbers = new Map<string, number>();
  readonly #words = new WordPieces();
  readonly #letters = new Letters();
  readonly #postings = new WordPostings();

  add(word: string, slot: number): void {
    if (word.length <= partLength) this.#postings.add(this.#numberOf(word), slot);
    else for (const piece of pieces(word)) this.#postings.add(this.#numberOf(piece), slot);
  }

  /** Adds to `bits` the slots that have exactly this word. */
  addWord(bits: Bits, word: string): void {
    const number = this.#numbers.get(word);
    if (number !== undefined) this.#postings.addTo(bits, [number]);
  }

  /** Adds to `bits` the slots that have a word with this part. */
  addPart(bits: Bits, part: string): void {
    if (part.length > partLength) throw new RangeError(`a part has ${partLength} characters at most`);
    const numbers: number[] = [];
    this.#words.containing(part, (number) => numbers.push(number));
    this.#postings.addTo(bits, numbers);
  }

  /** Adds to `bits` the slots that have a word that differs from `word` in one letter. */
  addSimilar(bits: Bits, word: string): void {
    const numbers = new Set<number>();
    eachSimilar(word, this.#letters.like(word), (similar) => {
      const number = this.#numbers.get(similar);
      if (number !== undefined) numbers.add(number);
    });
    if (numbers.size > 0) this.#postings.addTo(bits, [...numbers]);
  }

  /** Sorts new slots into the postings now, so that the next search is fast. */
  mergeNew(): void {
    this.#postings.mergeNew();
  }

  get snapshot() {
    return { words: this.#words.snapshot, postings: this.#postings.snapshot };
  }

  restore({ words, postings }: Vocabulary['snapshot']): void {
    this.#words.restore(words);
    this.#words.each((word, number) => {
      this.#numbers.set(word, number);
      this.#letters.add(word);
    });
    this.#postings.restore(postings);
  }

  /**
   * Prepares postings with the new slot numbers, and returns the function that replaces the postings. Words without
   * slots stay, because these words are likely to occur again.
   */
  renumbered(slots: Renumbering): () => void {
    return this.#postings.renumbered(slots);
  }

  #numberOf(word: string): number {
    const known = this.#numbers.get(word);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    // The word is copied, because a slice would keep the whole surrounding text in memory.
    const detached = word.split('').join('');
    this.#numbers.set(detached, number);
    this.#words.add(detached);
    this.#letters.add(detached);
    return number;
  }
}
