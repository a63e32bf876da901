/** The number of repeats in the budget at the start, which is also the maximum. */
const most = 100;
/** The fraction of a repeat that each new request adds to the budget. */
const perRequest = 0.5;

/**
 * Limits repeated requests to a service: in the long run, at most one repeat for every two requests. Repeats
 * are useful when one replica is missing. When all replicas are slow, repeats only add load.
 */
export class RetryBudget {
  #left = most;

  /** Adds to the budget for a request that is sent for the first time. */
  first(): void {
    this.#left = Math.min(most, this.#left + perRequest);
  }

  /** Returns whether a request may be repeated. If true, subtracts the repeat from the budget. */
  again(): boolean {
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
