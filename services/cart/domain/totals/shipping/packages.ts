import type { StoreSettings } from '#contracts/settings.ts';
import type { Minor } from '#platform/money/money.ts';
import type { CartState } from '../../state.ts';
import type { PricedLine } from '../lines.ts';
import { type Levy, type LevyOf, levied, type Taxed, untaxed } from '../tax/levy.ts';
import { placeOf } from '../tax/place.ts';
import { type Consignment, type Quote, quotesFor } from './rates.ts';

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

/**
 * The packages of a cart: one with all that is shipped (contract 2.4). None where nothing is, where the store does not
 * ship, where no way leads there, and until there is an address if the store hides costs so long.
 */
export function packagesOf(
  state: CartState,
  { lines, ...looked }: ToShip,
  settings: StoreSettings,
  shippingLevyOf: LevyOf,
): readonly Package[] {
  const shipped = lines.filter(({ facts }) => facts.shippingRequired);
  if (!settings.shippingEnabled || shipped.length === 0) return [];
  const goods = shipped.map(({ facts, line, total }) => ({
    facts,
    quantity: line.quantity,
    total: total.net,
  }));
  const destination = placeOf(state.customer.shipping, settings);
  const consignment: Consignment = { ...looked, goods, destination };
  const half = settings.tax.pricesIncludeTax ? 'down' : 'up';
  const rates = quotesFor(consignment, settings).map((quote) => {
    const levy = quote.taxable ? shippingLevyOf('standard') : untaxed;
    return { ...quote, levy, taxed: levied(quote.cost, levy, half) };
  });
  const [first] = rates;
  if (!first) return [];
  const chosen = rates.find(({ key }) => key === state.chosenRates['0']) ?? first;
  return [{ index: 0, lines: shipped, rates, chosen }];
}
