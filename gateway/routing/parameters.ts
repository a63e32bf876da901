import { z } from 'zod';
import { type Moment, momentOf } from './date-time.ts';

/**
 * Kinds of parameters for routes: scalars, or bounded lists or maps of them. In a query all are text; JSON
 * may have numbers, booleans and lists.
 */

/** `true`, `false`, `1`, `0`, as text or as JSON. */
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

/** Text of at most so many characters; surrounding blanks are removed. */
export function text(most: number) {
  return z.string().trim().max(most);
}

/** Text of at most so many characters; JSON may have an integer instead. */
export function idText(most: number) {
  return z.preprocess((given) => (Number.isInteger(given) ? String(given) : given), text(most));
}

/** The text of a quantity; JSON may have a number instead. */
export function quantityText() {
  return z.preprocess(asText, text(32));
}

/** Names of members: a comma list, or several, `_fields[]=id&_fields[]=name`. */
export function memberNames(most: number) {
  const joined = (given: unknown) => {
    const value = asList(given);
    return Array.isArray(value) ? value.join(',') : value;
  };
  return z.preprocess(joined, text(most).optional());
}

/** A form with gaps in its indexes, `a[3]=x&a[7]=y`, gives a map; it is read as a list where a list is expected. */
function asList(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  const keys = Object.keys(given);
  return keys.length > 0 && keys.every((key) => /^\d+$/.test(key)) ? Object.values(given) : given;
}

/** An array that is checked up to its first bad entry: an error shows only one, and many would take long. */
const FirstBadArray = z.core.$constructor<z.ZodArray>('FirstBadArray', (array, definition) => {
  z.ZodArray.init(array, definition);
  const { parse } = array._zod;
  array._zod.parse = (payload, context) => parse(payload, { ...context, abortEarly: true });
});

function arrayOf<Entry extends z.ZodType>(element: Entry): z.ZodArray<Entry> {
  return new FirstBadArray({ type: 'array', element }) as z.ZodArray<Entry>;
}

/** A list of records, of at most so many. */
export function list<Entry extends z.ZodType>(entry: Entry, most: number, least = 0) {
  return z.preprocess(asList, arrayOf(entry).min(least).max(most));
}

/** PHP clients send an empty object as `[]`. */
function asObject(given: unknown): unknown {
  return Array.isArray(given) && given.length === 0 ? {} : given;
}

/** Maximum length of a name in a map. */
const longestName = 200;

/** A map with limits on entries and on the length of names. */
export function map<Value extends z.ZodType>(value: Value, most: number, mostCharacters = longestName) {
  return counted(z.record(z.string().max(mostCharacters), value), most);
}

/** A map of any values of a JSON body. Unlike those of `map`, they are not checked one by one. */
export function jsonMap(most: number) {
  const isShort = (given: object) => Object.keys(given).every((name) => name.length <= longestName);
  const named = z.looseObject({}).refine(isShort, `has a name of more than ${longestName} characters.`);
  return counted(named as unknown as z.ZodType<Record<string, z.core.util.JSONType>>, most);
}

function counted<Entries extends z.ZodType>(entries: Entries, most: number) {
  // Counts the entries first, so that too many cause no further work.
  const few = (given: unknown) =>
    typeof given !== 'object' || given === null || Object.keys(given).length <= most;
  const size = z
    .any()
    .refine(few, `has more than ${most} members.`)
    // For documentation, since the counted value may be anything.
    .meta({ type: 'object', maxProperties: most });
  return z.preprocess(asObject, size.pipe(entries));
}

/** An object of another schema. */
export function members<Members extends z.ZodType>(schema: Members) {
  return z.preprocess(asObject, schema);
}

/** A value of a JSON body, which `readBody` has checked as a whole. */
export const parsedJson = z.custom<z.core.util.JSONType>();

/** Default maximum of an integer parameter. */
const greatest = 2_147_483_647;

function asNumber(value: unknown): unknown {
  return typeof value === 'string' && /^\s*[+-]?\d{1,15}\s*$/.test(value) ? Number(value) : value;
}

function asText(value: unknown): unknown {
  return typeof value === 'number' ? String(value) : value;
}

/** An integer within inclusive bounds. */
export function wholeNumber(least: number, most = greatest) {
  return z.preprocess(asNumber, z.int().min(least).max(most));
}

/** The id in a path. An invalid one means an unknown path (`pathChecker`). */
export function pathId() {
  return z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number);
}

/** Splits a list that is one text. Ids and words may also be separated by blanks. */
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

/** A limited list of integers: `1,2`, `a[]=1&a[]=2`, or JSON. */
export function integerList(most: number, least = -greatest, greatestEntry = greatest) {
  return z.preprocess(entriesAt(/[\s,]+/), arrayOf(wholeNumber(least, greatestEntry)).max(most));
}

/** A limited list of texts: `a,b`, `a[]=a&a[]=b`, or JSON. */
export function textList(most: number, mostCharacters: number) {
  return z.preprocess(entriesAt(/,/), arrayOf(z.preprocess(asText, text(mostCharacters).min(1))).max(most));
}

const mostWords = 100;

/** Some of these words, without duplicates: `a,b`, `a[]=a&a[]=b`, or JSON. */
export function wordList<const Words extends readonly string[]>(words: Words) {
  return z.preprocess(
    entriesAt(/[\s,]+/),
    z
      .array(z.enum(words))
      .max(mostWords)
      .transform((given) => [...new Set(given)]),
  );
}

function lowered(value: unknown): unknown {
  return typeof value === 'string' ? value.trim().toLowerCase() : value;
}

/** One of these lower-case words, in any case. */
export function word<const Words extends readonly string[]>(words: Words) {
  return z.preprocess(lowered, z.enum(words));
}

/** `asc` or `desc` in any case (docs/reference/catalogue.md#filters). */
export function direction() {
  return word(['asc', 'desc']);
}

/** Operator of a term filter: `in`, `and`, `not_in` or `not in` (docs/reference/catalogue.md#filters). */
export function termOperator() {
  const underscored = (value: unknown) => {
    const word = lowered(value);
    return typeof word === 'string' ? word.replaceAll(/[\s-]+/g, '_') : word;
  };
  return z.preprocess(underscored, z.enum(['in', 'not_in', 'and']));
}

/** An ISO 8601 date-time, with or without an offset. */
export function dateTime() {
  return z.string().transform((given, context): Moment => {
    const moment = momentOf(given.trim());
    if (moment) return moment;
    context.addIssue({
      code: 'custom',
      message: 'is not a valid date.',
      params: { code: 'rest_invalid_date' },
    });
    return z.NEVER;
  });
}

/** A decimal amount in major units; absent when empty. */
export function amount() {
  const given = (value: unknown) => (value === '' ? undefined : asText(value));
  return z.preprocess(
    given,
    z
      .string()
      .trim()
      .regex(/^\d{1,12}(\.\d{1,6})?$/)
      .optional(),
  );
}

/** The same for any text, read like PHP: the leading number counts; absent without one. */
export function anyAmount() {
  const read = (value: unknown) => {
    const [, digits] = /^\s*\+?(\d{1,12}(\.\d{1,6})?)/.exec(String(value)) ?? [];
    return digits;
  };
  return z.preprocess((value) => (value === undefined ? value : read(value)), z.string().optional());
}

/**
 * A decimal amount in major units that may be negative; empty stays empty. JSON may have a number; its
 * decimals beyond the fifteenth, an artefact of binary fractions, are cut.
 */
export function signedAmount() {
  return z.preprocess(
    asText,
    z
      .string()
      .trim()
      .max(100)
      .regex(/^(-?\d{1,15}(\.\d+)?)?$/)
      .transform((given) => given.replace(/(\.\d{15})\d+$/, '$1')),
  );
}

/** An e-mail address. */
export function email() {
  return z.preprocess((value) => (typeof value === 'string' ? value.trim() : value), z.email().max(320));
}

/**
 * Filters by terms of at most ten attributes (docs/reference/catalogue.md#filters-by-attribute); the only
 * nested parameter.
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
