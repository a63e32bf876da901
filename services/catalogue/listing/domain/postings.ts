import { Bits } from './bits.ts';

/** The least number of slots that a posting stores as bits. A list of fewer slots needs less memory. */
const minBits = 64;

/**
 * The slots of the documents that have one property or word, added in ascending order.
 *
 * A posting begins as a list with four bytes per slot. The posting becomes bits when bits need less memory.
 */
class Posting {
  #list: Uint32Array | null = new Uint32Array(2);
  #bits: Bits | null = null;
  #length = 0;
  #last = -1;

  constructor(slots: Iterable<number>) {
    for (const slot of slots) this.add(slot);
  }

  add(slot: number): void {
    if (slot === this.#last) return;
    this.#last = slot;
    this.#length += 1;
    if (this.#bits === null && this.#length >= minBits && this.#length * 32 > slot) this.#toBits(slot);
    if (this.#bits !== null) this.#bits.add(slot);
    else this.#append(slot);
  }

  addTo(bits: Bits): void {
    if (this.#bits !== null) bits.or(this.#bits);
    else if (this.#list !== null) bits.addAll(this.#list, this.#length);
  }

  countIn(bits: Bits): number {
    if (this.#bits !== null) return this.#bits.countIn(bits);
    let count = 0;
    for (let place = 0; place < this.#length; place++) count += Number(bits.has(this.#list?.[place] ?? -1));
    return count;
  }

  get snapshot() {
    const slots = this.#bits?.words ?? this.#list ?? new Uint32Array(0);
    return { isBits: this.#bits !== null, slots, length: this.#length, last: this.#last };
  }

  static of({ isBits, slots, length, last }: Posting['snapshot']): Posting {
    const posting = new Posting([]);
    posting.#bits = isBits ? Bits.fromWords(slots) : null;
    posting.#list = isBits ? null : slots;
    posting.#length = length;
    posting.#last = last;
    return posting;
  }

  renumber(slots: Renumbering): void {
    const stored = this.#bits?.renumbered(slots) ?? null;
    this.#bits = stored;
    if (stored !== null) {
      this.#length = stored.count();
    } else if (this.#list !== null) {
      const length = this.#length;
      this.#length = 0;
      for (let place = 0; place < length; place++) {
        const moved = slots[this.#list[place] ?? -1] ?? -1;
        if (moved >= 0) this.#list[this.#length++] = moved;
      }
    }
    // Renumbering changed the last slot. −1 makes `add` accept any next slot.
    this.#last = -1;
  }

  #append(slot: number): void {
    let list = this.#list ?? new Uint32Array(2);
    if (this.#length > list.length) {
      const larger = new Uint32Array(Math.ceil(Math.max(4, list.length) * (list.length < minBits ? 2 : 1.5)));
      larger.set(list);
      list = larger;
    }
    list[this.#length - 1] = slot;
    this.#list = list;
  }

  #toBits(slots: number): void {
    const bits = new Bits(slots);
    for (let place = 0; place < this.#length - 1; place++) bits.add(this.#list?.[place] ?? 0);
    this.#bits = bits;
    this.#list = null;
  }
}

/** The new number of each slot, by its old number; −1 for a removed slot. The order of slots stays. */
export type Renumbering = Int32Array;

/**
 * Stores numbered postings. Most postings have only one slot. Such a posting is stored only by the number of its slot,
 * because an object is twenty times as large.
 */
export class Postings {
  #postings: (number | Posting | undefined)[] = [];

  /** Adds a slot to a posting. Slots must be added in ascending order. Adding the last slot again changes nothing. */
  add(posting: number, slot: number): void {
    const stored = this.#postings[posting];
    if (stored === undefined) this.#postings[posting] = slot;
    else if (typeof stored !== 'number') stored.add(slot);
    else if (stored !== slot) this.#postings[posting] = new Posting([stored, slot]);
  }

  addTo(bits: Bits, posting: number): void {
    const stored = this.#postings[posting];
    if (typeof stored === 'number') bits.add(stored);
    else stored?.addTo(bits);
  }

  /** Returns how many slots of a set are in the posting. */
  countIn(bits: Bits, posting: number): number {
    const stored = this.#postings[posting];
    if (typeof stored === 'number') return Number(bits.has(stored));
    return stored?.countIn(bits) ?? 0;
  }

  get snapshot() {
    return this.#postings.map((stored) => (stored instanceof Posting ? stored.snapshot : stored));
  }

  restore(postings: Postings['snapshot']): void {
    this.#postings = postings.map((stored) => (typeof stored === 'object' ? Posting.of(stored) : stored));
  }

  renumber(slots: Renumbering): void {
    this.#postings.forEach((stored, posting) => {
      if (typeof stored === 'number') {
        const moved = slots[stored] ?? -1;
        this.#postings[posting] = moved < 0 ? undefined : moved;
      } else {
        stored?.renumber(slots);
      }
    });
  }
}
