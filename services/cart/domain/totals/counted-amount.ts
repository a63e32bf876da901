import { type Levy, leviesIn, untaxed } from '#platform/tax/levy.ts';
import { memo } from '#platform/util/memo.ts';
import { type CommandContext, factsIdOf } from '../../model/command.ts';
import type { CartState, Line } from '../../model/state.ts';
import { taxPlace } from '../customer/addresses.ts';

/**
 * The gross amount divided by the net amount at a tax of 1000 %. Up to this ratio, the totals of a cart within its
 * limits are exact (`limits.ts`).
 */
const exactTimes = 11;

/**
 * Returns how many times an amount counts towards the limit of the cart's amount (`limits.ts`): once up to a
 * tax of 1000 %, twice for 2100 %. Infinite if the taxes are too high for a number.
 */
const limitFactor = memo(({ whole, withTax }: Levy) => {
  const times = Number((BigInt(withTax) + BigInt(whole) - 1n) / BigInt(whole));
  return Math.max(1, times / exactTimes);
});

/**
 * Returns how much an amount counts towards the limit of the cart's amount, in minor units. An amount of 0 counts as 0,
 * even if the factor is infinite.
 */
export function amountTowardsLimit(amount: number, levy: Levy): number {
  return amount === 0 ? 0 : Math.abs(amount) * limitFactor(levy);
}

/** Functions that return how much lines and fees count towards the limit `amount` (limits.ts), in minor units. */
interface Sizes {
  readonly ofLine: (line: Line) => number;
  readonly ofFees: () => number;
  /** Returns how much an amount without tax, or the price of a product, counts towards the limit. */
  readonly ofPrice: (price: number, product: { taxable: boolean; taxClass: string }) => number;
}

/**
 * Returns functions for how much lines and fees count towards the limit `amount`. Amounts count without tax,
 * multiplied by a factor above 1 if their taxes exceed 1000 %. Negative fees count as positive. A result
 * beyond the safe integers is approximate.
 */
export function countedAmountsIn({ customer, fees }: CartState, { facts, settings }: CommandContext): Sizes {
  const levyOf = leviesIn(taxPlace(customer, settings), settings.tax);
  const ofPrice: Sizes['ofPrice'] = (price, { taxable, taxClass }) =>
    amountTowardsLimit(price, taxable ? levyOf(taxClass) : untaxed);
  return {
    ofPrice,
    ofLine: (line) => {
      const known = facts.get(factsIdOf(line));
      const price = (line.ownPrice ?? known?.price ?? 0) * line.quantity;
      return known ? ofPrice(price, known) : price;
    },
    ofFees: () => fees.reduce((all, fee) => all + ofPrice(fee.amount, fee), 0),
  };
}

/**
 * Returns how much all lines and fees of a cart together count towards the limit `amount` (limits.ts), in minor units.
 */
export function countedAmount(state: CartState, context: CommandContext): number {
  const sizes = countedAmountsIn(state, context);
  return state.lines.reduce((all, line) => all + sizes.ofLine(line), sizes.ofFees());
}
