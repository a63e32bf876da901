/** Repeats allowed in advance. */
const most = 100;
/** Repeats earned by each request. */
const each = 0.5;

/**
 * Limits repeated requests to a service. Repeats hide a missing replica, but add load if every replica is
 * slow: in the long run there is at most one for two requests.
 */
export class Repeats {
  #left = most;

  /** Counts a request that is sent for the first time. */
  first(): void {
    this.#left = Math.min(most, this.#left + each);
  }

  /** Whether a request may be repeated; counts it. */
  again(): boolean {
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
