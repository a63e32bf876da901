import type { ShopTime } from '#contracts/product.ts';
import { fromDecimalText } from '#platform/money/text.ts';
import type { Notes } from '../notes.ts';

/** A value is invalid. The message contains the name of its member. */
export class UnsupportedValue extends Error {}

/** Returns the given value if it is known; otherwise the first known value. */
export function oneOf<const T extends string>(known: readonly [T, ...T[]], given: string): T {
  return known.find((one) => one === given) ?? known[0];
}

/** Returns the given value if it is known; otherwise the first known value, with a note unless `given` is empty. */
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

/** Returns a time of the shop; null if it has neither local time nor UTC. */
export function shopTime(local: string | null, utc: string | null): ShopTime | null {
  const one = local ?? utc;
  return one === null ? null : { local: one, utc: utc ?? one };
}

const unknownTime = '1970-01-01T00:00:00';

/** Returns a time that is required here; 1970 if it is missing, as in drafts. */
export function knownTime(local: string | null, utc: string | null): ShopTime {
  return shopTime(local, utc) ?? { local: unknownTime, utc: unknownTime };
}

/** Returns minor units of decimal text; null if empty. @throws UnsupportedValue with the member */
export function amountOf(member: string, text: string, decimals: number): number | null {
  if (text === '') return null;
  const value = fromDecimalText(text, decimals);
  if (value === null || value < 0) throw new UnsupportedValue(`${member} is no price`);
  return value;
}

/** Returns whether decimal text has more decimals, other than zeros, than the currency. */
export function isRounded(text: string, decimals: number): boolean {
  const [, fraction = ''] = text.split('.');
  return /[1-9]/.test(fraction.slice(decimals));
}
