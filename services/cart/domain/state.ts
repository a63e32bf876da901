import type { z } from 'zod';
import type { Audience } from '#contracts/audience.ts';
import type { Customer, JsonObject, Notice } from '#contracts/cart.ts';

/** The version of the stored form. Older versions are upgraded when read; `states/` has an example of each. */
const version = 4;

/** A line as stored: the choice, without a price unless a trusted caller set one. */
export interface Line {
  readonly key: string;
  readonly productId: number;
  /** 0 for a product without variations. */
  readonly variationId: number;
  readonly quantity: number;
  /** Attribute key to option slug, for a variation. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly itemData: z.infer<typeof JsonObject>;
  /** Minor units; a price that a trusted caller set for this quantity, null for the catalogue's price. */
  readonly ownPrice: number | null;
  /** The price when the cart was last written, to notify the shopper of a change; null without a price. */
  readonly seenPrice: number | null;
  /** Id of the product or variation whose stock the line uses. */
  readonly stockUnit: number;
  readonly name: string;
}

/** The transfer of a guest's cart to a customer's, with a unique id. */
export interface OutgoingTransfer {
  /** Key of the customer's cart. */
  readonly to: string;
  readonly id: string;
  /** Whether the transfer is complete. The cart then only marks its key as invalid. */
  readonly done: boolean;
}

/** A complete cart as stored. Times are Unix milliseconds. */
export interface CartState {
  readonly v: typeof version;
  readonly createdAt: number;
  readonly lines: readonly Line[];
  readonly removed: readonly Line[];
  readonly customer: Customer;
  /** Whether shipping goes elsewhere; otherwise the shipping address follows the billing address. */
  readonly shipElsewhere: boolean;
  readonly coupons: readonly string[];
  readonly fees: readonly { name: string; amount: number; taxable: boolean; taxClass: string }[];
  /** Package index to the key of the chosen rate. */
  readonly chosenRates: Readonly<Record<string, string>>;
  /** Package index to the keys of the rates when one was chosen. The choice ends when other rates are offered. */
  readonly offeredRates: Readonly<Record<string, readonly string[]>>;
  /** Values of the store's extensions, by namespace. */
  readonly extensions: Readonly<Record<string, z.core.util.JSONType>>;
  /** The audience of the owner's prices at the last change; `public` for a guest. */
  readonly audience: Audience;
  /** Whether a customer's own addresses were filled in. */
  readonly prefilled: boolean;
  /** Transfers into this cart, so that none is repeated. A transfer is recorded while the guest's cart may exist. */
  readonly transfers: readonly { readonly from: string; readonly id: string }[];
  /** The transfer of this guest's cart, during which nothing else may change it; null without a transfer. */
  readonly moving: OutgoingTransfer | null;
}

/** The result of a successful change: the new state, its lines and notices. */
export interface Applied {
  /** The same object when nothing changed: then nothing is written. */
  readonly state: CartState;
  readonly lineKeys: readonly string[];
  readonly notices: readonly Notice[];
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

/** Returns the state of a new cart. */
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

/** Returns the text to store in Redis. */
export function encodeState(state: CartState): string {
  return JSON.stringify(state);
}

/** Upgrades of a state to the next version; the index is the version to upgrade from. There is no version 0. */
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
