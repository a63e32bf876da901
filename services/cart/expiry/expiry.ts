import type { CartOwner } from '#contracts/cart.ts';
import { ownerOf } from '../carts/owner.ts';

/** A request past this part of a cart's life renews it: 47 of 48 hours for a guest, a day of a week for a customer. */
const renewalPart: Readonly<Record<CartOwner, number>> = { guest: 47 / 48, customer: 1 / 7 };
/** By so much a first life may come out longer: two clocks tell of its ends. Milliseconds. */
const toleranceMs = 5_000;

/** From when and until when a cart is kept, in Unix milliseconds. */
export interface Span {
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** The life that a guest's new cart has until somebody comes back to it, while memory runs short. */
interface FirstLife {
  readonly lifeMs: number;
  readonly isShort: () => boolean;
}

/** How long untouched carts are kept (docs/reference/rules.md#lifetimes). */
export class Expiry {
  readonly #lifeMs: Readonly<Record<CartOwner, number>>;
  readonly #first: FirstLife | null;

  /** Milliseconds that an untouched cart is kept. */
  constructor(lifeMs: Readonly<Record<CartOwner, number>>, first: FirstLife | null = null) {
    this.#lifeMs = lifeMs;
    this.#first = first;
  }

  /** Milliseconds that a cart is kept from its last change on. */
  of(key: string): number {
    return this.#lifeMs[ownerOf(key)];
  }

  /** The same for a cart that is made now. */
  ofNew(key: string): number {
    const whole = this.of(key);
    const isShort = ownerOf(key) === 'guest' && this.#first?.isShort();
    return isShort ? Math.min(whole, this.#first?.lifeMs ?? whole) : whole;
  }

  /** The moment from which a request renews a cart: at once in a short first life. */
  renewsAt(key: string, { createdAt, expiresAt }: Span): number {
    const owner = ownerOf(key);
    const whole = this.#lifeMs[owner];
    const firstMs = owner === 'guest' ? (this.#first?.lifeMs ?? whole) : whole;
    if (firstMs < whole && expiresAt <= createdAt + firstMs + toleranceMs) return createdAt;
    return expiresAt - whole * (1 - renewalPart[owner]);
  }
}
