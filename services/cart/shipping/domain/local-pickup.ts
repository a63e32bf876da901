import type { Currency } from '#contracts/settings.ts';
import { noFine } from '#platform/money/fine.ts';
import { bearsTax, type Consignment, type MethodSettings, type Offer } from './consignment.ts';
import { costOf } from './cost-expression.ts';
import { costIn } from './exact.ts';
import { parcelOf } from './parcel.ts';

/**
 * Returns local pickup with its cost, 0 when none is given (docs/money.md, Shipping). Not offered when it is invalid.
 */
export function localPickup(
  settings: MethodSettings,
  { goods, grain }: Consignment,
  currency: Currency,
): Offer | null {
  const text = settings.cost ?? '';
  const taxable = bearsTax(settings);
  if (text.trim() === '') return { cost: noFine, taxable };
  const amount = costOf(text, currency.decimalSeparator, parcelOf(goods, currency, grain));
  const cost = amount && costIn(currency.decimals, grain, amount);
  return cost === null ? null : { cost, taxable };
}
