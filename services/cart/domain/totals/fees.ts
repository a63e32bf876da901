import { type Fine, fine, fineOf, type Grain, share, toUnit } from '#platform/money/fine-amounts.ts';
import { minor } from '#platform/money/money.ts';
import { addTax, type Levy, type LevyOf, type Taxed, untaxed } from '#platform/tax/levy.ts';
import type { CartState } from '../../model/state.ts';

type Fee = CartState['fees'][number];

/**
 * A fee with its calculated amount. The amount of a negative fee may be smaller than entered, so that the total of the
 * cart does not fall below zero.
 */
export interface CalculatedFee {
  readonly fee: Fee;
  /** The amount without tax, and the tax of each rate in `levy`. */
  readonly taxed: Taxed;
  /** The tax rates of the fee. A negative fee has the rates of all tax classes in the cart. */
  readonly levy: Levy;
}

/** An amount of goods, shipping or fees without tax. The tax class is null for an amount that is not taxable. */
export interface Cost {
  readonly taxClass: string | null;
  readonly amount: Fine;
}

/** The amounts of a cart before fees are added. */
export interface BeforeFees {
  /** The sum of goods and shipping, without tax. */
  readonly net: Fine;
  readonly costs: readonly Cost[];
}

/** Returns the sum of the costs of each tax class, in the order in which the classes first occur in `costs`. */
function byClass(costs: readonly Cost[]): Map<string | null, number> {
  const sums = new Map<string | null, number>();
  for (const { taxClass, amount } of costs) sums.set(taxClass, (sums.get(taxClass) ?? 0) + amount);
  return sums;
}

/**
 * Returns a negative fee of `net` with the taxes that the fee refunds. The fee is split over the tax classes
 * of the cart, in proportion to the costs of each class.
 */
function refundedTax(
  net: Fine,
  costs: readonly Cost[],
  levyOf: LevyOf,
): Pick<CalculatedFee, 'levy' | 'taxed'> {
  const sums = byClass(costs);
  const whole = [...sums.values()].reduce((all, one) => all + one, 0);
  const rates: Levy['rates'][number][] = [];
  const taxes: Fine[] = [];
  for (const [taxClass, cost] of sums) {
    if (taxClass === null || cost === 0 || whole === 0) continue;
    const levy = levyOf(taxClass);
    const ofClass = addTax(share(net, cost, whole), levy);
    rates.push(...levy.rates);
    taxes.push(...ofClass.taxes);
  }
  return { levy: { rates, shares: [], whole: 1, withTax: 1 }, taxed: { net, taxes } };
}

/**
 * Returns the calculated fees of a cart, in the order in which they were added (docs/money.md, "Fees"). The largest fee
 * is calculated first, the most negative fee last. A negative fee reduces the sum of the cart to zero at most, and
 * reduces the taxes of all tax classes in the cart. Pure.
 */
export function feesOf(
  fees: readonly Fee[],
  levyOf: LevyOf,
  grain: Grain,
  before: BeforeFees,
): readonly CalculatedFee[] {
  let feesSoFar = 0;
  const costs = [...before.costs];
  const calculated = new Map<Fee, CalculatedFee>();
  // Of several equal fees, the fee that was added last is calculated first.
  for (const fee of fees.toReversed().sort((a, b) => b.amount - a.amount)) {
    const requested = fineOf(minor(fee.amount), grain);
    const most = toUnit(fine(before.net + feesSoFar), grain, 'awayFromZero');
    const net = fine(requested < 0 ? Math.max(requested, 0 - most) : requested);
    feesSoFar += net;
    if (requested < 0) calculated.set(fee, { fee, ...refundedTax(net, costs, levyOf) });
    else {
      const levy = fee.taxable ? levyOf(fee.taxClass) : untaxed;
      calculated.set(fee, { fee, levy, taxed: addTax(net, levy) });
      costs.push({ taxClass: fee.taxable ? fee.taxClass || 'standard' : null, amount: net });
    }
  }
  return fees.flatMap((fee) => calculated.get(fee) ?? []);
}
