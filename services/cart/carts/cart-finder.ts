import type { Context } from '#platform/bus/context.ts';
import type { Accounts } from '../customer/accounts.ts';
import { withOwnAddresses } from '../customer/domain/own-addresses.ts';
import { type CartState, emptyState } from '../domain/state.ts';
import type { CartStore, StoredCart } from '../store/cart-store.ts';
import { customerOf } from './owner.ts';
import { stateIn } from './stored-state.ts';

/** A cart with its decoded state. */
export interface FoundCart {
  readonly stored: StoredCart;
  /** The decoded state of the stored cart. */
  readonly storedState: CartState;
  /** The state with the account's addresses; for a guest, the same as `storedState`. */
  readonly state: CartState;
}

/** Dependencies of `CartFinder`. */
interface CartFinderDeps {
  readonly store: Pick<CartStore, 'read'>;
  readonly accounts: Pick<Accounts, 'addresses'>;
  /** Returns the current time in Unix milliseconds. */
  readonly now: () => number;
}

/** Reads carts and decodes their states. */
export class CartFinder {
  readonly #deps: CartFinderDeps;

  constructor(deps: CartFinderDeps) {
    this.#deps = deps;
  }

  /**
   * Reads the cart with this key, and the outcomes of the idempotency keys `onceKeys`. The state is empty if the cart is
   * not stored.
   */
  async find(key: string, onceKeys: readonly string[], context: Context): Promise<FoundCart> {
    const { store, now } = this.#deps;
    const stored = await store.read(key, onceKeys);
    const storedState = stored.state === '' ? emptyState(now()) : stateIn(stored.state);
    return { stored, storedState, state: await this.#prefilled(key, storedState, context) };
  }

  /**
   * Returns the state of a customer's cart with the account's addresses, which are added only once (`prefilled`).
   * Returns the state unchanged while auth does not answer.
   */
  async #prefilled(key: string, state: CartState, context: Context): Promise<CartState> {
    if (state.prefilled || customerOf(key) === '') return state;
    const own = await this.#deps.accounts.addresses(context);
    return own ? withOwnAddresses(state, own.addresses) : state;
  }
}
