/** Number of repeats that are allowed in advance. */
const most = 100;
/** Number of repeats that each request earns. */
const each = 0.5;

/**
 * Limits repeated requests to a service. Repeats hide a missing replica, but they add load if every replica is slow.
 * In the long run at most every second request is repeated.
 */
export class RetryBudget {
  #left = most;

  /** Counts a request that is sent for the first time. */
  first(): void {
    this.#left = Math.min(most, this.#left + each);
  }

  /** Returns whether a request may be repeated, and counts the repeat. */
  again(): boolean {
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
