import { z } from 'zod';
import type { ParameterRule } from '#platform/errors/faults.ts';
import { isOneLine } from '#platform/util/text.ts';
import { type Moment, momentOf } from './date-time.ts';

/**
 * Schemas for the parameters of routes. All values in a query are texts. Values in a JSON body may also be
 * numbers, booleans and lists.
 */

/** Returns a schema for a boolean, given as `true`, `false`, `1` or `0` in a query or in JSON. */
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

/** Returns the option of a check that names the rule which an invalid value breaks, in place of zod's message. */
export function rule(broken: ParameterRule): { readonly error: ParameterRule } {
  return { error: broken };
}

/**
 * Returns a schema for a line of text of at most `most` characters, without control characters, line ends and marks of
 * direction; surrounding blanks are removed.
 */
export function text(most: number) {
  return anyText(most).refine(isOneLine, rule('one_line'));
}

/** Returns a schema for text of at most `most` characters, with any lines; surrounding blanks are removed. */
export function anyText(most: number) {
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

/**
 * Returns a schema for names of members: a comma list such as `_fields=id,name`, or one parameter for each
 * name, such as `_fields[]=id&_fields[]=name`.
 */
export function memberNames(most: number) {
  const joined = (given: unknown) => {
    const value = asList(given);
    return Array.isArray(value) ? value.join(',') : value;
  };
  return z.preprocess(joined, text(most).optional());
}

/**
 * Converts an object whose keys are numbers to a list: `a[3]=x&a[7]=y` → `['x', 'y']`. Returns other values
 * unchanged.
 */
function asList(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  const keys = Object.keys(given);
  return keys.length > 0 && keys.every((key) => /^\d+$/.test(key)) ? Object.values(given) : given;
}

/**
 * A schema of an array that zod checks only up to the first invalid entry, because an error names only one
 * entry.
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

/**
 * Returns an empty object for `[]` and for an empty text, which PHP clients and forms send for `{}`. Returns other
 * values unchanged.
 */
function asObject(given: unknown): unknown {
  const isEmpty = given === '' || (Array.isArray(given) && given.length === 0);
  return isEmpty ? {} : given;
}

/** Maximum number of characters of a name in a map. */
const maxNameLength = 200;

/**
 * Returns a schema for a map with at most `most` entries and at most `maxCharacters` characters in each
 * name.
 */
export function map<Value extends z.ZodType>(value: Value, most: number, maxCharacters = maxNameLength) {
  return counted(z.record(z.string().max(maxCharacters), value), most);
}

/**
 * Returns a schema for a map with at most `most` entries, whose values may be any JSON and are not checked. The map may
 * have any names. It is not copied, because zod's copies lose an entry with the name `__proto__`.
 */
export function jsonMap(most: number) {
  const named = z.unknown().check(({ value, issues }) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      issues.push({ code: 'invalid_type', expected: 'object', input: value });
    } else if (Object.keys(value).some((name) => name.length > maxNameLength)) {
      issues.push({
        code: 'custom',
        message: 'long_name' satisfies ParameterRule,
        params: { maximum: maxNameLength },
        input: value,
      });
    }
  });
  return counted(named as unknown as z.ZodType<Record<string, z.core.util.JSONType>>, most);
}

function counted<Entries extends z.ZodType>(entries: Entries, most: number) {
  // The entries are counted before their values are checked, so that the gateway refuses too large a map
  // quickly.
  const few = (given: unknown) =>
    typeof given !== 'object' || given === null || Object.keys(given).length <= most;
  const size = z
    .any()
    .refine(few, { ...rule('members'), params: { maximum: most } })
    // The type of `size` is `any`, so the OpenAPI document shows the limit only because of this metadata.
    .meta({ type: 'object', maxProperties: most });
  return z.preprocess(asObject, size.pipe(entries));
}

/** Returns a schema for an object with the members of `schema`; accepts `[]` as an empty object. */
export function members<Members extends z.ZodType>(schema: Members) {
  return z.preprocess(asObject, schema);
}

/**
 * Accepts any value of a JSON body. `readBody` has already limited the depth, the names and the number of
 * values.
 */
export const parsedJson = z.custom<z.core.util.JSONType>();

/** Maximum of an integer parameter whose schema sets no maximum. */
const maxInteger = 2_147_483_647;

function asNumber(value: unknown): unknown {
  return typeof value === 'string' && /^\s*[+-]?\d{1,15}\s*$/.test(value) ? Number(value) : value;
}

function asText(value: unknown): unknown {
  return typeof value === 'number' ? String(value) : value;
}

/** Returns zod's message about a number outside of two bounds, which zod's issue has only one of. */
function outside(least: number, most: number): string {
  return `${'between' satisfies ParameterRule} ${least} ${most}`;
}

/** Returns the bounds in a message of `outside`; null for another message. */
export function boundsIn(message: string): { readonly least: number; readonly most: number } | null {
  const [, least, most] = /^between (-?\d+) (-?\d+)$/.exec(message) ?? [];
  return most === undefined ? null : { least: Number(least), most: Number(most) };
}

/** Returns a schema for an integer from `least` to `most`, both included. */
export function wholeNumber(least: number, most = maxInteger) {
  const isBounded = least > -maxInteger && most < maxInteger;
  const error = isBounded ? outside(least, most) : undefined;
  return z.preprocess(asNumber, z.int().min(least, error).max(most, error));
}

/**
 * Returns a schema for the id in a path. A path with an invalid id is refused as an unknown path
 * (`pathChecker`).
 */
export function pathId() {
  return z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number);
}

/**
 * Returns a function that makes a list of a parameter's value: `'1,5'` → `['1', '5']`, `7` → `[7]`. Other
 * values are passed to `asList`.
 */
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

/** Returns a schema for at most `most` integers: `ids=1,2`, `ids=1 2`, `ids[]=1&ids[]=2` or a JSON list. */
export function integerList(most: number, least = -maxInteger, greatestEntry = maxInteger) {
  return z.preprocess(entriesAt(/[\s,]+/), arrayOf(wholeNumber(least, greatestEntry)).max(most));
}

/** Returns a schema for a list of at most `most` texts: `tags=a,b`, `tags[]=a&tags[]=b` or a JSON list. */
export function textList(most: number, maxCharacters: number) {
  return z.preprocess(entriesAt(/,/), arrayOf(z.preprocess(asText, text(maxCharacters).min(1))).max(most));
}

/**
 * Returns a schema for a list of at most `most` texts that may contain commas themselves. `a,b` is the texts `a`, `b` and
 * `a,b`, as in WooCommerce.
 */
export function textsWithCommas(most: number, maxCharacters: number) {
  const entries = (given: unknown): unknown => {
    const split = entriesAt(/,/)(given);
    const whole = typeof given === 'string' ? given.trim() : '';
    const isOne = !whole.includes(',') || whole.length > maxCharacters || !Array.isArray(split);
    return isOne ? split : [...split, whole];
  };
  return z.preprocess(entries, textList(most + 1, maxCharacters));
}

const maxWords = 100;

/**
 * Returns a schema for a list of some of the `words`: `type=a,b`, `type=a b`, `type[]=a&type[]=b` or a JSON list.
 * Duplicates are removed.
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

/** Returns a schema for one of the lower-case `words`. The client may write the word in any case. */
export function word<const Words extends readonly string[]>(words: Words) {
  return z.preprocess(toLowerCase, z.enum(words));
}

/** Returns a schema for the sort order `asc` or `desc`, in any case (docs/reference/catalogue.md#filters). */
export function direction() {
  return word(['asc', 'desc']);
}

/**
 * Returns a schema for the operator of a filter by terms: `in`, `and`, `not_in` or `not in`
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
      message: 'date_time' satisfies ParameterRule,
      params: { code: 'rest_invalid_date' },
    });
    return z.NEVER;
  });
}

/**
 * Returns a schema for a decimal amount in major units. As in PHP, `.5` and `5.` are amounts. An empty text has the same
 * effect as no parameter.
 */
export function amount() {
  const given = (value: unknown) => (value === '' ? undefined : asText(value));
  return z.preprocess(
    given,
    z
      .string()
      .trim()
      .regex(/^(\d{1,12}(\.\d{0,6})?|\.\d{1,6})$/, rule('amount'))
      .optional(),
  );
}

/** Returns a schema for a decimal price in major units, as text or as a JSON number. */
export function price() {
  return z.preprocess(asText, text(32).regex(/^(\d+(\.\d*)?|\.\d+)$/, rule('amount')));
}

/**
 * Returns a schema for an amount. As in PHP, only the number at the start of a text counts: `12abc` → `12`. A
 * text that does not start with a number has the same effect as no parameter.
 */
export function anyAmount() {
  const read = (value: unknown) => {
    const [, digits] = /^\s*\+?(\d{1,12}(\.\d{0,6})?|\.\d{1,6})/.exec(String(value)) ?? [];
    return digits;
  };
  return z.preprocess((value) => (value === undefined ? value : read(value)), z.string().optional());
}

/**
 * Returns a schema for a decimal amount in major units, as text or as a JSON number. The amount may be negative
 * or an empty text. Decimals after the fifteenth are rounding errors of JavaScript and are cut off.
 */
export function signedAmount() {
  return z.preprocess(
    asText,
    z
      .string()
      .trim()
      .max(100)
      .regex(/^(-?(\d{1,15}(\.\d*)?|\.\d+))?$/, rule('signed_amount'))
      .transform((given) => given.replace(/(\.\d{15})\d+$/, '$1')),
  );
}

/** Returns a schema for an e-mail address. */
export function email() {
  return z.preprocess((value) => (typeof value === 'string' ? value.trim() : value), z.email().max(320));
}

/**
 * Returns a schema for filters by terms of at most ten attributes
 * (docs/reference/catalogue.md#filters-by-attribute). No other query parameter is nested.
 */
export function attributeFilters() {
  const filter = z.object({
    attribute: text(200).min(1),
    term_id: integerList(50).default([]),
    slug: textList(50, 200).default([]),
    operator: termOperator().default('in'),
  });
  const error = ({ code }: { readonly code: string }): ParameterRule | undefined =>
    code === 'invalid_type' ? 'filters' : undefined;
  return z.preprocess((value) => (value === '' ? [] : asList(value)), z.array(filter, { error }).max(10));
}
