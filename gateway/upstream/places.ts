import { unavailable } from '#platform/errors/errors.ts';

/** Limits of the places. */
interface Bounds {
  /** Number of places. */
  readonly most: number;
  /** Number of places that each network can have while others need places. Also the number of its waiting requests. */
  readonly ofNetwork: number;
  /** Maximum number of milliseconds that a request waits for a place. */
  readonly waitMs: number;
}

/** A request that waits for a place. */
interface Waiting {
  readonly network: string;
  readonly begin: () => void;
}

/**
 * The places for forwarded requests in progress. A network may have more than its share only while at least half of
 * the places stay free for others. A place that becomes free goes to the waiting network with the fewest places.
 */
export class Places {
  readonly #bounds: Bounds;
  readonly #taken = new Map<string, number>();
  #total = 0;
  readonly #waiting: Waiting[] = [];

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  /**
   * Takes a place for a network, and returns the function that gives it back. Waits for a place until `signal` aborts.
   *
   * @throws ServiceError `service_unavailable` if no place becomes free in time; the reason of `signal`
   */
  async take(network: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#isFreeFor(network)) this.#enter(network);
    else await this.#wait(network, signal);
    return () => this.#leave(network);
  }

  #of(network: string): number {
    return this.#taken.get(network) ?? 0;
  }

  #isFreeFor(network: string): boolean {
    const { most, ofNetwork } = this.#bounds;
    return this.#total < (this.#of(network) < ofNetwork ? most : most / 2);
  }

  #enter(network: string): void {
    this.#taken.set(network, this.#of(network) + 1);
    this.#total += 1;
  }

  #leave(network: string): void {
    const rest = this.#of(network) - 1;
    if (rest > 0) this.#taken.set(network, rest);
    else this.#taken.delete(network);
    this.#total -= 1;
    const [next] = this.#waiting
      .filter((one) => this.#isFreeFor(one.network))
      .sort((one, other) => this.#of(one.network) - this.#of(other.network));
    next?.begin();
  }

  async #wait(network: string, signal: AbortSignal): Promise<void> {
    const { most, ofNetwork, waitMs } = this.#bounds;
    const tooMany = () => unavailable('too many requests wait for UPSTREAM_URL');
    const before = this.#waiting.filter((one) => one.network === network).length;
    if (before >= ofNetwork || this.#waiting.length >= most) throw tooMany();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const begin = () => {
      this.#waiting.splice(this.#waiting.indexOf(one), 1);
      this.#enter(network);
      resolve();
    };
    const one = { network, begin };
    const giveUp = (error: unknown) => {
      const at = this.#waiting.indexOf(one);
      if (at < 0) return;
      this.#waiting.splice(at, 1);
      reject(error);
    };
    const left = () => giveUp(signal.reason);
    this.#waiting.push(one);
    signal.addEventListener('abort', left);
    const timer = setTimeout(() => giveUp(tooMany()), waitMs);
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', left);
    }
  }
}
