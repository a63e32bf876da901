import { LRUCache } from 'lru-cache';
import type { Committed, Held } from './cart-store.ts';

/** Milliseconds for which a cart is remembered, and the maximum bytes of all. */
const keptMs = 30_000;
const mostBytes = 8_000_000;
/** Weight of one use in the moving average of successes, and the average from which the cache saves time. */
const weight = 0.1;
const leastShare = 0.5;
/** Below that average, one of this many carts is tried. */
const trial = 16;

/**
 * Carts as this replica committed them last, so that the next write need not read them. They are never used for an
 * answer: a commit over an outdated one fails, and then the cart is read.
 *
 * With several replicas, another one often writes the cart. So they are used only while at least half of the commits
 * over them succeed.
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

  /** Remembers a cart as committed. */
  keep(key: string, state: string, { revision, expiresAt, clockOffset }: Committed): void {
    this.#held.set(key, { revision, state, expiresAt, clockOffset, outcomes: [] });
  }

  /**
   * Returns a cart for one commit, and forgets it. Null for an unknown one, or while the share is too low.
   */
  take(key: string): Held | null {
    const held = this.#held.get(key);
    if (!held) return null;
    this.#held.delete(key);
    this.#asked += 1;
    return this.#share >= leastShare || this.#asked % trial === 0 ? held : null;
  }

  /** Records whether a commit over a remembered cart succeeded. */
  note(isRight: boolean): void {
    this.#share += weight * (Number(isRight) - this.#share);
  }

  /**
   * Forgets all carts whenever a connection to Redis begins: after a fail-over that lost commits, a revision
   * may name another state.
   */
  clear(): void {
    this.#held.clear();
  }
}
