import type { TaxRate } from '#contracts/settings.ts';
import { type Half, type Minor, minor, sum } from '#platform/money/money.ts';
import type { CartState } from '../state.ts';
import { type Levy, type LevyOf, levied, type Taxed, untaxed } from './tax/levy.ts';

/** A fee with what it comes to, which may be less than was asked for: a cart never falls below zero. */
export interface ReckonedFee {
  readonly fee: CartState['fees'][number];
  readonly taxed: Taxed;
  readonly levy: Levy;
}

/** What a cart comes to without its fees: net, and tax by the id of the rate. */
export interface BeforeFees {
  readonly net: Minor;
  readonly taxes: ReadonlyMap<number, Minor>;
}

/**
 * The fees of a cart in the order in which they were added (contract 4.7). One below zero takes off what there is and no
 * more, and gives no more of a tax back than the cart bears. Pure.
 */
export function reckonedFees(
  fees: CartState['fees'],
  levyOf: LevyOf,
  half: Half,
  before: BeforeFees,
): readonly ReckonedFee[] {
  let left: number = before.net;
  const borne = new Map<number, number>(before.taxes);
  return fees.map((fee) => {
    const net = minor(Math.max(fee.amount, 0 - left));
    left += net;
    const levy = fee.taxable ? levyOf(fee.taxClass) : untaxed;
    const taxes = levied(net, levy, half).taxes.map((tax, index) => {
      const { id } = levy.rates[index] as TaxRate;
      const all = borne.get(id) ?? 0;
      const kept = minor(Math.max(tax, 0 - all));
      borne.set(id, all + kept);
      return kept;
    });
    return { fee, levy, taxed: { net, tax: sum(taxes), taxes } };
  });
}
