import type { StoreSettings } from '#contracts/settings.ts';
import type { Grain } from '#platform/money/fine.ts';
import type { Minor } from '#platform/money/money.ts';
import { type Levy, type LevyOf, levied, type Taxed, untaxed } from '#platform/tax/levy.ts';
import { isReckonable } from '../../limits.ts';
import type { CartState } from '../../state.ts';
import type { PricedLine } from '../lines.ts';
import { counted } from '../tax/burden.ts';
import { placeOf } from '../tax/place.ts';
import { isAddressKnown, shipsTo } from './destination.ts';
import { type Quote, quotesFor } from './rates.ts';
import { shippingLevy } from './shipping-tax.ts';

/** The way to ship that is none: the goods are taxed where they are picked up. */
export const localPickup = 'local_pickup';

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
  readonly grain: Grain;
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
  return quotesFor({ ...looked, goods, destination }, settings).flatMap((quote) => {
    const levy = quote.taxable ? levyOnTaxable : untaxed;
    // What comes to too much with its taxes is not offered, as what costs too much is not.
    if (!isReckonable(counted(quote.cost / looked.grain, levy))) return [];
    return [{ ...quote, levy, taxed: levied(quote.cost, levy) }];
  });
}

/** Whether a rate is chosen and the choice holds: while the package has the same rates; to pick up as long as that is there. */
export function holds(
  { key, methodId }: Rate,
  rates: readonly Rate[],
  { chosenRates, offeredRates }: CartState,
) {
  if (key !== chosenRates['0']) return false;
  const offered = offeredRates['0'];
  if (offered === undefined || methodId === localPickup) return true;
  return offered.length === rates.length && rates.every((rate, index) => rate.key === offered[index]);
}

/** The rate that counts: the chosen one while the choice holds, else a free one if a coupon grants it, else the first. */
function chosenOf(rates: readonly Rate[], state: CartState, isFreeByCoupon: boolean): Rate | undefined {
  return (
    rates.find((rate) => holds(rate, rates, state)) ??
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
  const chosen = chosenOf(rates, state, toShip.isFreeByCoupon);
  return chosen ? [{ index: 0, lines, rates, chosen }] : [];
}
