import type { Bits, Renumbering } from './bits.ts';

/** Compares two slots: negative if `one` comes before `other`; 0 only for equal slots. */
export type Compare = (one: number, other: number) => number;

/**
 * The maximum number of slots that are sorted directly. A larger set is cheaper to read from the sorted list
 * of all slots.
 */
const fewSlots = 512;

/**
 * All slots in one sort order. New slots are merged only when a list reads the order, so that an unused order
 * costs nothing.
 */
export class SortedSlots {
  readonly #compare: Compare;
  #sorted = new Int32Array(0);
  #length = 0;
  /** All slots below this number are in `#sorted` or in `#removed`. */
  #mergedUntil = 0;
  /** Slots that were removed from `#sorted` and must get a new position. */
  #removed: number[] = [];

  constructor(compare: Compare) {
    this.#compare = compare;
  }

  /**
   * Takes the slots in `changed` out of `#sorted`, because their values have changed. The next read inserts
   * these slots at their new positions.
   */
  replace(changed: Bits): void {
    const sorted = this.#sorted.subarray(0, this.#length);
    let length = 0;
    for (const slot of sorted) {
      if (changed.has(slot)) this.#removed.push(slot);
      else sorted[length++] = slot;
    }
    this.#length = length;
  }

  get snapshot() {
    const sorted = this.#sorted.subarray(0, this.#length);
    return { sorted, mergedUntil: this.#mergedUntil, removed: this.#removed };
  }

  restore({ sorted, mergedUntil, removed }: SortedSlots['snapshot']): void {
    this.#sorted = sorted.slice();
    this.#length = sorted.length;
    this.#mergedUntil = mergedUntil;
    this.#removed = removed;
  }

  /** Replaces the number of each slot by its new number, and drops removed slots. */
  renumber(slots: Renumbering): void {
    let length = 0;
    for (let place = 0; place < this.#length; place++) {
      const moved = slots[this.#sorted[place] ?? -1] ?? -1;
      if (moved >= 0) this.#sorted[length++] = moved;
    }
    this.#length = length;
    this.#removed = this.#removed.map((slot) => slots[slot] ?? -1).filter((slot) => slot >= 0);
    this.#mergedUntil = this.#length + this.#removed.length;
  }

  /**
   * Returns the slots of `set` at the sorted positions `from` to `to` (exclusive). If `backwards` is true, positions
   * are counted from the end. `total` is the number of slots in `set`, `size` the number of all slots.
   */
  slice(set: Bits, total: number, { from, to, backwards, size }: Slice): number[] {
    const few = total <= fewSlots && total * 8 < size;
    if (few) return this.#sliceOfFew(set, { from, to, backwards });
    this.mergeUpTo(size);
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

  /**
   * Returns all slots of `set`, sorted. `total` is the number of slots in `set`, `size` the number of all
   * slots.
   */
  sequence(set: Bits, total: number, size: number): Int32Array {
    this.mergeUpTo(size);
    const found = new Int32Array(total);
    let count = 0;
    for (let place = 0; place < this.#length && count < total; place += 1) {
      const slot = this.#sorted[place] ?? 0;
      if (set.has(slot)) found[count++] = slot;
    }
    return found;
  }

  /**
   * Returns the slots for which `compared` returns 0. `compared` returns a negative number for earlier slots
   * and a positive number for later slots. `size` is the number of all slots.
   */
  range(compared: (slot: number) => number, size: number): Int32Array {
    this.mergeUpTo(size);
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

  /**
   * Returns the first position before `end` whose slot fails the test `isTrue`, or else `end`. Slots that pass
   * the test must come before all other slots.
   */
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

  /** Sorts the new slots below `size`, and the slots that `replace` took out, into `#sorted`. */
  mergeUpTo(size: number): void {
    const count = size - this.#mergedUntil + this.#removed.length;
    if (count === 0) return;
    const added = new Int32Array(count);
    for (let slot = this.#mergedUntil; slot < size; slot++) added[slot - this.#mergedUntil] = slot;
    added.set(this.#removed, size - this.#mergedUntil);
    added.sort(this.#compare);
    this.#mergedUntil = size;
    this.#removed = [];
    this.#merge(added);
  }

  /** Merges the sorted slots `added` into `#sorted`, from the end, so that each slot moves once. */
  #merge(added: Int32Array): void {
    this.#reserve(this.#length + added.length);
    const sorted = this.#sorted;
    let end = this.#length;
    for (let place = added.length - 1; place >= 0; place--) {
      const slot = added[place] ?? 0;
      const before = this.#firstNot((one) => this.#compare(one, slot) < 0, end);
      sorted.copyWithin(before + place + 1, before, end);
      sorted[before + place] = slot;
      end = before;
    }
    this.#length += added.length;
  }

  #reserve(length: number): void {
    if (length <= this.#sorted.length) return;
    const larger = new Int32Array(Math.ceil(length * 1.1));
    larger.set(this.#sorted.subarray(0, this.#length));
    this.#sorted = larger;
  }
}

/**
 * The first position of a slice, the position after its last slot, its direction, and the number of all slots
 * (`size`).
 */
interface Slice {
  readonly from: number;
  readonly to: number;
  readonly backwards: boolean;
  readonly size: number;
}
