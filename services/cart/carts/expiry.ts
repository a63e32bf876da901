import type { CartOwner } from '#contracts/cart.ts';
import type { CartTimes } from '../domain/view/view.ts';
import { ownerOf } from '../model/state.ts';

/**
 * The part of a cart's lifetime after which a request renews the cart. With the default lifetimes: after 47
 * of 48 hours for a guest, after one of seven days for a customer.
 */
const renewalPart: Readonly<Record<CartOwner, number>> = { guest: 47 / 48, customer: 1 / 7 };
/**
 * Maximum difference in milliseconds between the clocks of a replica and of Redis. A lifetime that is longer than the
 * short first lifetime by at most this difference counts as a short first lifetime, because the replica's clock sets
 * the start of a lifetime, but Redis' clock sets the end.
 */
const toleranceMs = 5_000;

/** Creation and expiry of a cart, in Unix milliseconds. */
interface Span {
  readonly createdAt: number;
  readonly expiresAt: number;
}

/**
 * The short lifetime that a guest's new cart gets while at least half of Redis' memory is in use (`isShort`).
 * The guest's next request renews the cart to its full lifetime.
 */
interface FirstLife {
  readonly lifetimeMs: number;
  readonly isShort: () => boolean;
}

/**
 * Calculates when unused carts expire and when a request renews them (docs/reference/rules.md#lifetimes). The lifetimes
 * are the settings GUEST_CART_TTL and CUSTOMER_CART_TTL.
 */
export class Expiry {
  readonly #lifetimeMs: Readonly<Record<CartOwner, number>>;
  readonly #first: FirstLife | null;

  /** `lifetimeMs` is the time until an unused cart expires, by owner, in milliseconds. */
  constructor(lifetimeMs: Readonly<Record<CartOwner, number>>, first: FirstLife | null = null) {
    this.#lifetimeMs = lifetimeMs;
    this.#first = first;
  }

  /** Returns the milliseconds from a change of a cart to its expiry. */
  of(key: string): number {
    return this.#lifetimeMs[ownerOf(key)];
  }

  /** Returns the milliseconds from the creation of a cart to its expiry. A guest may get the short first lifetime. */
  ofNew(key: string): number {
    const whole = this.of(key);
    const isShort = ownerOf(key) === 'guest' && this.#first?.isShort();
    return isShort ? Math.min(whole, this.#first?.lifetimeMs ?? whole) : whole;
  }

  /** Returns the times of a cart as it was read. A cart with revision 0 is not stored yet; its lifetime begins now. */
  timesOfStored(
    key: string,
    { revision, expiresAt: end }: { readonly revision: number; readonly expiresAt: number },
    createdAt: number,
    now: number,
  ): CartTimes {
    const expiresAt = revision === 0 ? now + this.ofNew(key) : end;
    return this.timesOf(key, { revision, expiresAt, createdAt });
  }

  timesOf(key: string, { revision, ...span }: Span & { readonly revision: number }): CartTimes {
    return { key, revision, expiresAt: span.expiresAt, renewsAt: this.#renewsAt(key, span) };
  }

  /**
   * Returns the time, in Unix milliseconds, after which a request renews a cart. During a short first lifetime this is
   * the time of creation, so that every request renews the cart.
   */
  #renewsAt(key: string, { createdAt, expiresAt }: Span): number {
    const owner = ownerOf(key);
    const whole = this.#lifetimeMs[owner];
    const firstMs = owner === 'guest' ? (this.#first?.lifetimeMs ?? whole) : whole;
    if (firstMs < whole && expiresAt <= createdAt + firstMs + toleranceMs) return createdAt;
    return expiresAt - whole * (1 - renewalPart[owner]);
  }
}
