import { z } from 'zod';

/** An amount as decimal text in major units. */
export const decimal = z.string().regex(/^-?\d+(\.\d+)?$/, 'a decimal amount');
/** An amount as decimal text in major units. A missing amount is empty text. */
export const decimalOrEmpty = z.union([decimal, z.literal('')]);
/** An amount as text in minor units. */
export const minor = z.string().regex(/^-?\d+$/, 'an amount in minor units');
/** An amount as decimal text, or a formatted amount: digits with a currency sign or word. */
export const amountText = z
  .string()
  .regex(/^(?:-?\d+(\.\d+)?$|(?=\D*\d)(?=[\d.,\s-]*[^\d.,\s-]))/, 'a decimal amount, or a formatted one');

/** A date and time without offset, `2031-04-05T10:00:00`. */
export const dateTime = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/, 'a date-time without offset');
export const url = z.url({ protocol: /^https?$/ });

/** Returns the schema of a link whose path matches the pattern `path`. */
export function linkTo(path: RegExp) {
  return url.refine(leadsTo(path), `a link to ${path.source}`);
}

/**
 * Returns the schema of a link that may have brackets in its query, as in CoCart. A link with brackets is no
 * valid URI (RFC 3986), so the schema checks only the path.
 */
export function linkWithBracketsTo(path: RegExp) {
  return z.string().refine(leadsTo(path), `a link to ${path.source}`);
}

const leadsTo = (path: RegExp) => (value: string) => path.test(URL.parse(value)?.pathname ?? '');
