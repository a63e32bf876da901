import { type Minor, minor } from './money.ts';

/** Format of a currency's amounts. */
export interface AmountFormat {
  readonly symbol: string;
  readonly position: 'left' | 'right' | 'left_space' | 'right_space';
  readonly decimals: number;
  readonly decimalSeparator: string;
  readonly thousandSeparator: string;
}

/** Returns the integer digits and the fraction digits of an amount's absolute value. */
function digits(amount: number, decimals: number): [whole: string, fraction: string] {
  const text = String(Math.abs(amount)).padStart(decimals + 1, '0');
  return [text.slice(0, text.length - decimals), text.slice(text.length - decimals)];
}

/** Returns an amount as text with all decimals of its currency: 1999 is `19.99` at 2 decimals, `1999` at 0. */
export function decimalText(amount: number, decimals: number): string {
  const [whole, fraction] = digits(amount, decimals);
  return `${amount < 0 ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

/**
 * Returns the amount in major units as a number: 1999 at 2 decimals is 19.99.
 *
 * At 2 decimals, numbers beyond 70,368,744,177,664.00 are not exact. At 0 decimals, all numbers are exact.
 */
export function decimalNumber(amount: number, decimals: number): number {
  // Both operands are exact integers, so the quotient is the floating-point number nearest to the amount.
  return amount / 10 ** decimals;
}

/** Returns the texts before and after an amount, such as the prefix `€` or the suffix ` kr`. `space` separates them. */
export function affixes(format: AmountFormat, space = ' '): { prefix: string; suffix: string } {
  const { symbol, position } = format;
  return {
    prefix: position === 'left' ? symbol : position === 'left_space' ? symbol + space : '',
    suffix: position === 'right' ? symbol : position === 'right_space' ? space + symbol : '',
  };
}

/** Splits digits into groups of three from the right. */
function inThousands(whole: string): string[] {
  const groups: string[] = [];
  for (let end = whole.length; end > 0; end -= 3) groups.unshift(whole.slice(Math.max(0, end - 3), end));
  return groups;
}

const noBreakSpace = '\u00a0';

/**
 * Returns the formatted amount with symbol, separators and all decimals. A negative amount begins with `-`. A space
 * between the symbol and the number is a no-break space, as in WooCommerce.
 */
export function formatted(amount: number, format: AmountFormat): string {
  const [whole, fraction] = digits(amount, format.decimals);
  const grouped = inThousands(whole).join(format.thousandSeparator);
  const { prefix, suffix } = affixes(format, noBreakSpace);
  const sign = amount < 0 ? '-' : '';
  return `${sign}${prefix}${grouped}${fraction === '' ? '' : format.decimalSeparator + fraction}${suffix}`;
}

/** Matches a decimal number. As in PHP, `.5` and `5.` are numbers. */
const decimalPattern = /^(-?)(?=\.?\d)(\d{0,16})(?:\.(\d{0,100}))?$/;

/** The digits of a decimal number before and after the point. */
interface DecimalParts {
  readonly sign: string;
  readonly whole: string;
  readonly fraction: string;
}

/** Returns the parts of a decimal text; null if the text is no decimal number. */
export function decimalParts(text: string): DecimalParts | null {
  const match = decimalPattern.exec(text.trim());
  if (!match) return null;
  const [, sign = '', whole = '', fraction = ''] = match;
  return { sign, whole, fraction };
}

/** Returns the size of a decimal number in units of its last kept decimal, rounded half up. */
export function scaled({ whole, fraction }: DecimalParts, decimals: number): bigint {
  const kept = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
  return (fraction[decimals] ?? '0') >= '5' ? kept + 1n : kept;
}

/**
 * Parses decimal text into minor units, and rounds extra decimals half away from zero. Null if the text is no
 * decimal number or the amount is no safe integer.
 */
export function fromDecimalText(text: string, decimals: number): Minor | null {
  const parts = decimalParts(text);
  if (!parts) return null;
  const size = Number(scaled(parts, decimals));
  if (!Number.isSafeInteger(size)) return null;
  return minor(parts.sign === '-' ? 0 - size : size);
}
