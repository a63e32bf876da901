import type { Pace } from '#platform/woocommerce/pace.ts';

/**
 * After each answer of the shop, this multiple of its time passes until the next portion, so that the shop has time for its
 * customers: portions take at most a quarter of the time of one PHP process.
 */
const factor = 3;
const longestMs = 60_000;
/** Milliseconds that the shop should need for a portion, and how many records one has. */
const portionMs = 1_000;
const [fewest, most] = [10, 100];

/**
 * Decides when the next portion of a burst, a long list or a comparison is read, and how large it is, by the measured times
 * of the shop's answers. What must not wait, such as a single changed price, is read at once, but its time counts too. That
 * of questions does not: if they alone took a quarter of the time, portions would wait for ever.
 */
export class Rest {
  readonly #pace: Pick<Pace, 'spentMs'>;
  readonly #now: () => number;
  #counted = 0;
  #until = 0;
  #size = most;

  constructor(pace: Pick<Pace, 'spentMs'>, now: () => number) {
    this.#pace = pace;
    this.#now = now;
  }

  get isOver(): boolean {
    return this.#now() >= this.#until;
  }

  /** Number of records of the next portion. */
  get portion(): number {
    return this.#size;
  }

  /** Does not rest for what was read since the last call. */
  skip(): void {
    this.#counted = this.#pace.spentMs;
  }

  /** Rests for what was read since the last call: `records` of a portion, or anything else if that is 0. */
  after(records = 0): void {
    const spent = this.#pace.spentMs - this.#counted;
    this.#counted = this.#pace.spentMs;
    const now = this.#now();
    this.#until = Math.min(Math.max(this.#until, now) + spent * factor, now + longestMs);
    if (records === 0 || spent === 0) return;
    const fitting = Math.floor((records * portionMs) / spent);
    this.#size = Math.min(most, Math.max(fewest, fitting));
  }
}
