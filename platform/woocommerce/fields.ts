import { z } from 'zod';

/**
 * Readers of single values. Plug-ins of a shop write values in other types than WooCommerce: numbers as text, flags as 1
 * or `yes`, lists with gaps as objects, empty objects as lists. A reader takes every form that has one meaning.
 */

/**
 * Returns a schema whose values `read` parses. `read` returns undefined for an invalid value. Zod's own
 * unions and fallbacks would take five times as long for the millions of values of a large shop.
 */
function member<T>(expected: string, read: (value: unknown) => T | undefined) {
  return z.transform<unknown, T>((value, context) => {
    const result = read(value);
    if (result !== undefined) return result;
    context.issues.push({ code: 'custom', message: `must be ${expected}`, input: value });
    return z.NEVER;
  });
}

/** Returns whether a value stands for no value. PHP writes false, an empty text or an empty list for it. */
function isMissing(value: unknown): boolean {
  if (value === null || value === undefined || value === false || value === '') return true;
  return Array.isArray(value) && value.length === 0;
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (isMissing(value)) return '';
  if (value === true) return '1';
  return typeof value === 'number' ? String(value) : undefined;
}

/** Schema of an optional text. A missing value becomes empty, a number becomes text. */
export const text = member('text', textOf);

/** Schema of an optional text, of which a shop may have several. Only the first one counts. */
export const firstText = member('text', (value) => textOf(Array.isArray(value) ? value[0] : value));

const flags: ReadonlyMap<string, boolean> = new Map([
  ...['1', 'yes', 'true', 'on'].map((word) => [word, true] as const),
  ...['0', 'no', 'false', 'off'].map((word) => [word, false] as const),
]);

/** Returns the meaning of a flag: true, 1, `yes`, or false, 0, `no`. Undefined for another value. */
export function flagOf(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  return isMissing(value) ? false : flags.get(String(value).trim().toLowerCase());
}

/** Schema of an optional boolean, which is false by default. */
export const flag = member('yes or no', flagOf);

/** Schema of whether stock is counted: a boolean, or `parent` if the stock of the product above counts. */
export const counted = member('yes, no or parent', (value) => (value === 'parent' ? value : flagOf(value)));

/** Returns a number that may be written as text; null for a missing value, undefined for another value. */
function numberOf(value: unknown): number | null | undefined {
  if (isMissing(value)) return null;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string') return undefined;
  if (value.trim() === '') return null;
  return /^\s*[+-]?\d{1,16}(\.\d{0,20})?\s*$/.test(value) ? Number(value) : undefined;
}

/** Returns a whole number; null for a missing value, undefined for another value. Decimals are cut off, as in PHP. */
function wholeOf(value: unknown): number | null | undefined {
  const number = numberOf(value);
  if (number === null || number === undefined) return number;
  const whole = Math.trunc(number);
  return Number.isSafeInteger(whole) ? whole : undefined;
}

/** Schema of an optional number. A missing value becomes null. */
export const number = member('a number', numberOf);

/** Returns the schema of an optional whole number. A missing value becomes `fallback`. */
export const whole = (fallback: number) =>
  member('a whole number', (value) => {
    const number = wholeOf(value);
    return number === null ? fallback : number;
  });

/** Schema of a tax rate in per cent, as text with a point: `20.0000`. An empty text is 0, as in WooCommerce. */
export const percentage = member('a percentage such as 20.0000', (value) => {
  if (value === '') return '0';
  const [, percent] = /^(\d{1,6}(?:[.,]\d{1,8})?)\s?%?$/.exec(textOf(value)?.trim() ?? '') ?? [];
  return percent?.replace(',', '.');
});

/** Schema of an optional whole number. A missing value becomes null. */
export const count = member('a whole number', wholeOf);

/** Returns the entries of a list, or of the object that PHP writes for a list with gaps; undefined for another value. */
export function entriesOf(value: unknown): unknown[] | undefined {
  if (isMissing(value)) return [];
  return typeof value === 'object'
    ? Object.values(value as object).filter((one) => !isMissing(one))
    : undefined;
}

/** Returns the schema of an optional list. A missing value becomes an empty list. Empty entries are left out. */
export const list = <S extends z.ZodType>(entry: S) =>
  z.preprocess((value): unknown => entriesOf(value) ?? value, z.array(entry));

/** Returns the schema of an optional object. For a missing value, all its members are missing. */
export const object = <S extends z.ZodRawShape>(shape: S) =>
  z.preprocess((value): unknown => (isMissing(value) ? {} : value), z.object(shape));

/** Returns the schema of an optional object. A missing value becomes null. */
export const objectOrNull = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value): unknown => (isMissing(value) ? null : value), schema.nullable());

/** Schema of the id of a record. */
export const id = member('an id', (value) => {
  const whole = numberOf(value) ?? 0;
  return Number.isSafeInteger(whole) && whole > 0 ? whole : undefined;
});

/** Schema of the id of a shipping zone. 0 is the zone of all places that no other zone covers. */
export const zoneId = member('an id or 0', (value) => {
  const whole = numberOf(value);
  return whole !== null && Number.isSafeInteger(whole) && Number(whole) >= 0 ? Number(whole) : undefined;
});

/** Schema of an optional list of ids without repetitions. As in WooCommerce, 0 is no id. */
export const ids = z.preprocess(
  (value): unknown => entriesOf(value)?.filter((one) => numberOf(one) !== 0) ?? value,
  z.array(id).transform((all) => [...new Set(all)]),
);
