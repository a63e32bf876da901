/** The maximum of the budget, with which it starts. */
const most = 100;
/** The share of a repeat that each new request adds to the budget. */
const perRequest = 0.5;

/**
 * Limits repeated requests to a service: in the long run at most one repeat for two requests. Repeats hide that a
 * replica is missing, but they add load if all replicas are slow.
 */
export class RetryBudget {
  #left = most;

  /** Counts a request that is sent for the first time. */
  first(): void {
    this.#left = Math.min(most, this.#left + perRequest);
  }

  /** Returns whether a request may be repeated, and counts the repeat. */
  again(): boolean {
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
