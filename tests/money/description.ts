/**
 * A store and a basket for the calculator. Amounts are whole minor units, rates are whole millionths, and null
 * means no limit. `as-product.ts` converts stores and baskets for the cart service.
 */

export interface Place {
  readonly country: string;
  readonly state: string;
  readonly postcode: string;
  readonly city: string;
}

export interface TaxRate {
  readonly id: number;
  readonly country: string;
  readonly state: string;
  readonly postcodes: readonly string[];
  readonly cities: readonly string[];
  readonly millionths: number;
  readonly priority: number;
  readonly order: number;
  readonly compound: boolean;
  readonly onShipping: boolean;
  readonly taxClass: string;
}

/** A shipping method. `settings` has texts by the names that WooCommerce uses. */
export interface Method {
  readonly instance: number;
  readonly kind: string;
  readonly order: number;
  readonly enabled: boolean;
  readonly settings: Readonly<Record<string, string>>;
}

export interface Zone {
  readonly id: number;
  readonly order: number;
  readonly countries: readonly string[];
  /** Codes such as `US:CA`. */
  readonly states: readonly string[];
  readonly continents: readonly string[];
  readonly postcodes: readonly string[];
  readonly methods: readonly Method[];
}

export interface Coupon {
  readonly id: number;
  readonly code: string;
  readonly kind: 'percent' | 'fixed_cart' | 'fixed_product';
  /** Minor units, or millionths for `percent`. */
  readonly amount: number;
  /** The exact amount in major units, or in per cent; empty if `amount` is exact. */
  readonly exact: string;
  readonly published: boolean;
  /** Unix seconds. */
  readonly expires: number | null;
  readonly individual: boolean;
  readonly freeShipping: boolean;
  readonly notOnSale: boolean;
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly used: number;
  readonly limit: number | null;
  readonly limitEach: number | null;
  readonly usedBy: readonly string[];
  readonly pieces: number | null;
  readonly products: readonly number[];
  readonly notProducts: readonly number[];
  readonly categories: readonly number[];
  readonly notCategories: readonly number[];
  readonly emails: readonly string[];
}

export interface Store {
  readonly decimals: number;
  readonly address: Place;
  readonly defaultCountry: string;
  readonly taxed: boolean;
  readonly pricesWithTax: boolean;
  readonly shownWithTax: boolean;
  readonly roundsAtSubtotal: boolean;
  readonly basedOn: 'base' | 'shipping' | 'billing';
  /** A tax class, or `inherit` for the class of the items. */
  readonly shippingTaxClass: string;
  readonly rates: readonly TaxRate[];
  readonly ships: boolean;
  /**
   * `sellsTo`: countries that the store sells to. `shipsTo`: countries that the store ships to. Empty for all
   * countries.
   */
  readonly sellsTo: readonly string[];
  readonly shipsTo: readonly string[];
  readonly hiddenUntilAddress: boolean;
  readonly zones: readonly Zone[];
  readonly takesCoupons: boolean;
  /** The version of WooCommerce whose rules the store follows. */
  readonly version: '9.9' | '10';
  /** Whether each coupon applies to the price that the previous coupon left. */
  readonly sequential: boolean;
  readonly coupons: readonly Coupon[];
  /** Unix seconds. */
  readonly now: number;
}

export interface Line {
  readonly productId: number;
  /** 0 without a variation. */
  readonly variationId: number;
  readonly unitPrice: number;
  /** The exact price in major units; empty if `unitPrice` is exact. */
  readonly exact: string;
  /** Whether the price was set for this line and replaces the price of the product. */
  readonly ownPrice: boolean;
  readonly quantity: number;
  /** Empty for the standard class. */
  readonly taxClass: string;
  /** What is taxed: goods and shipping (`taxable`), only shipping (`shipping`), or nothing (`none`). */
  readonly tax: 'taxable' | 'shipping' | 'none';
  readonly virtual: boolean;
  /** 0 for no shipping class. */
  readonly shippingClass: number;
  /** Ids of the product's categories and their ancestors. */
  readonly categories: readonly number[];
  readonly onSale: boolean;
}

export interface Fee {
  readonly amount: number;
  readonly taxable: boolean;
  readonly taxClass: string;
}

export interface Basket {
  readonly lines: readonly Line[];
  readonly billing: Place;
  readonly shipping: Place;
  readonly email: string;
  /** Empty for a guest. */
  readonly customerId: string;
  readonly codes: readonly string[];
  readonly fees: readonly Fee[];
  /** Key of the chosen shipping method, such as `flat_rate:1`; empty if none is chosen. */
  readonly chosenRate: string;
}
