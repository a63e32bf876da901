/** How long answers are watched before the limit is judged anew, and how many there must be. */
const windowMs = 200;
const leastAnswers = 10;
/** What the limit is at first, and at least. */
const first = 128;
const floor = 16;
/** So few requests at once do not wait for each other: then their time is the service's own. */
const quiet = 8;
/** How long half of the answers may take beside that time, and what that time counts for at most. Milliseconds. */
const spareMs = 100;
const mostOwnMs = 200;
/** With so much of the limit in use, a higher one would have been used. */
const used = 0.6;
const lower = 0.9;
const higher = 1.2;

/**
 * How many requests may wait for one service at a time. More of them than it can work on only make each other wait: the
 * limit falls by a tenth while half of the answers take 100 ms longer than without a crowd, and rises while they do
 * not and it is needed.
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

  /** `most` is the limit at most. `now` is a clock in milliseconds that never goes back. */
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

  /** Takes a request in; false when it would be one too many. */
  enter(): boolean {
    if (this.#inFlight >= this.#limit) return false;
    this.#inFlight += 1;
    this.#peak = Math.max(this.#peak, this.#inFlight);
    return true;
  }

  /** The end of a request that was taken in and took so many milliseconds, however it ended. */
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

/** A limit that never changes. */
export class FixedLimit {
  readonly limit: number;
  inFlight = 0;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** Takes a request in; false when it would be one too many. */
  enter(): boolean {
    if (this.inFlight >= this.limit) return false;
    this.inFlight += 1;
    return true;
  }

  leave(): void {
    this.inFlight -= 1;
  }
}
