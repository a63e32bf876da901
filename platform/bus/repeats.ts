/** Repetitions that may be made without any requests before them. */
const most = 100;
/** What each request adds to them. */
const each = 0.5;

/**
 * How many requests to a service may be sent again. Repetitions hide a replica that is away. When every replica is
 * slow, they only add to its work: over time there is at most one for two requests.
 */
export class Repeats {
  #left = most;

  /** A request that is sent the first time. */
  first(): void {
    this.#left = Math.min(most, this.#left + each);
  }

  /** Whether one may be sent again, which counts. */
  again(): boolean {
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
