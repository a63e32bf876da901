import type { ProductFacts } from '#contracts/catalogue.ts';
import type { Currency, ShippingZone } from '#contracts/settings.ts';
import type { Fine, Grain } from '#platform/money/fine.ts';
import type { Minor } from '#platform/money/money.ts';
import type { Place } from '#platform/tax/place.ts';

/** A line that is shipped; `total` is its amount without tax, after discounts. */
export interface Shipped {
  readonly facts: ProductFacts;
  readonly quantity: number;
  readonly total: Fine;
}

/** The goods for one destination, and the data that shipping methods use. */
export interface Consignment {
  readonly goods: readonly Shipped[];
  readonly destination: Place;
  /** All lines of the cart as the store shows them, before and after discounts. */
  readonly shownSubtotal: Minor;
  readonly shownAfterDiscounts: Minor;
  /** Whether a coupon of the cart grants free shipping. */
  readonly isFreeByCoupon: boolean;
  readonly grain: Grain;
}

/** The shop's settings of a shipping method, with WooCommerce's names. */
export type MethodSettings = ShippingZone['methods'][number]['settings'];

/** The cost of a shipping method, without tax. */
export interface Offer {
  readonly cost: Fine;
  readonly taxable: boolean;
}

/** Returns the cost of a shipping method for a consignment; null when it is not offered. Pure. */
export type Method = (settings: MethodSettings, consignment: Consignment, currency: Currency) => Offer | null;

/** Returns whether a shipping method is taxable, which is the default. */
export function bearsTax({ tax_status: status }: MethodSettings): boolean {
  return status !== 'none';
}
