import type { Bits } from './bits.ts';
import type { Renumbering } from './postings.ts';

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
    this.#starts = starts;
    this.#slots = slots;
    this.#last = last;
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
