import { LRUCache } from 'lru-cache';
import type { Committed, StoredCart } from './cart-store.ts';

/** Time for which a cart is cached. Milliseconds. */
const keptMs = 30_000;
/** Maximum size of all cached carts, in characters. The size of one cart is the length of its state plus 200. */
const maxCharacters = 8_000_000;
/** Weight of one commit in `#successShare`, a moving average. */
const weight = 0.1;
/** The cache saves time only if at least this share of the commits from cached carts succeeds. */
const minShare = 0.5;
/** While the share is below `minShare`, only one of 16 cached carts is used, to detect when the share rises. */
const trial = 16;

/**
 * Caches carts as this replica committed them last, so that the next write needs no read. If another replica has
 * changed the cart meanwhile, the commit fails and the cart is read from Redis. So the cache is used only while at
 * least half of the commits from cached carts succeed.
 */
export class CommittedCarts {
  readonly #carts: LRUCache<string, StoredCart>;
  #successShare = 1;
  #uses = 0;

  constructor(now?: () => number) {
    this.#carts = new LRUCache({
      maxSize: maxCharacters,
      sizeCalculation: ({ state }) => 200 + state.length,
      ttl: keptMs,
      ...(now && { perf: { now } }),
    });
  }

  /** Caches a cart as it was committed. */
  keep(key: string, state: string, { revision, expiresAt, clockOffset }: Committed): void {
    this.#carts.set(key, { revision, state, expiresAt, clockOffset, outcomes: [] });
  }

  /**
   * Returns a cached cart for one commit and removes the cart from the cache. Returns null if the cart is not
   * cached. While too few commits of cached carts succeed, most calls return null.
   */
  take(key: string): StoredCart | null {
    const cached = this.#carts.get(key);
    if (!cached) return null;
    this.#carts.delete(key);
    this.#uses += 1;
    return this.#successShare >= minShare || this.#uses % trial === 0 ? cached : null;
  }

  /** Records whether a commit from a cached cart succeeded. */
  note(succeeded: boolean): void {
    this.#successShare += weight * (Number(succeeded) - this.#successShare);
  }

  /**
   * Removes all carts. Called when a connection to Redis begins, because a fail-over may have lost commits. The same
   * revision may then belong to another state of the cart.
   */
  clear(): void {
    this.#carts.clear();
  }
}
