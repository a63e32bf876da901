/** Returns the number at a place of a typed array that is known to have it. */
function at(words: Uint32Array, place: number): number {
  return words[place] ?? 0;
}

/** Returns how many of 32 bits are set. */
function ones(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** A set of slots, one bit each. `add` makes it grow; as an operand it is empty beyond its end. */
export class Bits {
  #words: Uint32Array;

  constructor(slots: number) {
    this.#words = new Uint32Array((slots + 31) >>> 5);
  }

  clone(): Bits {
    const copy = new Bits(0);
    copy.#words = this.#words.slice();
    return copy;
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
    return (at(this.#words, slot >>> 5) & (1 << (slot & 31))) !== 0;
  }

  /** Intersects with `other`. */
  and(other: Bits): this {
    for (let place = 0; place < this.#words.length; place++) {
      this.#words[place] = at(this.#words, place) & at(other.#words, place);
    }
    return this;
  }

  /** Removes what is in `other`. */
  andNot(other: Bits): this {
    const shared = Math.min(this.#words.length, other.#words.length);
    for (let place = 0; place < shared; place++) {
      this.#words[place] = at(this.#words, place) & ~at(other.#words, place);
    }
    return this;
  }

  or(other: Bits): this {
    if (other.#words.length > this.#words.length) this.#grow(other.#words.length);
    for (let place = 0; place < other.#words.length; place++) {
      this.#words[place] = at(this.#words, place) | at(other.#words, place);
    }
    return this;
  }

  count(): number {
    let count = 0;
    for (let place = 0; place < this.#words.length; place++) count += ones(at(this.#words, place));
    return count;
  }

  /** Returns how many slots are in both. */
  countIn(other: Bits): number {
    const words = this.#words;
    const others = other.#words;
    const shared = Math.min(words.length, others.length);
    let count = 0;
    for (let place = 0; place < shared; place++) count += ones(at(words, place) & at(others, place));
    return count;
  }

  /** Calls with each slot in ascending order. */
  each(visit: (slot: number) => void): void {
    for (let place = 0; place < this.#words.length; place++) {
      let word = at(this.#words, place);
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
      let kept = word;
      for (let left = word; left !== 0; left &= left - 1) {
        const bit = left & -left;
        if (!stays((place << 5) | (31 - Math.clz32(bit)))) kept &= ~bit;
      }
      if (kept !== word) words[place] = kept;
    }
    return this;
  }

  /** Adds the first `length` slots of a list. */
  addAll(slots: Uint32Array | Int32Array, length: number): void {
    for (let place = 0; place < length; place++) {
      const slot = slots[place] ?? 0;
      if (slot >>> 5 >= this.#words.length) this.#grow((slot >>> 5) + 1);
      this.#words[slot >>> 5] = at(this.#words, slot >>> 5) | (1 << (slot & 31));
    }
  }

  /** Returns the set after a renumbering. */
  renumbered(slots: Int32Array): Bits {
    const words = this.#words;
    // Renumbering keeps the order and never raises a slot, so the words can be moved in one pass.
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
    const renumbered = new Bits(0);
    if (moved !== null) renumbered.#words = moved;
    return renumbered;
  }

  #grow(words: number): void {
    const larger = new Uint32Array(Math.max(words, Math.ceil(this.#words.length * 1.25)));
    larger.set(this.#words);
    this.#words = larger;
  }
}
