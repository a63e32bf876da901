/**
 * Returns the 32-bit word at the index `place`. The index must be within the array, because JavaScript reads
 * beyond the end of an array many times slower.
 */
function at(words: Uint32Array, place: number): number {
  return words[place] ?? 0;
}

/** Returns how many of the 32 bits of `word` are set. */
function ones(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** A range of numbers that includes both bounds. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

/** A set of slots of the index, one bit per slot. `add` extends the set if needed. */
export class Bits {
  #words: Uint32Array;

  constructor(slots: number) {
    this.#words = new Uint32Array((slots + 31) >>> 5);
  }

  /** The 32-bit words of the set. `fromWords` makes an equal set from these words. */
  get words(): Uint32Array {
    return this.#words;
  }

  static fromWords(words: Uint32Array): Bits {
    const bits = new Bits(0);
    bits.#words = words;
    return bits;
  }

  clone(): Bits {
    return Bits.fromWords(this.#words.slice());
  }

  add(slot: number): void {
    const place = slot >>> 5;
    if (place >= this.#words.length) this.#grow(place + 1);
    this.#words[place] = at(this.#words, place) | (1 << (slot & 31));
  }

  delete(slot: number): void {
    const place = slot >>> 5;
    if (place < this.#words.length) this.#words[place] = at(this.#words, place) & ~(1 << (slot & 31));
  }

  has(slot: number): boolean {
    const place = slot >>> 5;
    return place < this.#words.length && (at(this.#words, place) & (1 << (slot & 31))) !== 0;
  }

  /** Keeps only the slots that are also in `other`. */
  and(other: Bits): this {
    const words = this.#words;
    const others = other.#words;
    const shared = Math.min(words.length, others.length);
    for (let place = 0; place < shared; place++) words[place] = at(words, place) & at(others, place);
    words.fill(0, shared);
    return this;
  }

  /** Returns a new set of the slots that are both in this set and in `other`. */
  sharedWith(other: Bits): Bits {
    const words = this.#words;
    const others = other.#words;
    const shared = new Uint32Array(Math.min(words.length, others.length));
    for (let place = 0; place < shared.length; place++) shared[place] = at(words, place) & at(others, place);
    return Bits.fromWords(shared);
  }

  /** Removes the slots that are in `other`, and returns a new set of the removed slots. */
  takeOut(other: Bits): Bits {
    const words = this.#words;
    const taken = this.sharedWith(other);
    const others = taken.#words;
    for (let place = 0; place < others.length; place++) words[place] = at(words, place) ^ at(others, place);
    return taken;
  }

  /** Removes the slots that are in `other`. */
  andNot(other: Bits): this {
    const words = this.#words;
    const others = other.#words;
    const shared = Math.min(words.length, others.length);
    for (let place = 0; place < shared; place++) words[place] = at(words, place) & ~at(others, place);
    return this;
  }

  or(other: Bits): this {
    if (other.#words.length > this.#words.length) this.#grow(other.#words.length);
    const words = this.#words;
    const others = other.#words;
    for (let place = 0; place < others.length; place++) words[place] = at(words, place) | at(others, place);
    return this;
  }

  count(): number {
    const words = this.#words;
    let count = 0;
    for (let place = 0; place < words.length; place++) count += ones(at(words, place));
    return count;
  }

  /** Returns how many slots are both in this set and in `other`. */
  countIn(other: Bits): number {
    const words = this.#words;
    const others = other.#words;
    const shared = Math.min(words.length, others.length);
    let count = 0;
    for (let place = 0; place < shared; place++) count += ones(at(words, place) & at(others, place));
    return count;
  }

  /** Calls `visit` with each slot, in ascending order. */
  each(visit: (slot: number) => void): void {
    const words = this.#words;
    for (let place = 0; place < words.length; place++) {
      let word = at(words, place);
      while (word !== 0) {
        visit((place << 5) | (31 - Math.clz32(word & -word)));
        word &= word - 1;
      }
    }
  }

  /** Removes each slot for which `stays` is false. */
  keep(stays: (slot: number) => boolean): this {
    const words = this.#words;
    for (let place = 0; place < words.length; place++) {
      const word = at(words, place);
      if (word === 0) continue;
      let kept = word;
      for (let left = word; left !== 0; left &= left - 1) {
        const bit = left & -left;
        if (!stays((place << 5) | (31 - Math.clz32(bit)))) kept &= ~bit;
      }
      if (kept !== word) words[place] = kept;
    }
    return this;
  }

  /**
   * Keeps the slots with a number in `range`. `lowest` and `highest` contain the lowest and the highest number
   * of each slot; NaN for a slot without numbers. If these two numbers differ, `meets` decides about the slot:
   * a slot with the numbers 5 and 20 is not in the range from 10 to 15.
   */
  keepWithin(
    lowest: Float64Array,
    highest: Float64Array,
    range: Range,
    meets: (slot: number) => boolean,
  ): void {
    const words = this.#words;
    const { min, max } = range;
    const length = Math.min(words.length, lowest.length >>> 5);
    for (let place = 0; place < length; place++) {
      let kept = 0;
      let several = 0;
      for (let left = at(words, place); left !== 0; left &= left - 1) {
        const lead = 31 - Math.clz32(left & -left);
        const low = lowest[(place << 5) | lead] ?? 0;
        // No `if` here: about half of the prices are in the range, so the processor could not predict the
        // branch.
        kept |= (Number(low >= min) & Number(low <= max)) << lead;
        several |= Number(low < (highest[(place << 5) | lead] ?? 0)) << lead;
      }
      for (let left = several; left !== 0; left &= left - 1) {
        const bit = left & -left;
        if (meets((place << 5) | (31 - Math.clz32(bit)))) kept |= bit;
        else kept &= ~bit;
      }
      words[place] = kept;
    }
    words.fill(0, length);
  }

  /** Adds the first `length` slots of a list. */
  addAll(slots: Uint32Array | Int32Array, length: number): void {
    let greatest = -1;
    for (let place = 0; place < length; place++) greatest = Math.max(greatest, slots[place] ?? 0);
    if (greatest < 0) return;
    if (greatest >>> 5 >= this.#words.length) this.#grow((greatest >>> 5) + 1);
    const words = this.#words;
    for (let place = 0; place < length; place++) {
      const slot = slots[place] ?? 0;
      words[slot >>> 5] = at(words, slot >>> 5) | (1 << (slot & 31));
    }
  }

  /** Returns this set with new slot numbers: `slots` has the new number of each slot; −1 removes a slot. */
  renumbered(slots: Int32Array): Bits {
    const words = this.#words;
    // The loop begins at the highest slot, whose new number determines the size of `moved`.
    let moved: Uint32Array | null = null;
    for (let place = words.length - 1; place >= 0; place--) {
      for (let left = at(words, place), bit = 0; left !== 0; left &= ~bit) {
        const lead = 31 - Math.clz32(left);
        bit = 1 << lead;
        const slot = slots[(place << 5) | lead] ?? -1;
        if (slot < 0) continue;
        moved ??= new Uint32Array((slot >>> 5) + 1);
        moved[slot >>> 5] = at(moved, slot >>> 5) | (1 << (slot & 31));
      }
    }
    return moved === null ? new Bits(0) : Bits.fromWords(moved);
  }

  #grow(words: number): void {
    const larger = new Uint32Array(Math.max(words, Math.ceil(this.#words.length * 1.25)));
    larger.set(this.#words);
    this.#words = larger;
  }
}

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
    posting.#bits = isBits ? Bits.fromWords(slots.slice()) : null;
    posting.#list = isBits ? null : slots.slice();
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
