import { partLength, pieces } from '../../model/text.ts';
import type { Bits, Renumbering } from './bits.ts';

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
    this.#blocks = blocks.map(({ text, starts }) => ({ text, starts: starts.slice() }));
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

/** `addTo` merges new entries only if there are more than this number, because a merge copies all entries. */
const minNew = 65_536;
/** `addTo` also waits until the new entries are more than this share of the sorted entries. */
const partNew = 1 / 8;

function larger(array: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const grown = new Uint32Array(Math.ceil(array.length * 1.5));
  grown.set(array);
  return grown;
}

/**
 * Stores the slots of each word, by the number of the word. One list has the slots of all words, sorted by
 * word, because a list for each word would take too much memory. A second list has new entries until they are
 * merged.
 */
export class WordPostings {
  /**
   * The position in `#slots` at which the slots of each word start. The slots of a word end where the slots of
   * the next word start.
   */
  #starts = new Uint32Array(1);
  #slots = new Uint32Array(0);
  #newNumbers = new Uint32Array(1_024);
  #newSlots = new Uint32Array(1_024);
  #newCount = 0;
  /** The last slot added to each word, plus one; 0 if the word has no slot. */
  #last = new Uint32Array(1_024);
  #size = 0;

  /** Adds a slot to the word with this number. Adding the same slot again changes nothing. */
  add(number: number, slot: number): void {
    while (number >= this.#last.length) this.#last = larger(this.#last);
    if (this.#last[number] === slot + 1) return;
    this.#last[number] = slot + 1;
    this.#size = Math.max(this.#size, number + 1);
    if (this.#newCount === this.#newNumbers.length) {
      if (this.#newCount > minNew && this.#newCount > this.#slots.length) this.mergeNew();
      else {
        this.#newNumbers = larger(this.#newNumbers);
        this.#newSlots = larger(this.#newSlots);
      }
    }
    this.#newNumbers[this.#newCount] = number;
    this.#newSlots[this.#newCount] = slot;
    this.#newCount += 1;
  }

  /** Adds to `bits` the slots of the words with these numbers. */
  addTo(bits: Bits, numbers: readonly number[]): void {
    if (this.#newCount > Math.max(minNew, this.#slots.length * partNew)) this.mergeNew();
    for (const number of numbers) {
      const slots = this.#slots.subarray(this.#starts[number] ?? 0, this.#starts[number + 1] ?? 0);
      bits.addAll(slots, slots.length);
    }
    const wanted = new Set(numbers);
    for (let place = 0; place < this.#newCount; place++) {
      if (wanted.has(this.#newNumbers[place] ?? -1)) bits.add(this.#newSlots[place] ?? 0);
    }
  }

  /** Merges the new entries into the sorted entries. `addTo` calls this method if there are many new entries. */
  mergeNew(): void {
    if (this.#newCount === 0) return;
    const { starts, slots } = this.#room();
    const next = starts.slice();
    for (let number = 0; number + 1 < this.#starts.length; number++) {
      const sortedSlots = this.#slots.subarray(this.#starts[number], this.#starts[number + 1]);
      slots.set(sortedSlots, next[number]);
      next[number] = (next[number] ?? 0) + sortedSlots.length;
    }
    for (let place = 0; place < this.#newCount; place++) {
      const number = this.#newNumbers[place] ?? 0;
      const at = next[number] ?? 0;
      slots[at] = this.#newSlots[place] ?? 0;
      next[number] = at + 1;
    }
    this.#starts = starts;
    this.#slots = slots;
    this.#newCount = 0;
    this.#newNumbers = new Uint32Array(1_024);
    this.#newSlots = new Uint32Array(1_024);
  }

  get snapshot() {
    this.mergeNew();
    return { starts: this.#starts, slots: this.#slots, last: this.#last, size: this.#size };
  }

  restore({ starts, slots, last, size }: WordPostings['snapshot']): void {
    this.#starts = starts.slice();
    this.#slots = slots.slice();
    this.#last = last.slice();
    this.#size = size;
  }

  /**
   * Prepares new postings, in which each slot has its new number and removed slots are missing. Returns the function
   * that replaces the postings by the new ones. No slot may be added until then.
   */
  renumbered(moves: Renumbering): () => void {
    this.mergeNew();
    const starts = new Uint32Array(this.#starts.length);
    const slots = new Uint32Array(this.#slots.length);
    let count = 0;
    for (let number = 0; number + 1 < starts.length; number++) {
      starts[number] = count;
      const to = this.#starts[number + 1] ?? 0;
      for (let place = this.#starts[number] ?? 0; place < to; place++) {
        const moved = moves[this.#slots[place] ?? 0] ?? -1;
        if (moved >= 0) slots[count++] = moved;
      }
    }
    starts[starts.length - 1] = count;
    const remaining = slots.slice(0, count);
    return () => {
      this.#starts = starts;
      this.#slots = remaining;
      // `#last` has old slot numbers, which `add` must not compare with new numbers.
      this.#last.fill(0);
    };
  }

  /** Returns the new `#starts` for a merge, and an empty array with room for all slots. */
  #room(): { starts: Uint32Array<ArrayBuffer>; slots: Uint32Array<ArrayBuffer> } {
    const starts = new Uint32Array(this.#size + 1);
    for (let number = 0; number + 1 < this.#starts.length; number++) {
      starts[number + 1] = (this.#starts[number + 1] ?? 0) - (this.#starts[number] ?? 0);
    }
    for (let place = 0; place < this.#newCount; place++) {
      const after = (this.#newNumbers[place] ?? 0) + 1;
      starts[after] = (starts[after] ?? 0) + 1;
    }
    for (let number = 1; number < starts.length; number++) {
      starts[number] = (starts[number] ?? 0) + (starts[number - 1] ?? 0);
    }
    return { starts, slots: new Uint32Array(starts[this.#size] ?? 0) };
  }
}

/** Matches a word of 5 to 32 letters. In a search, only words of this length may have one wrong letter. */
const forgivable = /^\p{L}{5,32}$/u;

/** Returns whether a folded word may have one wrong letter. */
export function isForgivable(word: string): boolean {
  return forgivable.test(word);
}

/**
 * Returns the Unicode block of 256 characters that contains a letter. A script, such as Greek, has one or two
 * blocks.
 */
function groupOf(letter: string): number {
  return letter.charCodeAt(0) >>> 8;
}

/** The letters of known words by Unicode block, so that `eachSimilar` tries only letters of the same script. */
class Letters {
  readonly #groups = new Map<number, Set<string>>();

  add(word: string): void {
    for (const letter of word) {
      const group = groupOf(letter);
      const letters = this.#groups.get(group) ?? new Set();
      this.#groups.set(group, letters.add(letter));
    }
  }

  /** Returns the known letters of the scripts in which a word is written. */
  like(word: string): string[] {
    const groups = new Set([...word].map(groupOf));
    return [...groups].flatMap((group) => [...(this.#groups.get(group) ?? [])]);
  }
}

/**
 * Calls `visit` with each text that differs from a word by one wrong, missing, additional or swapped letter.
 * Looking up these texts is cheaper than comparing the word with every known word. A text may repeat.
 */
function eachSimilar(word: string, letters: readonly string[], visit: (text: string) => void): void {
  for (let place = 0; place <= word.length; place++) {
    const before = word.slice(0, place);
    const current = word.charAt(place);
    const after = word.slice(place + 1);
    if (current !== '') visit(before + after);
    if (after !== '') visit(before + after.charAt(0) + current + after.slice(1));
    for (const letter of letters) {
      if (current !== '') visit(before + letter + after);
      visit(before + letter + current + after);
    }
  }
}
