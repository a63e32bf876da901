import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

/** A map as PHP writes it. PHP writes an empty map as an empty list. */
type PhpMap<Value> = Readonly<Record<string, Value>> | readonly never[];

/** Returns the members of a map. */
export function entriesOf<Value>(map: PhpMap<Value> | null | undefined): [string, Value][] {
  return Array.isArray(map) || !map ? [] : Object.entries(map as Readonly<Record<string, Value>>);
}

type Scalar = string | number;

/** Members that products and variations share. */
export interface RecordedSellable {
  readonly price?: Scalar;
  readonly sale?: Scalar;
  readonly sku?: string;
  readonly virtual?: boolean;
  readonly tax_status?: string;
  readonly tax_class?: string;
  readonly stock?: number;
  readonly backorders?: string;
  readonly weight?: Scalar;
  readonly shipping_class?: string;
}

export interface RecordedProduct extends RecordedSellable {
  readonly name: string;
  readonly type?: string;
  readonly categories?: readonly string[];
  readonly sold_individually?: boolean;
  readonly variations?: readonly (RecordedSellable & { readonly option: string })[];
}

/** A product by its index, or a variation by the indexes of its product and itself. */
export type NamedProduct = number | readonly [product: number, variation: number];

export interface RecordedCoupon {
  readonly code: string;
  readonly type: string;
  readonly amount: Scalar;
  readonly items?: number;
  readonly min?: Scalar;
  readonly max?: Scalar;
  readonly usage_count?: number;
  readonly usage_limit?: number;
  readonly individual?: boolean;
  readonly free_shipping?: boolean;
  readonly exclude_sale?: boolean;
  readonly expired?: boolean;
  readonly emails?: readonly string[];
  readonly products?: readonly NamedProduct[];
  readonly not_products?: readonly NamedProduct[];
  readonly categories?: readonly string[];
  readonly not_categories?: readonly string[];
}

export interface RecordedRate {
  readonly country: string;
  readonly state: string;
  readonly rate: Scalar;
  readonly name: string;
  readonly priority: number;
  readonly compound?: boolean;
  readonly shipping?: boolean;
  readonly class?: string;
  readonly postcodes?: readonly string[];
  readonly cities?: readonly string[];
}

export interface RecordedMethod {
  readonly type: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly class_costs?: PhpMap<string>;
}

export interface RecordedZone {
  /** Whether this is the zone for all places outside the other zones. */
  readonly rest?: boolean;
  readonly name?: string;
  readonly locations?: readonly { readonly code: string; readonly type: string }[];
  readonly methods: readonly RecordedMethod[];
}

/** A shop as it was entered into WooCommerce. Amounts are in major units. */
export interface RecordedStore {
  readonly options: Readonly<Record<string, string>>;
  readonly categories: readonly { readonly name: string; readonly parent?: string }[];
  readonly classes: readonly string[];
  readonly products: readonly RecordedProduct[];
  readonly rates: readonly RecordedRate[];
  readonly zones: readonly RecordedZone[];
  readonly coupons: readonly RecordedCoupon[];
}

/**
 * The ids that WooCommerce gave to the parts of a shop. Each list has the order of the list with the same name
 * in `RecordedStore`.
 */
export interface RecordedIds {
  readonly categories: PhpMap<number>;
  readonly classes: PhpMap<number>;
  readonly coupons: PhpMap<number>;
  readonly products: readonly { readonly id: number; readonly variations?: readonly number[] }[];
  readonly rates: readonly number[];
  readonly zones: readonly (readonly string[])[];
}

/** A line: index of the product (`p`), index of the variation (`v`), and quantity (`q`). */
export interface RecordedLine {
  readonly p: number;
  readonly v?: number;
  readonly q: number;
}

export interface RecordedFee {
  readonly name: string;
  readonly amount: Scalar;
  readonly taxable?: boolean;
  readonly tax_class?: string;
}

/**
 * The requested content of a cart. Requests are sent for the customer first, then for lines, coupons, fees and
 * the chosen shipping method.
 */
export interface AskedCart {
  readonly lines: readonly RecordedLine[];
  readonly customer?: PhpMap<string> | null;
  readonly coupons?: readonly string[];
  readonly fees?: readonly RecordedFee[];
  readonly chosen?: string;
}

/** The amounts of a cart in the form of CoCart 4. */
export interface CoCartAnswer {
  readonly totals: Readonly<Record<string, Scalar>>;
  readonly items: readonly {
    readonly id: number;
    readonly price: Scalar;
    readonly totals: Readonly<Record<'subtotal' | 'subtotal_tax' | 'total' | 'tax', Scalar>>;
  }[];
  readonly coupons: readonly { readonly coupon: string; readonly saving: Scalar }[];
  readonly taxes: PhpMap<{ readonly price: Scalar }>;
  readonly fees: PhpMap<{ readonly name: string; readonly fee: Scalar }>;
  readonly shipping?: {
    readonly packages?: PhpMap<{
      readonly chosen_method: string;
      readonly rates: PhpMap<{ readonly cost: Scalar; readonly taxes?: Scalar }>;
    }>;
  };
}

/** A cart with the results of WooCommerce and CoCart. */
export interface RecordedCart {
  readonly cart: AskedCart;
  /** For each requested coupon in order: true, or the sentence with which WooCommerce refused the coupon. */
  readonly coupons_said: readonly (true | string)[] | null;
  /** The results of WooCommerce, in major units. */
  readonly woocommerce: {
    readonly totals: Readonly<Record<string, Scalar>>;
    readonly rates: PhpMap<{ readonly cost: Scalar; readonly taxes: PhpMap<Scalar> | null }>;
  };
  readonly cocart: CoCartAnswer;
}

/** A recorded shop with its carts. */
export interface RecordedCase {
  readonly name: string;
  readonly store: RecordedStore;
  readonly ids: RecordedIds;
  readonly carts: readonly RecordedCart[];
}

const recordedFolder = fileURLToPath(new URL('../recorded/', import.meta.url));

/** Kinds of recorded shops. Each kind is one file. */
export const recordedKinds: readonly string[] = readdirSync(recordedFolder)
  .filter((name) => name.endsWith('.jsonl.gz'))
  .map((name) => basename(name, '.jsonl.gz'))
  .sort();

/**
 * Returns the recorded shops of a file. A line with a store begins a case; the lines after it are carts of the case.
 */
function casesIn(path: string): RecordedCase[] {
  const cases: (RecordedCase & { readonly carts: RecordedCart[] })[] = [];
  for (const line of gunzipSync(readFileSync(path)).toString('utf8').split('\n')) {
    if (line === '') continue;
    const record = JSON.parse(line);
    if (record.store) cases.push({ ...record, carts: [] });
    else cases.at(-1)?.carts.push(record);
  }
  return cases;
}

/** Returns the recorded shops of a kind. */
export function casesOf(kind: string): RecordedCase[] {
  return casesIn(join(recordedFolder, `${kind}.jsonl.gz`));
}
