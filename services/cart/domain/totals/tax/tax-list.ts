import type { Cart } from '#contracts/cart.ts';
import type { TaxRate } from '#contracts/settings.ts';
import type { Part } from '../parts.ts';
import type { Levy } from './levy.ts';
import { rateCode } from './rates.ts';

/** Rates of levies by priority, then order, then id; each once. */
function ratesOf(levies: Iterable<Levy>): TaxRate[] {
  const byId = new Map<number, TaxRate>();
  for (const { rates } of new Set(levies)) {
    for (const rate of rates) byId.set(rate.id, rate);
  }
  return [...byId.values()].sort((a, b) => a.priority - b.priority || a.order - b.order || a.id - b.id);
}

/** The parts of a cart that bear taxes. */
interface Parts {
  readonly goods: Part;
  readonly shipping: Part;
  readonly fees: Part;
}

/**
 * The taxes that a cart bears, by rate (docs/money.md#fees-and-total). One is listed where some part of the cart bears
 * it, even if a fee below zero takes off as much as the goods bear.
 */
export function taxList(levies: Iterable<Levy>, { goods, shipping, fees }: Parts): Cart['taxes'] {
  return ratesOf(levies).flatMap((rate) => {
    const { id, name, compound } = rate;
    const [ofGoods, ofShipping, ofFees] = [goods, shipping, fees].map(({ taxes }) => taxes.get(id) ?? 0);
    if (!ofGoods && !ofShipping && !ofFees) return [];
    const amount = (ofGoods ?? 0) + (ofFees ?? 0);
    return [
      { rateId: id, code: rateCode(rate), label: name, compound, amount, shippingAmount: ofShipping ?? 0 },
    ];
  });
}
