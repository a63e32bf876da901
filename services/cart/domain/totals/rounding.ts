import type { StoreSettings } from '#contracts/settings.ts';
import { type Fine, fineSum, type Grain, inUnits, toUnit } from '#platform/money/fine-amounts.ts';
import type { Minor } from '#platform/money/money.ts';
import { halfOf } from '#platform/tax/levy.ts';

/** How the amounts of one cart are rounded (docs/money.md, "Rounding"). */
export interface Rounding {
  readonly grain: Grain;
  /** Rounds the tax of one rate on one line, fee or shipping rate, for sums. */
  readonly tax: (tax: Fine) => Fine;
  /** Rounds several such taxes and returns their sum. */
  readonly taxes: (taxes: readonly Fine[]) => Fine;
  /** Rounds a line without tax, or a tax on shipping, for sums. */
  readonly amount: (amount: Fine) => Fine;
  /** Returns an amount in minor units, as it is shown. */
  readonly toMinor: (amount: Fine) => Minor;
}

const unrounded = (amount: Fine) => amount;

/** Returns the rounding of a store. With rounding at the subtotal, no amount is rounded before it is shown. */
export function roundingOf(settings: StoreSettings['tax'], grain: Grain): Rounding {
  const half = halfOf(settings);
  const toMinor = (amount: Fine) => inUnits(amount, grain, 'up');
  if (settings.roundAtSubtotal) return { grain, tax: unrounded, taxes: fineSum, amount: unrounded, toMinor };
  const tax = (amount: Fine) => toUnit(amount, grain, half);
  return {
    grain,
    tax,
    taxes: (taxes) => fineSum(taxes.map(tax)),
    amount: (amount) => toUnit(amount, grain, 'up'),
    toMinor,
  };
}
