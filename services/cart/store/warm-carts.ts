import { LRUCache } from 'lru-cache';
import type { Committed, Held } from './cart-store.ts';

/** How long a cart is remembered, and the most bytes of all. */
const keptMs = 30_000;
const mostBytes = 8_000_000;
/** Weight of one use in the share of uses that were right, and the share from which on a use costs less than a read. */
const weight = 0.1;
const leastShare = 0.5;
/** While it is not worth it, one cart of so many is tried. */
const trial = 16;

/**
 * Carts as this replica has committed them last, so that the next write need not read them. Nothing is answered by
 * them: a commit over one that is not current any more fails, and the cart is read then.
 *
 * With several replicas a cart is often written by another one. Therefore they are only used while at least half of the
 * commits over them succeed.
 */
export class WarmCarts {
  readonly #held: LRUCache<string, Held>;
  #share = 1;
  #asked = 0;

  constructor(now?: () => number) {
    this.#held = new LRUCache({
      maxSize: mostBytes,
      sizeCalculation: ({ state }) => 200 + state.length,
      ttl: keptMs,
      ...(now && { perf: { now } }),
    });
  }

  /** Keeps a cart as it was committed. */
  keep(key: string, state: string, { revision, expiresAt, clockOffset }: Committed): void {
    this.#held.set(key, { revision, state, expiresAt, clockOffset, outcomes: [] });
  }

  /** Returns a cart for one commit, and forgets it. Null for an unknown one, or while it is not worth it. */
  take(key: string): Held | null {
    const held = this.#held.get(key);
    if (!held) return null;
    this.#held.delete(key);
    this.#asked += 1;
    return this.#share >= leastShare || this.#asked % trial === 0 ? held : null;
  }

  /** Notes whether a commit over a cart of here succeeded. */
  note(isRight: boolean): void {
    this.#share += weight * (Number(isRight) - this.#share);
  }

  /**
   * Forgets all carts. After a fail-over that lost commits, a revision may name another state: so all are forgotten
   * whenever a connection to Redis begins.
   */
  clear(): void {
    this.#held.clear();
  }
}
