/** Minimum milliseconds between two adjustments of the limit. */
const windowMs = 200;
/** Minimum number of answers between two adjustments of the limit. */
const minAnswers = 10;
/** The limit at the start. */
const first = 128;
/** The minimum limit, so that a few dozen clients are served even if the service is slow. */
const floor = 32;
/** While at most this many requests wait, a measured duration counts as a duration without load. */
const noQueueMax = 8;
/**
 * The limit falls if the median duration exceeds twice the duration without load by more than this many
 * milliseconds.
 */
const spareMs = 60;
/** Maximum of the measured duration without load, in milliseconds. */
const maxNoLoadMs = 200;
/**
 * Milliseconds after the start for which the limit stays while no duration without load is known. Processes that
 * have just started are slow until V8 has compiled their code, so a first burst would look like an overload.
 */
const coldMs = 3_000;
/** The limit rises only if the waiting requests have reached this share of the limit. */
const minUsedShare = 0.6;
/** Factor by which the limit falls. */
const fallFactor = 0.9;
/** Factor by which the limit rises. */
const riseFactor = 1.2;

/**
 * An adaptive limit on the requests that wait for one service. The limit falls while answers are much slower
 * than without load. The limit rises while answers are fast and most of the limit is used.
 */
export class LatencyLimit {
  readonly #most: number;
  readonly #now: () => number;
  readonly #startedAt: number;
  #limit: number;
  #inFlight = 0;
  #begun = 0;
  #peak = 0;
  #noLoadMs: number | null = null;
  #windowStart: number;
  #times: number[] = [];

  /** `most`: upper bound of the limit. `now`: a monotonic clock in milliseconds. */
  constructor(most: number, now = () => performance.now()) {
    this.#most = most;
    this.#now = now;
    this.#limit = Math.min(first, most);
    this.#startedAt = now();
    this.#windowStart = this.#startedAt;
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
    this.#adjust(this.#times.sort((one, other) => one - other)[this.#times.length >> 1] ?? 0, now);
    this.#times = [];
    this.#peak = this.#inFlight;
    this.#windowStart = now;
  }

  #adjust(median: number, now: number): void {
    if (this.#peak <= noQueueMax) this.#updateNoLoadMs(Math.min(median, maxNoLoadMs));
    if (this.#noLoadMs === null && now - this.#startedAt < coldMs) return;
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
