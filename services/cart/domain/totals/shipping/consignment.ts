import type { ProductFacts } from '#contracts/catalogue.ts';
import type { Currency, ShippingZone } from '#contracts/settings.ts';
import type { Fine, Grain } from '#platform/money/fine.ts';
import type { Minor } from '#platform/money/money.ts';
import type { Place } from '#platform/tax/place.ts';

/** A line that is shipped; `total` is what it comes to without tax, after discounts. */
export interface Shipped {
  readonly facts: ProductFacts;
  readonly quantity: number;
  readonly total: Fine;
}

/** What goes to one place, and what ways to ship look at beside it. */
export interface Consignment {
  readonly goods: readonly Shipped[];
  readonly destination: Place;
  /** All lines of the cart as the store shows them, before discounts and after. */
  readonly shownSubtotal: Minor;
  readonly shownAfterDiscounts: Minor;
  /** Whether a coupon of the cart grants free shipping. */
  readonly isFreeByCoupon: boolean;
  readonly grain: Grain;
}

/** The shop's own texts of a way to ship, by WooCommerce's names. */
export type MethodSettings = ShippingZone['methods'][number]['settings'];

/** What a way to ship costs without tax. */
export interface Offer {
  readonly cost: Fine;
  readonly taxable: boolean;
}

/** What a way to ship costs for a consignment; null where it is not offered. Pure. */
export type Method = (settings: MethodSettings, consignment: Consignment, currency: Currency) => Offer | null;

/** Whether the shop says that a way to ship bears tax, which it does unless it says otherwise. */
export function bearsTax({ tax_status: status }: MethodSettings): boolean {
  return status !== 'none';
}
