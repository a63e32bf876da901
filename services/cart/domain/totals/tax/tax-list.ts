import type { Cart } from '#contracts/cart.ts';
import type { StoreSettings, TaxRate } from '#contracts/settings.ts';
import { type Fine, fine, type Grain, inUnits, noFine } from '#platform/money/fine.ts';
import { halfOf, type Levy } from '#platform/tax/levy.ts';
import { rateCode } from '#platform/tax/rates.ts';
import type { Part } from '../parts.ts';

/** Returns the rates of levies by priority, then order, then id; each once. */
function ratesOf(levies: Iterable<Levy>): TaxRate[] {
  const byId = new Map<number, TaxRate>();
  for (const { rates } of new Set(levies)) {
    for (const rate of rates) byId.set(rate.id, rate);
  }
  return [...byId.values()].sort((a, b) => a.priority - b.priority || a.order - b.order || a.id - b.id);
}

/** The taxable parts of a cart as they enter sums, and the exact taxes of fees. */
interface Parts {
  readonly goods: Part;
  readonly shipping: Part;
  readonly fees: Part;
  readonly exactFees: Part;
}

/**
 * Returns the taxes of a cart by rate. For each rate, the taxes of goods and fees are rounded together. A rate is
 * listed if some part of the cart has it, even if a negative fee cancels it.
 */
export function taxList(
  levies: Iterable<Levy>,
  { goods, shipping, fees, exactFees }: Parts,
  tax: StoreSettings['tax'],
  grain: Grain,
): Cart['taxes'] {
  return ratesOf(levies).flatMap((rate) => {
    const { id, name, compound } = rate;
    const of = ({ taxes }: Part): Fine => taxes.get(id) ?? noFine;
    const isBorne = [goods, shipping, fees, exactFees].some((part) => inUnits(of(part), grain, 'up') !== 0);
    if (!isBorne) return [];
    const amount = inUnits(fine(of(goods) + of(exactFees)), grain, halfOf(tax));
    const shippingAmount = inUnits(of(shipping), grain, 'up');
    return [{ rateId: id, code: rateCode(rate), label: name, compound, amount, shippingAmount }];
  });
}
