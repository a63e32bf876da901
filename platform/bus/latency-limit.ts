/** Minimum milliseconds between two adjustments of the limit. */
const windowMs = 200;
/** Minimum number of answers between two adjustments of the limit. */
const minAnswers = 10;
/** The limit at the start. */
const first = 128;
/** The minimum limit. A client with a few dozen connections is served even if the service is slow. */
const floor = 32;
/** If at most this many requests wait, the service has no queue, so the durations count as durations without load. */
const noQueueMax = 8;
/** The limit falls if the median duration exceeds twice the duration without load by more than these milliseconds. */
const spareMs = 60;
/** Maximum milliseconds that are assumed as the duration without load. */
const maxNoLoadMs = 200;
/** The limit rises only if the number of waiting requests reached this share of the limit. */
const minUsedShare = 0.6;
/** The limit is multiplied by this factor when it falls. */
const fallFactor = 0.9;
/** The limit is multiplied by this factor when it rises. */
const riseFactor = 1.2;

/**
 * An adaptive limit on the requests that wait for one service. The limit falls by a tenth while the median duration is
 * more than 60 ms above twice the duration without load. The limit rises by a fifth while the median is lower and most
 * of the limit is used.
 */
export class LatencyLimit {
  readonly #most: number;
  readonly #now: () => number;
  #limit: number;
  #inFlight = 0;
  #begun = 0;
  #peak = 0;
  #noLoadMs: number | null = null;
  #windowStart: number;
  #times: number[] = [];

  /** `most` is the upper bound; `now` is a monotonic clock in milliseconds. */
  constructor(most: number, now = () => performance.now()) {
    this.#most = most;
    this.#now = now;
    this.#limit = Math.min(first, most);
    this.#windowStart = now();
  }

  get limit(): number {
    return this.#limit;
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  get begun(): number {
    return this.#begun;
  }

  /** Admits a request. Returns false if too many requests wait already. */
  enter(): boolean {
    if (this.#inFlight >= this.#limit) return false;
    this.#inFlight += 1;
    this.#begun += 1;
    this.#peak = Math.max(this.#peak, this.#inFlight);
    return true;
  }

  /** Records the end of an admitted request and its duration. */
  leave(milliseconds: number): void {
    this.#inFlight -= 1;
    this.#times.push(milliseconds);
    const now = this.#now();
    if (now - this.#windowStart < windowMs || this.#times.length < minAnswers) return;
    this.#adjust(this.#times.sort((one, other) => one - other)[this.#times.length >> 1] ?? 0);
    this.#times = [];
    this.#peak = this.#inFlight;
    this.#windowStart = now;
  }

  #adjust(median: number): void {
    if (this.#peak <= noQueueMax) this.#updateNoLoadMs(Math.min(median, maxNoLoadMs));
    if (median > spareMs + 2 * (this.#noLoadMs ?? 0))
      this.#limit = Math.max(floor, Math.floor(this.#limit * fallFactor));
    else if (this.#peak >= this.#limit * minUsedShare)
      this.#limit = Math.min(this.#most, Math.ceil(this.#limit * riseFactor));
  }

  #updateNoLoadMs(milliseconds: number): void {
    this.#noLoadMs =
      this.#noLoadMs === null ? milliseconds : this.#noLoadMs + (milliseconds - this.#noLoadMs) / 8;
  }
}

/** A constant limit on the requests that wait for one service. */
export class FixedLimit {
  readonly limit: number;
  inFlight = 0;
  begun = 0;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** Admits a request. Returns false if too many requests wait already. */
  enter(): boolean {
    if (this.inFlight >= this.limit) return false;
    this.inFlight += 1;
    this.begun += 1;
    return true;
  }

  leave(): void {
    this.inFlight -= 1;
  }
}
