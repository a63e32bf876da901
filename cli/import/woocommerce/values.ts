import type { ShopTime } from '#contracts/product.ts';
import { fromDecimalText } from '#platform/money/text.ts';
import type { Notes } from '../notes.ts';

/** Thrown for an invalid value. The message names the member with the value. */
export class UnsupportedValue extends Error {}

/** Returns the given value if it is in `known`; otherwise the first value of `known`. */
export function oneOf<const T extends string>(known: readonly [T, ...T[]], given: string): T {
  return known.find((one) => one === given) ?? known[0];
}

/**
 * Returns the given value if it is in `known`; otherwise the first value of `known`. Adds a note for an unknown value
 * that is not empty.
 */
export function knownOr<const T extends string>(
  known: readonly [T, ...T[]],
  given: string,
  what: string,
  notes: Notes,
): T {
  const one = oneOf(known, given);
  if (one !== given && given !== '') notes.adjust(what, `"${given.slice(0, 60)}" is not known here: ${one}`);
  return one;
}

/**
 * Returns a time in the shop's time zone and in UTC. If only one text is given, uses this text as local time
 * and as UTC. Returns null if both texts are null.
 */
export function shopTime(local: string | null, utc: string | null): ShopTime | null {
  const one = local ?? utc;
  return one === null ? null : { local: one, utc: utc ?? one };
}

const unknownTime = '1970-01-01T00:00:00';

/** Returns a time that must not be null. Without a time, as in drafts, returns the first moment of 1970. */
export function knownTime(local: string | null, utc: string | null): ShopTime {
  return shopTime(local, utc) ?? { local: unknownTime, utc: unknownTime };
}

/**
 * Returns the minor units of a decimal amount; null for an empty text. @throws UnsupportedValue that names the member
 */
export function amountOf(member: string, text: string, decimals: number): number | null {
  if (text === '') return null;
  const value = fromDecimalText(text, decimals);
  if (value === null || value < 0) throw new UnsupportedValue(`${member} is no price`);
  return value;
}

/**
 * Returns whether an amount has more decimals than the currency, such as `'1.005'` with 2 decimals. Zeros at
 * the end do not count.
 */
export function needsRounding(text: string, decimals: number): boolean {
  const [, fraction = ''] = text.split('.');
  return /[1-9]/.test(fraction.slice(decimals));
}
