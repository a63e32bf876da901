import type { ProductFacts } from '#contracts/catalogue.ts';
import type { StoreSettings } from '#contracts/settings.ts';
import type { Minor } from '#platform/money/money.ts';
import type { Place } from '../tax/rates.ts';

/** A line that is shipped; `total` is what it comes to without tax, after discounts. */
export interface Shipped {
  readonly facts: ProductFacts;
  readonly quantity: number;
  readonly total: Minor;
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
}

/** A way to ship that may be chosen, and what it costs without tax. */
export interface Quote {
  /** `flat_rate:1`: the method and its instance. */
  readonly key: string;
  readonly methodId: string;
  readonly instanceId: number;
  readonly label: string;
  readonly cost: Minor;
  readonly taxable: boolean;
}

/** The ways to ship a consignment, in the shop's order (contract 4.7, 2.4; docs/money.md). Pure. */
export function quotesFor(consignment: Consignment, settings: StoreSettings): readonly Quote[] {
  void [consignment, settings];
  return [];
}
