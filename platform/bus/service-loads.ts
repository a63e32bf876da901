import { FixedLimit, LatencyLimit } from './latency-limit.ts';
import { RetryBudget } from './retry-budget.ts';

/**
 * The service with a constant limit on waiting requests (`FixedLimit`). The auth service checks passwords
 * slowly by design, so slow answers are no sign of overload.
 */
const serviceWithFixedLimit = 'auth';

/** The limits on the requests that this process sends to one service. */
interface ServiceLoad {
  /** Limits the requests that wait for the service. */
  readonly limit: LatencyLimit | FixedLimit;
  /** Limits repeated requests to the service. */
  readonly retries: RetryBudget;
}

/** The load of one service. */
export interface Load {
  /** Number of requests that wait for the service. `limit` is the maximum of this number. */
  readonly inFlight: number;
  readonly limit: number;
  /** Number of requests sent so far, whether answered or not. */
  readonly begun: number;
}

/** The limits on the requests that this process sends to each service. */
export class ServiceLoads {
  readonly #maxWaiting: number;
  readonly #isAdaptive: boolean;
  readonly #loads = new Map<string, ServiceLoad>();

  /**
   * `maxWaiting`: maximum number of requests that wait for one service. If `isAdaptive`, this limit falls while a
   * service is slow (`LatencyLimit`).
   */
  constructor(maxWaiting: number, isAdaptive: boolean) {
    this.#maxWaiting = maxWaiting;
    this.#isAdaptive = isAdaptive;
  }

  /** Returns the limits of a service. */
  of(service: string): ServiceLoad {
    const existing = this.#loads.get(service);
    if (existing) return existing;
    const isAdaptive = this.#isAdaptive && service !== serviceWithFixedLimit;
    const limit = isAdaptive ? new LatencyLimit(this.#maxWaiting) : new FixedLimit(this.#maxWaiting);
    const load = { limit, retries: new RetryBudget() };
    this.#loads.set(service, load);
    return load;
  }

  /** Returns the load of a service; null before the first request to the service. */
  load(service: string): Load | null {
    return this.#loads.get(service)?.limit ?? null;
  }

  /** Number of requests waiting for an answer. */
  get pending(): number {
    return [...this.#loads.values()].reduce((all, { limit }) => all + limit.inFlight, 0);
  }
}
