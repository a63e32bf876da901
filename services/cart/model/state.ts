import type { z } from 'zod';
import type { Audience } from '#contracts/audience.ts';
import {
  type CartEvent,
  CartOwner,
  type Customer,
  type GivenTexts,
  type JsonObject,
  maxEventItems,
} from '#contracts/cart.ts';
import { asServiceError, refusal, unavailable } from '#platform/errors/errors.ts';
import type { Exact } from '#platform/money/exact.ts';

/** The version of the stored form. Older versions are upgraded when read; `states/` has an example of each version. */
const version = 4;

/**
 * A line as stored. If `ownPrice` is set, each piece has this price. Otherwise, each piece has the current price of the
 * catalogue, which is not stored in the cart.
 */
export interface Line {
  readonly key: string;
  readonly productId: number;
  /** 0 for a product without variations. */
  readonly variationId: number;
  readonly quantity: number;
  /** By attribute key: the slug of the variation's option. Empty for a product without variations. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly itemData: z.infer<typeof JsonObject>;
  /** The price that a trusted caller set for each piece, in minor units. Null for the catalogue's price. */
  readonly ownPrice: number | null;
  /** The catalogue's price when the cart was last written, to notify the shopper of a change. Null without a price. */
  readonly seenPrice: number | null;
  /** The exact text of `seenPrice`, if this price has further decimals than the currency. */
  readonly seenExact?: Exact | undefined;
  /** Id of the product or variation whose stock the line uses. */
  readonly stockUnit: number;
  readonly name: string;
  /** Texts that the shopper gave with the line; absent without any. */
  readonly given?: GivenTexts | undefined;
}

/** The transfer of a guest's cart to a customer's cart, with a unique id. */
export interface OutgoingTransfer {
  /** Key of the customer's cart. */
  readonly to: string;
  readonly id: string;
  /** Whether the transfer is complete. The guest's cart then has no items, and only marks its key as invalid. */
  readonly done: boolean;
}

/** A complete cart as stored. Times are Unix milliseconds. */
export interface CartState {
  readonly v: typeof version;
  readonly createdAt: number;
  readonly lines: readonly Line[];
  readonly removed: readonly Line[];
  readonly customer: Customer;
  /**
   * Whether the customer has a separate shipping address. Otherwise the shipping address is a copy of the billing
   * address.
   */
  readonly shipElsewhere: boolean;
  readonly coupons: readonly string[];
  readonly fees: readonly { name: string; amount: number; taxable: boolean; taxClass: string }[];
  /** By package index: the key of the chosen shipping rate. */
  readonly chosenRates: Readonly<Record<string, string>>;
  /**
   * By package index: the keys of the shipping rates that were offered when the rate was chosen. If the offered
   * rates change, the choice ends, except a choice of pickup.
   */
  readonly offeredRates: Readonly<Record<string, readonly string[]>>;
  /** By the namespace of a cart extension: the data of this extension. */
  readonly extensions: Readonly<Record<string, z.core.util.JSONType>>;
  /** The shopper's note to the shop; absent without a note. */
  readonly note?: string | undefined;
  /** Texts that the shopper gave with the cart; absent without any. */
  readonly given?: GivenTexts | undefined;
  /** The owner's audience at the last change of the cart. This audience decided the prices; `public` for a guest. */
  readonly audience: Audience;
  /** Whether the service has copied the addresses of the customer's account, if any, into the cart. */
  readonly prefilled: boolean;
  /**
   * Transfers into this cart. A transfer stays recorded while the guest's cart may exist, so that the transfer is not
   * repeated.
   */
  readonly transfers: readonly { readonly from: string; readonly id: string }[];
  /** The transfer of this guest's cart, during which no write may change the cart. Null without a transfer. */
  readonly moving: OutgoingTransfer | null;
  /** Ids of the checkouts whose items were taken out of this cart, so that they are not taken again. */
  readonly ordered?: readonly string[];
}

/** Thrown for a state that a newer version of this service wrote; a replica of that version can serve the request. */
export class NewerStateError extends Error {
  override readonly name = 'NewerStateError';
}

const noAddress = {
  firstName: '',
  lastName: '',
  company: '',
  country: '',
  address1: '',
  address2: '',
  postcode: '',
  city: '',
  state: '',
};

export function emptyState(now: number): CartState {
  return {
    v: version,
    createdAt: now,
    lines: [],
    removed: [],
    customer: { billing: { ...noAddress, phone: '', email: '' }, shipping: noAddress },
    shipElsewhere: false,
    coupons: [],
    fees: [],
    chosenRates: {},
    offeredRates: {},
    extensions: {},
    audience: 'public',
    prefilled: false,
    transfers: [],
    moving: null,
  };
}

export function encodeState(state: CartState): string {
  return JSON.stringify(state);
}

/**
 * Upgrades of a state to the next version. The index is the version to upgrade; index 0 is unused, because
 * versions begin at 1.
 */
const upgrades: readonly ((state: object) => object)[] = [
  (state) => state,
  (state) => ({ ...state, v: 2, shipElsewhere: false, extensions: {} }),
  (state) => ({ ...state, v: 3, audience: 'public', prefilled: false, transfers: [], moving: null }),
  (state) => ({ ...state, v: 4, offeredRates: {} }),
];

/**
 * Returns the state of a stored text, upgraded to the current version. @throws NewerStateError; Error for an invalid
 * text
 */
export function decodeState(text: string): CartState {
  const kept = JSON.parse(text) as { v: number };
  if (!Number.isSafeInteger(kept.v) || kept.v < 1) throw new Error(`state version ${kept.v}`);
  if (kept.v > version) throw new NewerStateError(`state version ${kept.v}, known up to ${version}`);
  if (kept.v === version) return kept as CartState;
  return upgrades.slice(kept.v).reduce<object>((state, upgrade) => upgrade(state), kept) as CartState;
}

/**
 * Parses the stored state of a cart. @throws ServiceError 503 for a state of a newer version; `service_cart_error` for
 * an invalid text
 */
export function stateIn(text: string): CartState {
  try {
    return decodeState(text);
  } catch (error) {
    throw error instanceof NewerStateError
      ? unavailable(error)
      : refusal('service_cart_error', {}, { cause: error });
  }
}

/**
 * Returns the state of a stored cart; null for a missing cart or an invalid state. @throws ServiceError 503
 * for a state of a newer version, which another replica can read
 */
export function readable({ state }: { readonly state: string }): CartState | null {
  if (state === '') return null;
  try {
    return stateIn(state);
  } catch (error) {
    if (asServiceError(error).code !== 'service_cart_error') throw error;
    return null;
  }
}

export const owners: readonly CartOwner[] = CartOwner.options;

/**
 * Returns whether a cart key belongs to a guest or to a customer. Only the keys of customers consist of digits.
 */
export function ownerOf(key: string): CartOwner {
  return /^\d+$/.test(key) ? 'customer' : 'guest';
}

/** Returns the id of the customer whose cart has this key; empty for a guest's cart. */
export function customerOf(key: string): string {
  return ownerOf(key) === 'customer' ? key : '';
}

/** Returns the event of the type `type` for a cart with these lines. */
export function cartEventOf(type: CartEvent['type'], { lines }: Pick<CartState, 'lines'>): CartEvent {
  const items = lines.slice(0, maxEventItems).map(({ productId, variationId, quantity }) => {
    return { productId, variationId, quantity };
  });
  return { type, lines: lines.length, items };
}
