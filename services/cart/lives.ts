import type { CartOwner } from '#contracts/cart.ts';
import { ownerOf } from './owner.ts';

/** A request past this part of a cart's life renews it: 47 of 48 hours for a guest, a day of a week for a customer. */
const renewalPart: Readonly<Record<CartOwner, number>> = { guest: 47 / 48, customer: 1 / 7 };

/** How long untouched carts are kept (docs/reference/rules.md#lifetimes). */
export class Lives {
  readonly #lifeMs: Readonly<Record<CartOwner, number>>;

  /** Milliseconds that an untouched cart is kept. */
  constructor(lifeMs: Readonly<Record<CartOwner, number>>) {
    this.#lifeMs = lifeMs;
  }

  /** Milliseconds that a cart is kept from its last change on. */
  of(key: string): number {
    return this.#lifeMs[ownerOf(key)];
  }

  /** The moment from which a request renews a cart that ends at `expiresAt`. */
  renewsAt(key: string, expiresAt: number): number {
    return expiresAt - this.of(key) * (1 - renewalPart[ownerOf(key)]);
  }
}
