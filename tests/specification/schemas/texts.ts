import { z } from 'zod';

/** A decimal amount as text, in major units. */
export const decimal = z.string().regex(/^-?\d+(\.\d+)?$/, 'a decimal amount');
/** The same, or empty where there is no amount. */
export const decimalOrEmpty = z.union([decimal, z.literal('')]);
/** A date and time without offset (docs/reference/products.md#the-product). */
export const dateTime = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/, 'a date-time without offset');
export const url = z.url({ protocol: /^https?$/ });

/** A link whose path ends as given. */
export function linkTo(path: RegExp) {
  return url.refine((value) => path.test(URL.parse(value)?.pathname ?? ''), `a link to ${path.source}`);
}
