import { LRUCache } from 'lru-cache';
import { refusal } from '#platform/errors/errors.ts';

/** Clients that are remembered. The ones that have added nothing for the longest time are forgotten first. */
const mostClients = 50_000;

/** What one client may add to the memory of carts in so many seconds. */
interface GrowthBound {
  /** New carts of guests. */
  readonly carts: number;
  /** Bytes of unusually large carts. */
  readonly bytes: number;
  readonly windowSeconds: number;
}

/** What a write adds. */
export interface Added {
  readonly carts: 0 | 1;
  readonly bytes: number;
}

/** How much a client has added, as it stood at a moment. */
interface Levels {
  readonly carts: number;
  readonly bytes: number;
  readonly at: number;
}

/**
 * Bounds what each client adds to the memory of carts. What is added lifts two levels, which fall evenly to nothing
 * within the time. Each replica counts by itself: a count in Redis would be one more write to disk for each new cart.
 */
export class GrowthLimit {
  readonly #bound: GrowthBound;
  readonly #now: () => number;
  readonly #clients = new LRUCache<string, Levels>({ max: mostClients });

  /** `now` is a clock in milliseconds. */
  constructor(bound: GrowthBound, now: () => number = Date.now) {
    this.#bound = bound;
    this.#now = now;
  }

  /**
   * Counts what a client adds. With `anyway` it is counted up to the limit and never refused.
   *
   * @throws ServiceError `service_rate_limit_exceeded`; then nothing is counted
   */
  count(client: string, added: Added, anyway = false): void {
    const { carts, bytes, windowSeconds: window } = this.#bound;
    const { after, wait } = this.#with(client, added);
    if (wait > 0 && !anyway) {
      throw refusal(
        'service_rate_limit_exceeded',
        { retry_after: wait, limit: carts, window },
        { message: 'Too many new carts, or too much in them, in a short time. Please wait a moment.' },
      );
    }
    const kept = { carts: Math.min(after.carts, carts), bytes: Math.min(after.bytes, bytes), at: after.at };
    this.#clients.set(client, kept);
  }

  /** Counts what a client adds if there is room for it; whether there was. */
  fits(client: string, added: Added): boolean {
    const { after, wait } = this.#with(client, added);
    if (wait > 0) return false;
    this.#clients.set(client, after);
    return true;
  }

  /** The levels of a client with what it adds, and for how many seconds it would have to wait; 0 for none. */
  #with(client: string, added: Added): { after: Levels; wait: number } {
    const { carts, bytes, windowSeconds: window } = this.#bound;
    const level = this.#levelsOf(client);
    const after = { carts: level.carts + added.carts, bytes: level.bytes + added.bytes, at: level.at };
    const tooMuch = (most: number, now: number, more: number) =>
      more > 0 && now > most ? Math.ceil(((now - most) * window) / most) : 0;
    const wait = Math.max(tooMuch(carts, after.carts, added.carts), tooMuch(bytes, after.bytes, added.bytes));
    return { after, wait };
  }

  /** How much a client has added, as it stands now. */
  #levelsOf(client: string): Levels {
    const now = this.#now();
    const { carts = 0, bytes = 0, at = now } = this.#clients.get(client) ?? {};
    const fallen = Math.max(0, now - at) / (this.#bound.windowSeconds * 1_000);
    return {
      carts: Math.max(0, carts - fallen * this.#bound.carts),
      bytes: Math.max(0, bytes - fallen * this.#bound.bytes),
      at: now,
    };
  }
}
