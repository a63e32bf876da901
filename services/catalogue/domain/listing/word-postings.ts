import type { Bits } from './bits.ts';
import type { Renumbering } from './postings.ts';

/** What is new is sorted in once it is more than this, and more than a part of what is sorted in already. */
const leastNew = 65_536;
const partNew = 1 / 8;

function larger(array: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const grown = new Uint32Array(Math.ceil(array.length * 1.5));
  grown.set(array);
  return grown;
}

/**
 * Slots by number, for very many numbers of which most have few: one long list in the order of the numbers, and what
 * was added since. So a number costs four bytes beside its slots, and adding to it costs no object of its own.
 */
export class WordPostings {
  /** Slots of a number stand from its start to before the next one's. */
  #starts = new Uint32Array(1);
  #slots = new Uint32Array(0);
  #newNumbers = new Uint32Array(1_024);
  #newSlots = new Uint32Array(1_024);
  #newCount = 0;
  /** The slot that each number got last, plus one. */
  #last = new Uint32Array(1_024);
  #size = 0;

  /** The same slot again changes nothing. */
  add(number: number, slot: number): void {
    while (number >= this.#last.length) this.#last = larger(this.#last);
    if (this.#last[number] === slot + 1) return;
    this.#last[number] = slot + 1;
    this.#size = Math.max(this.#size, number + 1);
    if (this.#newCount === this.#newNumbers.length) {
      if (this.#newCount > leastNew && this.#newCount > this.#slots.length) this.settle();
      else {
        this.#newNumbers = larger(this.#newNumbers);
        this.#newSlots = larger(this.#newSlots);
      }
    }
    this.#newNumbers[this.#newCount] = number;
    this.#newSlots[this.#newCount] = slot;
    this.#newCount += 1;
  }

  /** Adds the slots of some numbers. */
  addTo(bits: Bits, numbers: readonly number[]): void {
    if (this.#newCount > Math.max(leastNew, this.#slots.length * partNew)) this.settle();
    for (const number of numbers) {
      const slots = this.#slots.subarray(this.#starts[number] ?? 0, this.#starts[number + 1] ?? 0);
      bits.addAll(slots, slots.length);
    }
    const wanted = new Set(numbers);
    for (let place = 0; place < this.#newCount; place++) {
      if (wanted.has(this.#newNumbers[place] ?? -1)) bits.add(this.#newSlots[place] ?? 0);
    }
  }

  /** Sorts in what is new, which otherwise a search does once it is much. */
  settle(): void {
    const { starts, slots } = this.#room();
    const next = starts.slice();
    for (let number = 0; number + 1 < this.#starts.length; number++) {
      const held = this.#slots.subarray(this.#starts[number], this.#starts[number + 1]);
      slots.set(held, next[number]);
      next[number] = (next[number] ?? 0) + held.length;
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

  /** Moves what stays to its new slots. */
  renumber(moves: Renumbering): void {
    this.settle();
    let count = 0;
    let from = 0;
    for (let number = 0; number + 1 < this.#starts.length; number++) {
      const to = this.#starts[number + 1] ?? 0;
      this.#starts[number] = count;
      for (let place = from; place < to; place++) {
        const moved = moves[this.#slots[place] ?? 0] ?? -1;
        if (moved >= 0) this.#slots[count++] = moved;
      }
      from = to;
    }
    this.#starts[this.#starts.length - 1] = count;
    this.#slots = this.#slots.slice(0, count);
    // Whatever is added from now on is of a new slot.
    this.#last.fill(0);
  }

  /** Where each number's slots will begin, and the list for them. */
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
