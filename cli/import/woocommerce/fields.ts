import { z } from 'zod';

/**
 * Returns a schema that parses a member with `read`, which returns undefined for an invalid value. Zod's unions and
 * fallbacks take five times as long, and a shop has millions of members.
 */
function member<T>(expected: string, read: (value: unknown) => T | undefined) {
  return z.transform<unknown, T>((value, context) => {
    const result = read(value);
    if (result !== undefined) return result;
    context.issues.push({ code: 'custom', message: `must be ${expected}`, input: value });
    return z.NEVER;
  });
}

const isMissing = (value: unknown) => value === null || value === undefined;

/** Optional text; null and numbers from extensions are accepted. */
export const text = member('text', (value) => {
  if (typeof value === 'string') return value;
  if (isMissing(value)) return '';
  return typeof value === 'number' ? String(value) : undefined;
});

/** Optional boolean, false by default. */
export const flag = member('true or false', (value) => {
  if (isMissing(value)) return false;
  return typeof value === 'boolean' ? value : undefined;
});

/** Returns the schema of an optional whole number. */
export const whole = (fallback: number) =>
  member('a whole number', (value) => {
    if (isMissing(value)) return fallback;
    return Number.isSafeInteger(value) ? Number(value) : undefined;
  });

/** Optional whole number, which may be a text. Null if it is missing or empty. */
export const count = member('a whole number', (value) => {
  if (isMissing(value) || value === '') return null;
  const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(number) ? Number(number) : undefined;
});

const moments = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/;

/** `YYYY-MM-DDTHH:mm:ss` or null. */
export const moment = member('a date and time such as 2026-01-31T09:00:00', (value) => {
  if (isMissing(value)) return null;
  return typeof value === 'string' && moments.test(value) ? value : undefined;
});

/** Returns the schema of an optional list, empty by default. */
export const list = <S extends z.ZodType>(entry: S) =>
  z.preprocess((value): unknown => value ?? [], z.array(entry));

export const id = z.int().positive();
