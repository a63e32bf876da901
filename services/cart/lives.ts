/** Whose a cart is: its key says so. */
export type Owner = 'guest' | 'customer';

/** The owner of a cart by its key: only a customer's is all digits. Asked several times a request. */
export function ownerOf(key: string): Owner {
  return /^\d+$/.test(key) ? 'customer' : 'guest';
}

/** A request past this part of a cart's life renews it: 47 of 48 hours for a guest, a day of a week for a customer. */
const renewalPart: Readonly<Record<Owner, number>> = { guest: 47 / 48, customer: 1 / 7 };

/** How long untouched carts are kept (contract 2.11). */
export class Lives {
  readonly #lifeMs: Readonly<Record<Owner, number>>;

  /** Milliseconds that an untouched cart is kept. */
  constructor(lifeMs: Readonly<Record<Owner, number>>) {
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
