/** The maximum number of repeats in the budget, and their number at the start. */
const most = 100;
/** The fraction of a repeat that each new request adds to the budget. */
const perRequest = 0.5;

/**
 * Limits how many requests to a service are repeated. In the long run, every two new requests allow one repeat.
 * Repeats help when one replica is missing, but only add load when all replicas are slow.
 */
export class RetryBudget {
  #left = most;

  /** Adds to the budget for a request that is sent for the first time. */
  first(): void {
    this.#left = Math.min(most, this.#left + perRequest);
  }

  /** Returns whether a request may be repeated `times` times, and takes these repeats from the budget. */
  again(times = 1): boolean {
    if (this.#left < times) return false;
    this.#left -= times;
    return true;
  }
}
