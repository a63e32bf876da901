import type { Bits } from './bits.ts';
import type { Renumbering } from './postings.ts';

/** Negative when the first comes before, 0 only for the same. */
export type Compare = (one: number, other: number) => number;

/** A search is cheaper than a walk over all slots up to so many results. */
const fewSlots = 512;

/**
 * All slots in one order. What is new is taken in when the order is read, so that an order nobody asks for costs
 * nothing, and many new slots are sorted in one go.
 */
export class SortedSlots {
  readonly #compare: Compare;
  #sorted = new Int32Array(0);
  #length = 0;
  /** Slots below this are in the order, or loose. */
  #taken = 0;
  /** Slots that were in the order and have to find a new place. */
  #loose: number[] = [];

  constructor(compare: Compare) {
    this.#compare = compare;
  }

  /** Has some slots placed anew, since what they are compared by has changed already. */
  replace(changed: Bits): void {
    const sorted = this.#sorted.subarray(0, this.#length);
    let length = 0;
    for (const slot of sorted) {
      if (changed.has(slot)) this.#loose.push(slot);
      else sorted[length++] = slot;
    }
    this.#length = length;
  }

  /** Moves what stays to its new slots. */
  renumber(slots: Renumbering): void {
    let length = 0;
    for (let place = 0; place < this.#length; place++) {
      const moved = slots[this.#sorted[place] ?? -1] ?? -1;
      if (moved >= 0) this.#sorted[length++] = moved;
    }
    this.#length = length;
    this.#loose = this.#loose.map((slot) => slots[slot] ?? -1).filter((slot) => slot >= 0);
    this.#taken = this.#length + this.#loose.length;
  }

  /** Slots of a set that are at the places from `from` to before `to` of it. `size` is how many slots there are. */
  slice(set: Bits, total: number, { from, to, backwards, size }: Slice): number[] {
    const few = total <= fewSlots && total * 8 < size;
    if (few) return this.#sliceOfFew(set, { from, to, backwards });
    this.takeIn(size);
    const found: number[] = [];
    const step = backwards ? -1 : 1;
    let place = backwards ? this.#length - 1 : 0;
    for (let passed = 0; passed < to && place >= 0 && place < this.#length; place += step) {
      const slot = this.#sorted[place] ?? 0;
      if (!set.has(slot)) continue;
      if (passed >= from) found.push(slot);
      passed += 1;
    }
    return found;
  }

  /** All slots of a set in order. */
  sequence(set: Bits, total: number, size: number): Int32Array {
    this.takeIn(size);
    const found = new Int32Array(total);
    let count = 0;
    for (let place = 0; place < this.#length && count < total; place += 1) {
      const slot = this.#sorted[place] ?? 0;
      if (set.has(slot)) found[count++] = slot;
    }
    return found;
  }

  /** Slots that a comparison with something else puts at 0; those that it puts before come first. */
  range(compared: (slot: number) => number, size: number): Int32Array {
    this.takeIn(size);
    const first = this.#firstNot((slot) => compared(slot) < 0, this.#length);
    const end = this.#firstNot((slot) => compared(slot) <= 0, this.#length);
    return this.#sorted.subarray(first, end);
  }

  #sliceOfFew(set: Bits, { from, to, backwards }: Omit<Slice, 'size'>): number[] {
    const slots: number[] = [];
    set.each((slot) => slots.push(slot));
    slots.sort(this.#compare);
    if (backwards) slots.reverse();
    return slots.slice(from, to);
  }

  /** Place of the first slot, of those before `end`, of which something is not true that is true of all before it. */
  #firstNot(isTrue: (slot: number) => boolean, end: number): number {
    let low = 0;
    let high = end;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isTrue(this.#sorted[middle] ?? 0)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Sorts in what is new, up to slot `size`. */
  takeIn(size: number): void {
    const count = size - this.#taken + this.#loose.length;
    if (count === 0) return;
    const fresh = new Int32Array(count);
    for (let slot = this.#taken; slot < size; slot++) fresh[slot - this.#taken] = slot;
    fresh.set(this.#loose, size - this.#taken);
    fresh.sort(this.#compare);
    this.#taken = size;
    this.#loose = [];
    this.#merge(fresh);
  }

  /** From the last to the first, so that what is behind is moved once. */
  #merge(fresh: Int32Array): void {
    this.#reserve(this.#length + fresh.length);
    const sorted = this.#sorted;
    let end = this.#length;
    for (let place = fresh.length - 1; place >= 0; place--) {
      const slot = fresh[place] ?? 0;
      const before = this.#firstNot((one) => this.#compare(one, slot) < 0, end);
      sorted.copyWithin(before + place + 1, before, end);
      sorted[before + place] = slot;
      end = before;
    }
    this.#length += fresh.length;
  }

  #reserve(length: number): void {
    if (length <= this.#sorted.length) return;
    const larger = new Int32Array(Math.ceil(length * 1.1));
    larger.set(this.#sorted.subarray(0, this.#length));
    this.#sorted = larger;
  }
}

/** Which places of a set, and how the order is read. */
export interface Slice {
  readonly from: number;
  readonly to: number;
  readonly backwards: boolean;
  readonly size: number;
}
