import { type Fine, fineOf, type Grain, type Minor, minor, share, times } from './money.ts';
import { type AmountFormat, decimalParts, formatted, scaled } from './text.ts';

/**
 * The decimal text of an amount with further decimals than its currency, in major units: `8.2645`. It stands beside the
 * amount that is rounded to minor units, and is absent if that amount has all decimals.
 */
export type Exact = string;

/** Maximum number of decimals of an exact amount, as in WooCommerce. */
const exactDecimals = 6;

/** An amount in minor units, with its exact text if it has further decimals. */
export interface ExactAmount {
  readonly amount: Minor;
  readonly exact?: Exact;
  /** Whether the text cannot be kept: it has more than six decimals, or is too large for further decimals. */
  readonly isRounded: boolean;
}

/**
 * Parses decimal text and keeps up to six decimals. Null if the text is no decimal number from 0 on, or the amount is no
 * safe integer.
 */
export function exactAmount(text: string, decimals: number): ExactAmount | null {
  const parts = decimalParts(text);
  if (!parts || parts.sign === '-') return null;
  const size = scaled(parts, exactDecimals);
  const unit = 10n ** BigInt(exactDecimals - decimals);
  const amount = Number((2n * size + unit) / (2n * unit));
  if (!Number.isSafeInteger(amount)) return null;
  const isRounded = /[1-9]/.test(parts.fraction.slice(exactDecimals));
  if (size % unit === 0n) return { amount: minor(amount), isRounded };
  if (!Number.isSafeInteger(Number(size))) return { amount: minor(amount), isRounded: true };
  let digits = String(size).padStart(exactDecimals + 1, '0');
  while (digits.endsWith('0')) digits = digits.slice(0, -1);
  const whole = String(size / 10n ** BigInt(exactDecimals));
  return { amount: minor(amount), exact: `${whole}.${digits.slice(whole.length)}`, isRounded };
}

/** Returns an exact amount in millionths of a major unit, or of a per cent. */
export function millionthsOf(exact: Exact): number {
  const [whole = '', fraction = ''] = exact.split('.');
  return Number(whole + fraction.padEnd(exactDecimals, '0'));
}

/**
 * Returns a unit price times a quantity as a fine amount. Here, and only here, the further decimals of a price become
 * part of a calculation.
 *
 * @throws AmountError beyond the safe integers
 */
export function finePrice(
  unit: Minor,
  exact: Exact | undefined,
  quantity: number,
  decimals: number,
  grain: Grain,
): Fine {
  if (exact === undefined) return fineOf(times(unit, quantity), grain);
  return share(millionthsOf(exact) as Fine, quantity * grain, 10 ** (exactDecimals - decimals));
}

/** A price in minor units, with its exact text if it has further decimals. */
export interface Price {
  readonly amount: number;
  readonly exact?: Exact | undefined;
}

/** Returns 1 if the exact amount is above the rounded amount, −1 if it is below, 0 without an exact amount. */
function side({ amount, exact }: Price): number {
  if (exact === undefined) return 0;
  const digits = exact.replace('.', '').replace(/^0+/, '');
  return amount === 0 || digits.startsWith(String(amount)) ? 1 : -1;
}

/** Compares two prices of one currency: negative if `one` is lower, 0 if both are equal. */
export function comparePrices(one: Price, other: Price): number {
  const difference = one.amount - other.amount || side(one) - side(other);
  if (difference !== 0 || one.exact === undefined || other.exact === undefined) return difference;
  return millionthsOf(one.exact) - millionthsOf(other.exact);
}

/**
 * Returns the member `exact` of prices, with the texts that are there. Without any text, returns no member, so that
 * prices without further decimals are stored as they always were.
 */
export function exactMember<Name extends string>(
  exacts: Readonly<Partial<Record<Name, Exact | undefined>>>,
): { exact?: Partial<Record<Name, Exact>> } {
  const given = Object.entries(exacts).filter(([, exact]) => exact !== undefined);
  return given.length === 0 ? {} : { exact: Object.fromEntries(given) as Partial<Record<Name, Exact>> };
}

/** Returns an amount as `formatted` does, with its further decimals. */
export function formattedExact(amount: number, exact: Exact | undefined, format: AmountFormat): string {
  if (exact === undefined) return formatted(amount, format);
  const [whole = '', fraction = ''] = exact.split('.');
  return formatted(Number(whole + fraction), { ...format, decimals: fraction.length });
}
