import type { CartTimes } from '../domain/view/view.ts';
import type { Expiry, Span } from '../expiry/expiry.ts';
import type { CartStore, StoredCart } from '../store/cart-store.ts';

/** Dependencies of `CartTimesCalculator`. */
interface TimesDeps {
  readonly store: Pick<CartStore, 'renew'>;
  readonly expiry: Expiry;
  /** Returns the current time in Unix milliseconds. */
  readonly now: () => number;
}

/** Calculates when a cart expires, and from which time on a request renews the expiry. */
export class CartTimesCalculator {
  readonly #deps: TimesDeps;

  constructor(deps: TimesDeps) {
    this.#deps = deps;
  }

  /** Returns the times of a cart with this revision, creation time and expiry. */
  of(key: string, { revision, ...span }: { readonly revision: number } & Span): CartTimes {
    const renewsAt = this.#deps.expiry.renewsAt(key, span);
    return { key, revision, expiresAt: span.expiresAt, renewsAt };
  }

  /** Returns the times of a cart. A cart with revision 0 is not stored yet, and its lifetime begins now. */
  stored(key: string, { revision, expiresAt }: StoredCart, createdAt: number): CartTimes {
    const { expiry, now } = this.#deps;
    const end = revision === 0 ? now() + expiry.ofNew(key) : expiresAt;
    return this.of(key, { revision, expiresAt: end, createdAt });
  }

  /** Renews the expiry of a cart that was only read, if the renewal is due. Returns the cart's times. */
  async renewed(key: string, cart: StoredCart, createdAt: number): Promise<CartTimes> {
    const { store, expiry, now } = this.#deps;
    const times = this.stored(key, cart, createdAt);
    if (cart.revision === 0 || now() < times.renewsAt) return times;
    const end = await store.renew(key, expiry.of(key), times.expiresAt - times.renewsAt);
    return end === null ? times : this.of(key, { revision: cart.revision, expiresAt: end, createdAt });
  }
}
