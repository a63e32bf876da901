import { LRUCache } from 'lru-cache';
import { refusal } from '#platform/errors/errors.ts';

/** Maximum number of remembered clients. The least recently active clients are forgotten first. */
const maxClients = 50_000;

/** Maximum growth of stored carts that one client may cause in a time window. */
interface GrowthBound {
  /** Maximum number of new guests' carts. */
  readonly carts: number;
  /** Maximum sum of the bytes by which the client's writes enlarge carts. */
  readonly bytes: number;
  readonly windowSeconds: number;
}

/** By how much one write makes the stored carts grow: new carts, and additional bytes. */
export interface GrowthOfWrite {
  readonly carts: 0 | 1;
  readonly bytes: number;
}

/** The counted carts and bytes of a client at the time `at`. */
interface Levels {
  readonly carts: number;
  readonly bytes: number;
  readonly at: number;
}

/**
 * Limits how much memory each client adds to carts. Counts new carts and added bytes by client; both counts
 * fall linearly to zero within the window. Each replica counts separately, because counting in Redis would
 * cost one more disk write for each new cart.
 */
export class GrowthLimit {
  readonly #bound: GrowthBound;
  readonly #now: () => number;
  readonly #clients = new LRUCache<string, Levels>({ max: maxClients });

  /** `now` returns the current time in milliseconds. */
  constructor(bound: GrowthBound, now: () => number = Date.now) {
    this.#bound = bound;
    this.#now = now;
  }

  /**
   * Counts growth by a client. With `anyway`, growth is counted up to the limit and never refused.
   *
   * @throws ServiceError `service_rate_limit_exceeded`; then nothing is counted
   */
  count(client: string, added: GrowthOfWrite, anyway = false): void {
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

  /** Counts growth by a client if the growth is within the limit. Returns whether the growth was counted. */
  fits(client: string, added: GrowthOfWrite): boolean {
    const { after, wait } = this.#with(client, added);
    if (wait > 0) return false;
    this.#clients.set(client, after);
    return true;
  }

  /** Adds `added` to a client's counts. Returns the sums, and the seconds until the limit allows this growth. */
  #with(client: string, added: GrowthOfWrite): { after: Levels; wait: number } {
    const { carts, bytes, windowSeconds: window } = this.#bound;
    const level = this.#levelsOf(client);
    const after = { carts: level.carts + added.carts, bytes: level.bytes + added.bytes, at: level.at };
    const tooMuch = (most: number, now: number, more: number) =>
      more > 0 && now > most ? Math.ceil(((now - most) * window) / most) : 0;
    const wait = Math.max(tooMuch(carts, after.carts, added.carts), tooMuch(bytes, after.bytes, added.bytes));
    return { after, wait };
  }

  /** Returns the current counts of a client. A count at its maximum falls to 0 within one time window. */
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
