import type { StoreSettings } from '#contracts/settings.ts';
import { type Fine, fineSum, type Grain, inUnits, toUnit } from '#platform/money/fine-amounts.ts';
import type { Minor } from '#platform/money/money.ts';
import { halfOf } from '#platform/tax/levy.ts';

/** How the amounts of one cart are rounded (docs/money.md, "Rounding"). */
export interface Rounding {
  readonly grain: Grain;
  /** Rounds the tax of one tax rate on one line, fee or shipping rate, before this tax is added to a sum. */
  readonly tax: (tax: Fine) => Fine;
  /** Rounds each tax of a line, fee or shipping rate with `tax`, and returns the sum of the rounded taxes. */
  readonly taxes: (taxes: readonly Fine[]) => Fine;
  /** Rounds a line's amount without tax, or a tax on shipping, before this amount is added to a sum. */
  readonly amount: (amount: Fine) => Fine;
  /** Returns an amount rounded to whole minor units, as answers show the amount. */
  readonly toMinor: (amount: Fine) => Minor;
  /** Returns the sum of all taxes, rounded to whole minor units like each tax. */
  readonly taxToMinor: (tax: Fine) => Minor;
}

const unrounded = (amount: Fine) => amount;

/**
 * Returns the rounding of a store. If the store rounds at the subtotal, amounts are rounded only when they
 * are shown.
 */
export function roundingOf(settings: StoreSettings['tax'], grain: Grain): Rounding {
  const half = halfOf(settings);
  const toMinor = (amount: Fine) => inUnits(amount, grain, 'awayFromZero');
  const taxToMinor = (amount: Fine) => inUnits(amount, grain, half);
  const shown = { grain, toMinor, taxToMinor };
  if (settings.roundAtSubtotal) return { ...shown, tax: unrounded, taxes: fineSum, amount: unrounded };
  const tax = (amount: Fine) => toUnit(amount, grain, half);
  return {
    ...shown,
    tax,
    taxes: (taxes) => fineSum(taxes.map(tax)),
    amount: (amount) => toUnit(amount, grain, 'awayFromZero'),
  };
}
