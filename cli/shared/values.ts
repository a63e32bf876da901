import type { Customer } from '#contracts/cart.ts';
import type { Currency } from '#contracts/settings.ts';
import { Problem } from '#platform/errors/problem.ts';
import { type Exact, type ExactAmount, exactAmount } from '#platform/money/exact.ts';
import { decimalText, fromDecimalText } from '#platform/money/text.ts';

/** Number of decimals of a percentage in millionths: one millionth is 0.0001 %. */
export const percentDecimals = 4;

const decimal = /^(\d+(\.\d*)?|\.\d+)$/;

function fractionOf(text: string): string {
  return text.split('.')[1] ?? '';
}

/** A typed amount: in minor units, or in millionths for a percentage. `exact` is there if it has further decimals. */
type TypedAmount = Pick<ExactAmount, 'amount' | 'exact'>;

type CurrencyOf = Pick<Currency, 'code' | 'decimals'>;

/** Refuses a text that is not an amount. @throws Problem */
function requireAmount(option: string, text: string, { code, decimals }: CurrencyOf, otherwise = ''): void {
  if (decimal.test(text)) return;
  const example = decimals === 0 ? '1999' : (19.99).toFixed(decimals);
  throw new Problem(`${option} takes an amount like ${example} in ${code}${otherwise}, not "${text}"`);
}

/** Returns a typed price, which may have six decimals: `'8.2645'` → `826` and `'8.2645'`. @throws Problem */
export function typedPrice(option: string, text: string, currency: CurrencyOf, otherwise = ''): TypedAmount {
  requireAmount(option, text, currency, otherwise);
  const price = exactAmount(text, currency.decimals);
  if (price === null) throw new Problem(`${option}: ${text} is too much`);
  if (price.isRounded) throw new Problem(`${option}: ${text} has more than six decimals`);
  return price;
}

/**
 * Returns a typed amount in minor units: `'12.50'` → `1250`.
 *
 * @throws Problem for a text that is not an amount, or has more decimals than the currency
 */
export function typedAmount(option: string, text: string, currency: CurrencyOf): number {
  requireAmount(option, text, currency);
  const { code, decimals } = currency;
  if (fractionOf(text).length > decimals) {
    throw new Problem(`${option}: ${text} has more decimals than ${code} has here, which is ${decimals}`);
  }
  const amount = fromDecimalText(text, decimals);
  if (amount === null) throw new Problem(`${option}: ${text} is too much`);
  return amount;
}

/** Returns a typed percentage from 0 to 100 in millionths: `'12.5'` → `125000`. @throws Problem for any other text */
export function typedPercentage(option: string, text: string): TypedAmount {
  const rate = decimal.test(text) ? exactAmount(text, percentDecimals) : null;
  if (rate && Number(text) <= 100 && !rate.isRounded) return rate;
  throw new Problem(
    `${option} takes per cent from 0 to 100 with six decimals at most, like 10 or 12.5, not "${text}"`,
  );
}

/** Returns a rate in millionths as text: 125,000 is `12.5 %`. `exact` is the rate with further decimals. */
export function percentText(ppm: number, exact?: Exact): string {
  // `Number` removes trailing zeros.
  return `${exact ?? Number(decimalText(ppm, percentDecimals))} %`;
}

/** Returns all texts that are not blank, joined by a separator. */
export function joined(texts: readonly string[], separator: string): string {
  return texts.filter((part) => part.trim() !== '').join(separator);
}

/** Returns an address on one line; an empty text if all members are empty. */
export function addressText(address: Customer['shipping']): string {
  const { firstName, lastName, company, address1, address2, postcode, city, state, country } = address;
  const name = joined([firstName, lastName], ' ');
  return joined([name, company, address1, address2, joined([postcode, city], ' '), state, country], ', ');
}
