import { type Fine, fine, type Grain } from '#platform/money/fine-amounts.ts';
import { fraction, minor } from '#platform/money/money.ts';
import { maxAmount } from '../../model/limits.ts';

/**
 * A number as a fraction of integers, never rounded. The divisor is positive, or 0 for a value that is no
 * number. Every calculation with a divisor of 0 results in a divisor of 0.
 */
export interface Exact {
  readonly numerator: bigint;
  readonly divisor: bigint;
}

export const exactZero: Exact = { numerator: 0n, divisor: 1n };

const noNumber: Exact = { numerator: 0n, divisor: 0n };

/**
 * The maximum shipping cost in minor units. This maximum equals the maximum sum of goods in a cart, so that the cart's
 * total stays exact.
 */
const maxCost = BigInt(maxAmount);

/** Returns an integer divided by a power of ten: 1234 with 2 decimals is 12.34. */
export function exact(whole: number | bigint | string, decimals = 0): Exact {
  return { numerator: BigInt(whole), divisor: 10n ** BigInt(decimals) };
}

/** Decimal separators other than the dot. */
const separators: ReadonlySet<string> = new Set([',', '٫']);

/** Returns a text with a dot instead of the store's own decimal separator. */
export function dotted(text: string, decimalSeparator: string): string {
  return separators.has(decimalSeparator) ? text.replaceAll(decimalSeparator, '.') : text;
}

const decimalText = /^(?:\d+(?:\.\d*)?|\.\d+)$/;

/** Returns the number in a text such as `12.5`; null for a text that is not digits with at most one dot. */
export function exactIn(text: string): Exact | null {
  if (!decimalText.test(text)) return null;
  const [whole = '', fraction = ''] = text.split('.');
  return exact(whole + fraction, fraction.length);
}

export function plus(one: Exact, other: Exact): Exact {
  return {
    numerator: one.numerator * other.divisor + other.numerator * one.divisor,
    divisor: one.divisor * other.divisor,
  };
}

export function minus(one: Exact, other: Exact): Exact {
  return plus(one, { ...other, numerator: -other.numerator });
}

export function times(one: Exact, other: Exact): Exact {
  return { numerator: one.numerator * other.numerator, divisor: one.divisor * other.divisor };
}

/** Returns the quotient of two numbers. The quotient is no number if `other` is 0 or no number. */
export function over(one: Exact, other: Exact): Exact {
  const { numerator, divisor } = other;
  if (numerator === 0n || divisor === 0n) return noNumber;
  const inverse = numerator < 0n ? -divisor : divisor;
  return times(one, { numerator: inverse, divisor: numerator < 0n ? -numerator : numerator });
}

/** Returns the larger of two numbers, or the first number if both are equal. */
export function larger(one: Exact, other: Exact): Exact {
  return other.numerator * one.divisor > one.numerator * other.divisor ? other : one;
}

/** Returns the smaller of two numbers, or the first number if both are equal. */
export function smaller(one: Exact, other: Exact): Exact {
  return other.numerator * one.divisor < one.numerator * other.divisor ? other : one;
}

export function isNumber({ divisor }: Exact): boolean {
  return divisor !== 0n;
}

/**
 * Returns a shipping cost in major units as a fine amount, rounded half up. Null if the cost is no number, is negative
 * or exceeds the maximum.
 *
 * @throws AmountError if the amount exceeds the safe integers
 */
export function costIn(decimals: number, grain: Grain, { numerator, divisor }: Exact): Fine | null {
  if (divisor === 0n || numerator < 0n) return null;
  const scale = 10 ** decimals;
  return numerator * BigInt(scale) > maxCost * divisor
    ? null
    : fine(fraction(minor(scale * grain), numerator, divisor, 'awayFromZero'));
}
