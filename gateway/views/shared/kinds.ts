import { z } from 'zod';
import { kind } from './view.ts';

/** An amount as decimal text in major units. */
export const decimalSchema = z.string().regex(/^-?\d+(\.\d+)?$/, 'a decimal amount');
/** An amount as decimal text in major units. A missing amount is empty text. */
const decimalOrEmptySchema = z.union([decimalSchema, z.literal('')]);
/** An amount as text in minor units. */
export const minorSchema = z.string().regex(/^-?\d+$/, 'an amount in minor units');
/** An amount as decimal text, or a formatted amount: digits with a currency sign or word. */
export const amountSchema = z
  .string()
  .regex(/^(?:-?\d+(\.\d+)?$|(?=\D*\d)(?=[\d.,\s-]*[^\d.,\s-]))/, 'a decimal amount, or a formatted one');

/** A date and time without offset, `2031-04-05T10:00:00`. */
export const dateTimeSchema = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/, 'a date-time without offset');
export const urlSchema = z.url({ protocol: /^https?$/ });

/** Returns the schema of a link whose path matches the pattern `path`. */
export function linkTo(path: RegExp) {
  return urlSchema.refine(leadsTo(path), `a link to ${path.source}`);
}

/**
 * Returns the schema of a link that may have brackets in its query, as in CoCart. A link with brackets is no
 * valid URI (RFC 3986), so the schema checks only the path.
 */
export function linkWithBracketsTo(path: RegExp) {
  return z.string().refine(leadsTo(path), `a link to ${path.source}`);
}

const leadsTo = (path: RegExp) => (value: string) => path.test(URL.parse(value)?.pathname ?? '');

/** The kinds of members: each declares a member with its words and with how its value is read. */

export const text = kind(z.string());
export const flag = kind(z.boolean());
export const number = kind(z.number());
export const whole = kind(z.int());
/** An amount as decimal text in major units. */
export const decimal = kind(decimalSchema);
/** An amount as decimal text in major units. A missing amount is empty text. */
export const decimalOrEmpty = kind(decimalOrEmptySchema);
/** An amount as text in minor units. */
export const minor = kind(minorSchema);
/** A date and time without offset, `2031-04-05T10:00:00`. */
export const dateTime = kind(dateTimeSchema);
export const url = kind(urlSchema);
