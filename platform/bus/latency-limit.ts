/** Window of answers between two adjustments, in time and number. */
const windowMs = 200;
const leastAnswers = 10;
/** The first limit and the minimum limit. */
const first = 128;
const floor = 16;
/** With this few requests there is no queue, so their duration is that of the service itself. */
const quiet = 8;
/** Tolerated increase of the median duration, and maximum of the base duration. Milliseconds. */
const spareMs = 60;
const mostOwnMs = 200;
/** The limit rises only if this share of it was used. */
const used = 0.6;
const lower = 0.9;
const higher = 1.2;

/**
 * An adaptive limit on the requests that wait for one service. It falls by a tenth while the median duration is 60 ms
 * longer than without load. It rises while the median is shorter and the limit is used.
 */
export class LatencyLimit {
  readonly #most: number;
  readonly #now: () => number;
  #limit: number;
  #inFlight = 0;
  #peak = 0;
  #ownMs: number | null = null;
  #began: number;
  #times: number[] = [];

  /** `most` is the upper bound; `now` is a monotonic clock in milliseconds. */
  constructor(most: number, now = () => performance.now()) {
    this.#most = most;
    this.#now = now;
    this.#limit = Math.min(first, most);
    this.#began = now();
  }

  get limit(): number {
    return this.#limit;
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  /** Admits a request; false if there are too many. */
  enter(): boolean {
    if (this.#inFlight >= this.#limit) return false;
    this.#inFlight += 1;
    this.#peak = Math.max(this.#peak, this.#inFlight);
    return true;
  }

  /** Records the end of an admitted request that took so many milliseconds. */
  leave(milliseconds: number): void {
    this.#inFlight -= 1;
    this.#times.push(milliseconds);
    const now = this.#now();
    if (now - this.#began < windowMs || this.#times.length < leastAnswers) return;
    this.#judge(this.#times.sort((one, other) => one - other)[this.#times.length >> 1] ?? 0);
    this.#times = [];
    this.#peak = this.#inFlight;
    this.#began = now;
  }

  #judge(median: number): void {
    if (this.#peak <= quiet) this.#learn(Math.min(median, mostOwnMs));
    if (median > spareMs + 2 * (this.#ownMs ?? 0))
      this.#limit = Math.max(floor, Math.floor(this.#limit * lower));
    else if (this.#peak >= this.#limit * used)
      this.#limit = Math.min(this.#most, Math.ceil(this.#limit * higher));
  }

  #learn(milliseconds: number): void {
    this.#ownMs = this.#ownMs === null ? milliseconds : this.#ownMs + (milliseconds - this.#ownMs) / 8;
  }
}

/** A constant limit. */
export class FixedLimit {
  readonly limit: number;
  inFlight = 0;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** Admits a request; false if there are too many. */
  enter(): boolean {
    if (this.inFlight >= this.limit) return false;
    this.inFlight += 1;
    return true;
  }

  leave(): void {
    this.inFlight -= 1;
  }
}
