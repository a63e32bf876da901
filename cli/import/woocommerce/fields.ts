import { z } from 'zod';

/** Text that may be missing, null, or a number where a shop's extension wrote one. */
export const text = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value === null || value === undefined ? '' : String(value)));
/** A yes or no that may be missing: no. */
export const flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? false);
/** A whole number that may be missing. */
export const whole = (fallback: number) =>
  z
    .int()
    .nullish()
    .transform((value) => value ?? fallback);
/** A whole number that is written as text or left empty in places. */
export const count = z
  .union([z.int(), z.string().regex(/^-?\d*$/, 'must be a whole number')])
  .nullish()
  .transform((value) => (value === null || value === undefined || value === '' ? null : Number(value)));
/** A list that may be missing: empty. */
export const list = <S extends z.ZodType>(entry: S) =>
  z
    .array(entry)
    .nullish()
    .transform((value) => value ?? []);
export const id = z.int().positive();

/** `YYYY-MM-DDTHH:mm:ss` or null. */
export const moment = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/, 'must be a date and time such as 2026-01-31T09:00:00')
  .nullish()
  .transform((value) => value ?? null);
