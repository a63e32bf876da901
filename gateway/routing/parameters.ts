import { z } from 'zod';
import { type Moment, momentOf } from './date-time.ts';

/**
 * Schemas for the parameters of routes: scalars, and lists and maps with limits. Values in a query
 * are texts; JSON may also have numbers, booleans and lists.
 */

/** Returns a schema for `true`, `false`, `1` and `0`, as text or as JSON. */
export function flag() {
  const words = new Map<unknown, boolean>([
    ['true', true],
    ['1', true],
    [1, true],
    ['false', false],
    ['0', false],
    [0, false],
  ]);
  const known = (value: unknown) =>
    words.get(typeof value === 'string' ? value.toLowerCase() : value) ?? value;
  return z.preprocess(known, z.boolean());
}

/** Returns a schema for text of at most `most` characters; surrounding blanks are removed. */
export function text(most: number) {
  return z.string().trim().max(most);
}

/** Returns a schema for text of at most `most` characters; an integer in JSON is accepted as text. */
export function idText(most: number) {
  return z.preprocess((given) => (Number.isInteger(given) ? String(given) : given), text(most));
}

/** Returns a schema for a quantity as text; a number in JSON is accepted as text. */
export function quantityText() {
  return z.preprocess(asText, text(32));
}

/** Returns a schema for names of members: a comma list, or repeated as `_fields[]=id&_fields[]=name`. */
export function memberNames(most: number) {
  const joined = (given: unknown) => {
    const value = asList(given);
    return Array.isArray(value) ? value.join(',') : value;
  };
  return z.preprocess(joined, text(most).optional());
}

/** Returns a form's map with gaps in its indexes, `a[3]=x&a[7]=y`, as a list; other values unchanged. */
function asList(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  const keys = Object.keys(given);
  return keys.length > 0 && keys.every((key) => /^\d+$/.test(key)) ? Object.values(given) : given;
}

/**
 * An array that is checked up to its first invalid entry. An error shows only one entry, and many
 * errors would cost much time.
 */
const FirstBadArray = z.core.$constructor<z.ZodArray>('FirstBadArray', (array, definition) => {
  z.ZodArray.init(array, definition);
  const { parse } = array._zod;
  array._zod.parse = (payload, context) => parse(payload, { ...context, abortEarly: true });
});

function arrayOf<Entry extends z.ZodType>(element: Entry): z.ZodArray<Entry> {
  return new FirstBadArray({ type: 'array', element }) as z.ZodArray<Entry>;
}

/** Returns a schema for a list of records, with at most `most` entries. */
export function list<Entry extends z.ZodType>(entry: Entry, most: number, least = 0) {
  return z.preprocess(asList, arrayOf(entry).min(least).max(most));
}

/** Returns an empty object for an empty list, which PHP clients send instead; other values unchanged. */
function asObject(given: unknown): unknown {
  return Array.isArray(given) && given.length === 0 ? {} : given;
}

/** Maximum length of a name in a map. */
const maxNameLength = 200;

/** Returns a schema for a map with limits on the number of entries and on the length of names. */
export function map<Value extends z.ZodType>(value: Value, most: number, maxCharacters = maxNameLength) {
  return counted(z.record(z.string().max(maxCharacters), value), most);
}

/**
 * Returns a schema for a map of any JSON values. Unlike the values of `map`, they are not checked
 * one by one.
 */
export function jsonMap(most: number) {
  const isShort = (given: object) => Object.keys(given).every((name) => name.length <= maxNameLength);
  const named = z.looseObject({}).refine(isShort, `has a name of more than ${maxNameLength} characters.`);
  return counted(named as unknown as z.ZodType<Record<string, z.core.util.JSONType>>, most);
}

function counted<Entries extends z.ZodType>(entries: Entries, most: number) {
  // The entries are counted first, so that a map with too many is refused without checking them.
  const few = (given: unknown) =>
    typeof given !== 'object' || given === null || Object.keys(given).length <= most;
  const size = z
    .any()
    .refine(few, `has more than ${most} members.`)
    // Only the documentation uses this, because the counted value may have any type.
    .meta({ type: 'object', maxProperties: most });
  return z.preprocess(asObject, size.pipe(entries));
}

/** Returns a schema for an object with the members of `schema`; accepts `[]` as an empty object. */
export function members<Members extends z.ZodType>(schema: Members) {
  return z.preprocess(asObject, schema);
}

/** Accepts any value of a JSON body. `readBody` has already checked depth, names and number of values. */
export const parsedJson = z.custom<z.core.util.JSONType>();

/** Default maximum of an integer parameter. */
const maxInteger = 2_147_483_647;

function asNumber(value: unknown): unknown {
  return typeof value === 'string' && /^\s*[+-]?\d{1,15}\s*$/.test(value) ? Number(value) : value;
}

function asText(value: unknown): unknown {
  return typeof value === 'number' ? String(value) : value;
}

/** Returns a schema for an integer within inclusive bounds. */
export function wholeNumber(least: number, most = maxInteger) {
  const isBounded = least > -maxInteger && most < maxInteger;
  const error = isBounded ? `must be between ${least} (inclusive) and ${most} (inclusive)` : undefined;
  return z.preprocess(asNumber, z.int().min(least, error).max(most, error));
}

/** Returns a schema for the id in a path. An invalid id means an unknown path (`pathChecker`). */
export function pathId() {
  return z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number);
}

/** Returns a function that splits a text into the entries of a list; other values go through `asList`. */
function entriesAt(separator: RegExp) {
  return (value: unknown) => {
    if (typeof value === 'number') return [value];
    if (typeof value !== 'string') return asList(value);
    return value
      .split(separator)
      .map((entry) => entry.trim())
      .filter(Boolean);
  };
}

/** Returns a schema for a list of integers with a maximum size: `1,2`, `1 2`, `a[]=1&a[]=2`, or JSON. */
export function integerList(most: number, least = -maxInteger, greatestEntry = maxInteger) {
  return z.preprocess(entriesAt(/[\s,]+/), arrayOf(wholeNumber(least, greatestEntry)).max(most));
}

/** Returns a schema for a list of texts with a maximum size: `a,b`, `a[]=a&a[]=b`, or JSON. */
export function textList(most: number, maxCharacters: number) {
  return z.preprocess(entriesAt(/,/), arrayOf(z.preprocess(asText, text(maxCharacters).min(1))).max(most));
}

const maxWords = 100;

/**
 * Returns a schema for a list of some of these words, without duplicates: `a,b`, `a b`,
 * `a[]=a&a[]=b`, or JSON.
 */
export function wordList<const Words extends readonly string[]>(words: Words) {
  return z.preprocess(
    entriesAt(/[\s,]+/),
    z
      .array(z.enum(words))
      .max(maxWords)
      .transform((given) => [...new Set(given)]),
  );
}

function toLowerCase(value: unknown): unknown {
  return typeof value === 'string' ? value.trim().toLowerCase() : value;
}

/** Returns a schema for one of these lower-case words; the client may write the word in any case. */
export function word<const Words extends readonly string[]>(words: Words) {
  return z.preprocess(toLowerCase, z.enum(words));
}

/** Returns a schema for `asc` or `desc`, in any case (docs/reference/catalogue.md#filters). */
export function direction() {
  return word(['asc', 'desc']);
}

/**
 * Returns a schema for the operator of a term filter: `in`, `and`, `not_in` or `not in`
 * (docs/reference/catalogue.md#filters).
 */
export function termOperator() {
  const underscored = (value: unknown) => {
    const word = toLowerCase(value);
    return typeof word === 'string' ? word.replaceAll(/[\s-]+/g, '_') : word;
  };
  return z.preprocess(underscored, z.enum(['in', 'not_in', 'and']));
}

/** Returns a schema for an ISO 8601 date-time, with or without an offset. */
export function dateTime() {
  return z.string().transform((given, context): Moment => {
    const moment = momentOf(given.trim());
    if (moment) return moment;
    context.addIssue({
      code: 'custom',
      message: 'must be a date and time, such as 2031-02-03T04:05:06Z.',
      params: { code: 'rest_invalid_date' },
    });
    return z.NEVER;
  });
}

/** Returns a schema for a decimal amount in major units; an empty text counts as absent. */
export function amount() {
  const given = (value: unknown) => (value === '' ? undefined : asText(value));
  return z.preprocess(
    given,
    z
      .string()
      .trim()
      .regex(/^\d{1,12}(\.\d{1,6})?$/, 'must be an amount in major units, such as 12.50.')
      .optional(),
  );
}

/**
 * Returns a schema for an amount in any text, of which only the number at the start counts, as in
 * PHP; without one the amount is absent.
 */
export function anyAmount() {
  const read = (value: unknown) => {
    const [, digits] = /^\s*\+?(\d{1,12}(\.\d{1,6})?)/.exec(String(value)) ?? [];
    return digits;
  };
  return z.preprocess((value) => (value === undefined ? value : read(value)), z.string().optional());
}

/**
 * Returns a schema for a decimal amount in major units that may be negative or empty. JSON may have
 * a number. Decimals after the fifteenth come from binary fractions, so they are cut off.
 */
export function signedAmount() {
  return z.preprocess(
    asText,
    z
      .string()
      .trim()
      .max(100)
      .regex(/^(-?\d{1,15}(\.\d+)?)?$/, 'must be an amount in major units, such as -12.50.')
      .transform((given) => given.replace(/(\.\d{15})\d+$/, '$1')),
  );
}

/** Returns a schema for an e-mail address. */
export function email() {
  return z.preprocess((value) => (typeof value === 'string' ? value.trim() : value), z.email().max(320));
}

/**
 * Returns a schema for filters by terms of at most ten attributes
 * (docs/reference/catalogue.md#filters-by-attribute), the only nested parameter.
 */
export function attributeFilters() {
  const filter = z.object({
    attribute: text(200).min(1),
    term_id: integerList(50).default([]),
    slug: textList(50, 200).default([]),
    operator: termOperator().default('in'),
  });
  return z.preprocess((value) => (value === '' ? [] : asList(value)), z.array(filter).max(10));
}
