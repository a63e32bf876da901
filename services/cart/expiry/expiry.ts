import type { CartOwner } from '#contracts/cart.ts';
import { ownerOf } from '../carts/owner.ts';

/**
 * A request after this part of the lifetime renews a cart: with the default lifetimes, after 47 of 48 hours for a
 * guest, and after one of seven days for a customer.
 */
const renewalPart: Readonly<Record<CartOwner, number>> = { guest: 47 / 48, customer: 1 / 7 };
/** Tolerance for recognising a short first lifetime, because two clocks measure its start and its end. Milliseconds. */
const toleranceMs = 5_000;

/** Creation and expiry of a cart, in Unix milliseconds. */
export interface Span {
  readonly createdAt: number;
  readonly expiresAt: number;
}

/**
 * The short lifetime of a guest's new cart while half of Redis' memory is in use. The guest's next request renews the
 * cart to its whole lifetime.
 */
interface FirstLife {
  readonly lifetimeMs: number;
  readonly isShort: () => boolean;
}

/** Lifetimes of unused carts (docs/reference/rules.md#lifetimes), set by GUEST_CART_TTL and CUSTOMER_CART_TTL. */
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

  /** Returns the milliseconds from the creation of a cart to its expiry. */
  ofNew(key: string): number {
    const whole = this.of(key);
    const isShort = ownerOf(key) === 'guest' && this.#first?.isShort();
    return isShort ? Math.min(whole, this.#first?.lifetimeMs ?? whole) : whole;
  }

  /**
   * Returns the time from which on a request renews a cart. In a short first lifetime, every request renews the cart.
   */
  renewsAt(key: string, { createdAt, expiresAt }: Span): number {
    const owner = ownerOf(key);
    const whole = this.#lifetimeMs[owner];
    const firstMs = owner === 'guest' ? (this.#first?.lifetimeMs ?? whole) : whole;
    if (firstMs < whole && expiresAt <= createdAt + firstMs + toleranceMs) return createdAt;
    return expiresAt - whole * (1 - renewalPart[owner]);
  }
}
