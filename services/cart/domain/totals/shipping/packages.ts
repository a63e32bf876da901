import type { StoreSettings } from '#contracts/settings.ts';
import type { Minor } from '#platform/money/money.ts';
import { isReckonable } from '../../limits.ts';
import type { CartState } from '../../state.ts';
import type { PricedLine } from '../lines.ts';
import { counted } from '../tax/burden.ts';
import { halfOf, type Levy, type LevyOf, levied, type Taxed, untaxed } from '../tax/levy.ts';
import { placeOf } from '../tax/place.ts';
import { isAddressKnown, shipsTo } from './destination.ts';
import { type Quote, quotesFor } from './rates.ts';
import { shippingLevy } from './shipping-tax.ts';

/** A way to ship with the tax on it. */
export interface Rate extends Quote {
  readonly levy: Levy;
  readonly taxed: Taxed;
}

/** What is shipped in one go, the ways to ship it, and the one of them that counts. */
export interface Package {
  readonly index: number;
  readonly lines: readonly PricedLine[];
  readonly rates: readonly Rate[];
  readonly chosen: Rate;
}

/** What the packages of a cart are made of. `total` is a line's after discounts, without tax. */
export interface ToShip {
  readonly lines: readonly (PricedLine & { readonly total: Taxed })[];
  readonly shownSubtotal: Minor;
  readonly shownAfterDiscounts: Minor;
  readonly isFreeByCoupon: boolean;
}

/** The ways to ship lines to a customer, with their taxes, in the shop's order. */
function ratesFor(
  { customer }: CartState,
  { lines, ...looked }: ToShip,
  settings: StoreSettings,
  shippingLevyOf: LevyOf,
): Rate[] {
  const destination = placeOf(customer.shipping, settings);
  if (!shipsTo(destination.country, settings)) return [];
  const goods = lines.map(({ facts, line: { quantity }, total: { net } }) => ({
    facts,
    quantity,
    total: net,
  }));
  const products = goods.map(({ facts }) => facts);
  const levyOnTaxable = shippingLevy(products, settings.tax, shippingLevyOf);
  const half = halfOf(settings.tax);
  return quotesFor({ ...looked, goods, destination }, settings).flatMap((quote) => {
    const levy = quote.taxable ? levyOnTaxable : untaxed;
    // What comes to too much with its taxes is not offered, as what costs too much is not.
    if (!isReckonable(counted(quote.cost, levy))) return [];
    return [{ ...quote, levy, taxed: levied(quote.cost, levy, half) }];
  });
}

/** The rate that counts: the chosen one while it is there, else a free one if a coupon grants it, else the first. */
function chosenOf(
  rates: readonly Rate[],
  key: string | undefined,
  isFreeByCoupon: boolean,
): Rate | undefined {
  return (
    rates.find((rate) => rate.key === key) ??
    rates.find(({ methodId }) => isFreeByCoupon && methodId === 'free_shipping') ??
    rates[0]
  );
}

/**
 * The packages of a cart: one with all that is shipped (docs/reference/coupons-and-shipping.md#packages-and-rates).
 * None where nothing is, where the store does not ship, where no way leads there, and until there is an address if the
 * store hides costs so long.
 *
 * @param shippingLevyOf - the rates of a tax class that are charged on shipping
 */
export function packagesOf(
  state: CartState,
  toShip: ToShip,
  settings: StoreSettings,
  shippingLevyOf: LevyOf,
): readonly Package[] {
  const lines = toShip.lines.filter(({ facts }) => facts.shippingRequired);
  if (!settings.shippingEnabled || lines.length === 0) return [];
  if (settings.shippingHiddenUntilAddress && !isAddressKnown(state.customer.shipping)) return [];
  const rates = ratesFor(state, { ...toShip, lines }, settings, shippingLevyOf);
  const chosen = chosenOf(rates, state.chosenRates['0'], toShip.isFreeByCoupon);
  return chosen ? [{ index: 0, lines, rates, chosen }] : [];
}
