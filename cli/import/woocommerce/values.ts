import type { ShopTime } from '#contracts/product.ts';
import { fromDecimalText } from '#platform/money/text.ts';
import type { Notes } from '../notes.ts';

/** A value that no record may have. The message names the member. */
export class Unfit extends Error {}

/** One of the values that the contract knows, or the first of them for anything else. */
export function oneOf<const T extends string>(known: readonly [T, ...T[]], given: string): T {
  return known.find((one) => one === given) ?? known[0];
}

/** The same, where the report is to tell of values that are not known. An empty one is the shop's silence. */
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

/** A moment of the shop; null where it names neither its own time nor UTC. */
export function shopTime(local: string | null, utc: string | null): ShopTime | null {
  const one = local ?? utc;
  return one === null ? null : { local: one, utc: utc ?? one };
}

const unknownTime = '1970-01-01T00:00:00';

/** A moment that every record has. Drafts may lack one. */
export function knownTime(local: string | null, utc: string | null): ShopTime {
  return shopTime(local, utc) ?? { local: unknownTime, utc: unknownTime };
}

/** Minor units of a decimal text; null for an empty one. @throws Unfit naming the member */
export function amountOf(member: string, text: string, decimals: number): number | null {
  if (text === '') return null;
  const value = fromDecimalText(text, decimals);
  if (value === null || value < 0) throw new Unfit(`${member} is no price`);
  return value;
}

/** Whether a decimal text has digits that the currency has no place for. */
export function isRounded(text: string, decimals: number): boolean {
  const [, fraction = ''] = text.split('.');
  return /[1-9]/.test(fraction.slice(decimals));
}
