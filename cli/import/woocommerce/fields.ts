import { z } from 'zod';

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

const isMissing = (value: unknown) => value === null || value === undefined;

/** Schema of an optional text. Missing values become empty, and numbers, which extensions write, become texts. */
export const text = member('text', (value) => {
  if (typeof value === 'string') return value;
  if (isMissing(value)) return '';
  return typeof value === 'number' ? String(value) : undefined;
});

/** Schema of an optional boolean, which is false by default. */
export const flag = member('true or false', (value) => {
  if (isMissing(value)) return false;
  return typeof value === 'boolean' ? value : undefined;
});

/** Returns the schema of an optional whole number. A missing value becomes `fallback`. */
export const whole = (fallback: number) =>
  member('a whole number', (value) => {
    if (isMissing(value)) return fallback;
    return Number.isSafeInteger(value) ? Number(value) : undefined;
  });

/** Schema of an optional whole number, which may be written as text. A missing or empty value becomes null. */
export const count = member('a whole number', (value) => {
  if (isMissing(value) || value === '') return null;
  const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(number) ? Number(number) : undefined;
});

const moments = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/;

/** Schema of an optional time, `YYYY-MM-DDTHH:mm:ss`. A missing value becomes null. */
export const moment = member('a date and time such as 2026-01-31T09:00:00', (value) => {
  if (isMissing(value)) return null;
  return typeof value === 'string' && moments.test(value) ? value : undefined;
});

/** Returns the schema of an optional list. A missing value becomes an empty list. */
export const list = <S extends z.ZodType>(entry: S) =>
  z.preprocess((value): unknown => value ?? [], z.array(entry));

export const id = z.int().positive();
