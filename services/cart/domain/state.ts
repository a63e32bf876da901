import type { z } from 'zod';
import type { Audience } from '#contracts/audience.ts';
import type { Customer, ItemData, Notice } from '#contracts/cart.ts';

/** Version of the stored form. Older ones are upgraded when they are read; a fixture of each is kept for ever. */
const version = 4;

/** A line as it is kept: what was chosen. Prices are not kept, but for one that a trusted caller set. */
export interface Line {
  readonly key: string;
  readonly productId: number;
  /** 0 when the line is no variation. */
  readonly variationId: number;
  readonly quantity: number;
  /** Attribute key to option slug, of a variation. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly itemData: z.infer<typeof ItemData>;
  /** Minor units; a price set by a caller who may for this quantity, null for the catalogue's own. */
  readonly ownPrice: number | null;
  /** The price when the cart was last written: another one now is worth a notice. Null when it had none. */
  readonly seenPrice: number | null;
  /** What the stock of the line is counted on: a product or variation id. */
  readonly stockUnit: number;
  readonly name: string;
}

/** A guest's cart whose goods went over, or are to go over, to a customer's: under an id that no other transfer has. */
export interface Moving {
  /** Key of the customer's cart. */
  readonly to: string;
  readonly id: string;
  /** Whether all is over: the cart is only a mark that its key is worth nothing any more. */
  readonly done: boolean;
}

/** A cart as it is kept, whole. Times in Unix milliseconds. */
export interface CartState {
  readonly v: typeof version;
  readonly createdAt: number;
  readonly lines: readonly Line[];
  readonly removed: readonly Line[];
  readonly customer: Customer;
  /** Whether the goods go elsewhere than the bill; else the shipping address follows the billing address. */
  readonly shipElsewhere: boolean;
  readonly coupons: readonly string[];
  readonly fees: readonly { name: string; amount: number; taxable: boolean; taxClass: string }[];
  /** Package index to the key of the chosen rate. */
  readonly chosenRates: Readonly<Record<string, string>>;
  /** Package index to the keys of the rates that the package had when the choice was made: another list ends it. */
  readonly offeredRates: Readonly<Record<string, readonly string[]>>;
  /** What extensions of the store keep, by their namespaces. */
  readonly extensions: Readonly<Record<string, z.core.util.JSONType>>;
  /** Whom its owner was shown prices as when the owner last changed it; `public` for a guest's. */
  readonly audience: Audience;
  /** Whether a customer's own addresses were filled in, as far as they were known. */
  readonly prefilled: boolean;
  /** Transfers into this cart whose guest's carts may still be there, by key and id: they are not made again. */
  readonly transfers: readonly { readonly from: string; readonly id: string }[];
  /** Null for every cart but a guest's that goes over to a customer's: then nobody else may change it. */
  readonly moving: Moving | null;
}

/** A change's success: the new state, the lines it is about, and what the shopper is told. */
export interface Applied {
  /** The same object when nothing changed: then nothing is written. */
  readonly state: CartState;
  readonly lineKeys: readonly string[];
  readonly notices: readonly Notice[];
}

/** A state was written by a newer version of this service: another replica has to take the request. */
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

/** The state of a cart that nothing was ever put into. */
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

/** The text that Redis keeps. */
export function encodeState(state: CartState): string {
  return JSON.stringify(state);
}

/** Makes a state of each version one of the next; the index is the version that it starts from. There is no 0. */
const upgrades: readonly ((state: object) => object)[] = [
  (state) => state,
  (state) => ({ ...state, v: 2, shipElsewhere: false, extensions: {} }),
  (state) => ({ ...state, v: 3, audience: 'public', prefilled: false, transfers: [], moving: null }),
  (state) => ({ ...state, v: 4, offeredRates: {} }),
];

/** The state in a kept text, upgraded to the present version. @throws NewerStateError; Error for a text that is none */
export function decodeState(text: string): CartState {
  const kept = JSON.parse(text) as { v: number };
  if (!Number.isSafeInteger(kept.v) || kept.v < 1) throw new Error(`state version ${kept.v}`);
  if (kept.v > version) throw new NewerStateError(`state version ${kept.v}, known up to ${version}`);
  if (kept.v === version) return kept as CartState;
  return upgrades.slice(kept.v).reduce<object>((state, upgrade) => upgrade(state), kept) as CartState;
}
