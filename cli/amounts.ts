import type { Currency } from '#contracts/settings.ts';
import { decimalText, fromDecimalText } from '#platform/money/text.ts';
import { Problem } from './problem.ts';

/** Maximum number of decimals of a percentage. Rates are stored in millionths, and one millionth is 0.0001 %. */
export const percentDecimals = 4;

const decimal = /^\d+(\.\d+)?$/;

function fractionOf(text: string): string {
  return text.split('.')[1] ?? '';
}

/**
 * Returns a typed amount in minor units: `'12.50'` → `1250`. In the error message, `otherwise` names the
 * other values that the option accepts.
 *
 * @throws Problem for a text that is not an amount, or has more decimals than the currency
 */
export function typedAmount(
  option: string,
  text: string,
  { code, decimals }: Pick<Currency, 'code' | 'decimals'>,
  otherwise = '',
): number {
  const example = decimals === 0 ? '1999' : (19.99).toFixed(decimals);
  if (!decimal.test(text)) {
    throw new Problem(`${option} takes an amount like ${example} in ${code}${otherwise}, not "${text}"`);
  }
  if (fractionOf(text).length > decimals) {
    throw new Problem(`${option}: ${text} has more decimals than ${code} has here, which is ${decimals}`);
  }
  const amount = fromDecimalText(text, decimals);
  if (amount === null) throw new Problem(`${option}: ${text} is too much`);
  return amount;
}

/** Returns a typed percentage from 0 to 100 in millionths: `'12.5'` → `125000`. @throws Problem for any other text */
export function typedPercentage(option: string, text: string): number {
  const rate = decimal.test(text) ? fromDecimalText(text, percentDecimals) : null;
  if (rate !== null && rate <= 1_000_000 && fractionOf(text).length <= percentDecimals) return rate;
  throw new Problem(
    `${option} takes per cent from 0 to 100 with four decimals at most, like 10 or 12.5, not "${text}"`,
  );
}

/** Returns a rate in millionths as text: 125,000 is `12.5 %`. */
export function percentText(ppm: number): string {
  // `Number` removes trailing zeros.
  return `${Number(decimalText(ppm, percentDecimals))} %`;
}
