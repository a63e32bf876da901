import { type Minor, minor } from './money.ts';

/** How a currency writes amounts. */
export interface AmountFormat {
  readonly symbol: string;
  readonly position: 'left' | 'right' | 'left_space' | 'right_space';
  readonly decimals: number;
  readonly decimalSeparator: string;
  readonly thousandSeparator: string;
}

/** Whole and fractional digits of an amount's size, at the currency's decimals. */
function digits(amount: number, decimals: number): [whole: string, fraction: string] {
  const text = String(Math.abs(amount)).padStart(decimals + 1, '0');
  return [text.slice(0, text.length - decimals), text.slice(text.length - decimals)];
}

/** Decimal text of an amount with all of its currency's decimals: 1999 at 2 is `19.99`, at 0 `1999`. */
export function decimalText(amount: number, decimals: number): string {
  const [whole, fraction] = digits(amount, decimals);
  return `${amount < 0 ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

/**
 * The amount as a number of major units, for the few members that are numbers: 1999 at 2 is 19.99.
 *
 * A number in JSON has 53 bits. Up to 10^15 minor units, whoever rounds it to the currency's decimals has the amount again.
 * Beyond 2^46 major units at 2 decimals (70,368,744,177,664.00), and 2^43 at 3 (8,796,093,022,208.000), two amounts share
 * a number: only the texts of an answer are exact there. At 0 decimals nothing is lost.
 */
export function decimalNumber(amount: number, decimals: number): number {
  // Both are whole and exact, so that the quotient is the number which is nearest to the decimal text.
  return amount / 10 ** decimals;
}

/** What stands before and after an amount: `€` left, ` kr` right with a blank. */
export function affixes(format: AmountFormat): { prefix: string; suffix: string } {
  const { symbol, position } = format;
  return {
    prefix: position === 'left' ? symbol : position === 'left_space' ? `${symbol} ` : '',
    suffix: position === 'right' ? symbol : position === 'right_space' ? ` ${symbol}` : '',
  };
}

/** Digits in groups of three from the right; the first may be shorter. */
function inThousands(whole: string): string[] {
  const groups: string[] = [];
  for (let end = whole.length; end > 0; end -= 3) groups.unshift(whole.slice(Math.max(0, end - 3), end));
  return groups;
}

/** The amount as a shopper reads it: symbol, separators, all decimals, `-` in front when below zero. */
export function formatted(amount: number, format: AmountFormat): string {
  const [whole, fraction] = digits(amount, format.decimals);
  const grouped = inThousands(whole).join(format.thousandSeparator);
  const { prefix, suffix } = affixes(format);
  const sign = amount < 0 ? '-' : '';
  return `${sign}${prefix}${grouped}${fraction === '' ? '' : format.decimalSeparator + fraction}${suffix}`;
}

const decimalPattern = /^(-?)(\d{1,16})(?:\.(\d{1,100}))?$/;

/**
 * The amount that a decimal text names, in minor units; more decimals than the currency has are rounded half
 * away from zero. Null when the text is no decimal number or beyond the safe integers.
 */
export function fromDecimalText(text: string, decimals: number): Minor | null {
  const match = decimalPattern.exec(text.trim());
  if (!match) return null;
  const [, sign, whole = '', fraction = ''] = match;
  const kept = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
  const size = Number((fraction[decimals] ?? '0') >= '5' ? kept + 1n : kept);
  if (!Number.isSafeInteger(size)) return null;
  return minor(sign === '-' ? 0 - size : size);
}
