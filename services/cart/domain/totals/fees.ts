import type { TaxRate } from '#contracts/settings.ts';
import { type Half, type Minor, minor, sum } from '#platform/money/money.ts';
import type { CartState } from '../state.ts';
import type { Part } from './parts.ts';
import { type Levy, type LevyOf, levied, type Taxed, untaxed } from './tax/levy.ts';

/** A fee with what it comes to, which may be less than was asked for: a cart never falls below zero. */
export interface ReckonedFee {
  readonly fee: CartState['fees'][number];
  readonly taxed: Taxed;
  readonly levy: Levy;
}

/**
 * The fees of a cart in the order in which they were added (docs/money.md#fees-and-total). One below zero takes off
 * what there is and no more, and gives no more of a tax back than the cart bears; `before` is the cart without its
 * fees. Pure.
 */
export function reckonedFees(
  fees: CartState['fees'],
  levyOf: LevyOf,
  half: Half,
  before: Pick<Part, 'net' | 'taxes'>,
): readonly ReckonedFee[] {
  let left: number = before.net;
  const borne = new Map<number, number>(before.taxes);
  const bear = (tax: Minor, { id }: TaxRate): Minor => {
    const sofar = borne.get(id) ?? 0;
    const kept = minor(Math.max(tax, 0 - sofar));
    borne.set(id, sofar + kept);
    return kept;
  };
  return fees.map((fee) => {
    const net = minor(Math.max(fee.amount, 0 - left));
    left += net;
    const levy = fee.taxable ? levyOf(fee.taxClass) : untaxed;
    const taxes = levied(net, levy, half).taxes.map((tax, index) => bear(tax, levy.rates[index] as TaxRate));
    return { fee, levy, taxed: { net, tax: sum(taxes), taxes } };
  });
}
