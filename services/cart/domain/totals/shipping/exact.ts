import { type Fine, fine, type Grain } from '#platform/money/fine.ts';
import { fraction, minor } from '#platform/money/money.ts';
import { mostAmount } from '../../limits.ts';

/**
 * A number as a fraction of whole numbers, never rounded. A divisor of 0 makes it no number, and so is whatever is
 * reckoned with that; else the divisor is positive.
 */
export interface Exact {
  readonly numerator: bigint;
  readonly divisor: bigint;
}

export const nought: Exact = { numerator: 0n, divisor: 1n };

const noNumber: Exact = { numerator: 0n, divisor: 0n };

/** Most that a way to ship may cost, in minor units: as much as its goods, so that the cart's total stays exact. */
const mostCost = BigInt(mostAmount);

/** A whole number, or one of parts of a power of ten: 1234 with 2 decimals is 12.34. */
export function exact(whole: number | bigint | string, decimals = 0): Exact {
  return { numerator: BigInt(whole), divisor: 10n ** BigInt(decimals) };
}

/** Signs beside the dot that decimals are written after somewhere. */
const separators: ReadonlySet<string> = new Set([',', '٫']);

/** A shop's text with a dot where it writes its own separator of decimals. */
export function dotted(text: string, decimalSeparator: string): string {
  return separators.has(decimalSeparator) ? text.replaceAll(decimalSeparator, '.') : text;
}

const decimalText = /^(?:\d+(?:\.\d*)?|\.\d+)$/;

/** The number that a text of digits and at most one dot names; null for any other text. */
export function exactIn(text: string): Exact | null {
  if (!decimalText.test(text)) return null;
  const [whole = '', parts = ''] = text.split('.');
  return exact(whole + parts, parts.length);
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

/** A quotient; no number where the divisor is 0 or none. */
export function over(one: Exact, other: Exact): Exact {
  const { numerator, divisor } = other;
  if (numerator === 0n || divisor === 0n) return noNumber;
  const inverse = numerator < 0n ? -divisor : divisor;
  return times(one, { numerator: inverse, divisor: numerator < 0n ? -numerator : numerator });
}

/** The larger of two numbers, the first of equals. Both are numbers. */
export function larger(one: Exact, other: Exact): Exact {
  return other.numerator * one.divisor > one.numerator * other.divisor ? other : one;
}

/** The smaller of two numbers, the first of equals. Both are numbers. */
export function smaller(one: Exact, other: Exact): Exact {
  return other.numerator * one.divisor < one.numerator * other.divisor ? other : one;
}

export function isNumber({ divisor }: Exact): boolean {
  return divisor !== 0n;
}

/**
 * Major units as a fine amount, rounded half up to a part of the grain. Null for no number, for one below zero, and for
 * more than shipping may cost.
 *
 * @throws AmountError beyond the safe integers
 */
export function costIn(decimals: number, grain: Grain, { numerator, divisor }: Exact): Fine | null {
  if (divisor === 0n || numerator < 0n) return null;
  const parts = 10 ** decimals;
  return numerator * BigInt(parts) > mostCost * divisor
    ? null
    : fine(fraction(minor(parts * grain), numerator, divisor, 'up'));
}
