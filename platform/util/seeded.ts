/**
 * Reproducible random numbers from a seed (mulberry32). The numbers can be guessed, so never use them for
 * secrets.
 */
export class Seeded {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Returns a number that is at least 0 and less than 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** Returns a whole number that is at least 0 and less than `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  /** Returns a random element. @throws RangeError for an empty list */
  pick<T>(from: readonly T[]): T {
    const index = this.below(from.length);
    if (index >= from.length) throw new RangeError('nothing to pick from');
    return from[index] as T;
  }

  /** Returns `length` letters and digits that begin with a letter, like a cart key. */
  word(length: number): string {
    const letters = 'abcdefghijklmnopqrstuvwxyz';
    const rest = Array.from({ length: length - 1 }, () => this.pick([...letters, ...'0123456789']));
    return this.pick([...letters]) + rest.join('');
  }
}
