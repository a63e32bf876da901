import { z } from 'zod';

/**
 * A member that is read by a function, which gives undefined for a value that does not fit. Zod's own unions and
 * fallbacks say the same and take five times as long, and a shop has millions of members.
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

/** Text that may be missing, null, or a number where a shop's extension wrote one. */
export const text = member('text', (value) => {
  if (typeof value === 'string') return value;
  if (isMissing(value)) return '';
  return typeof value === 'number' ? String(value) : undefined;
});

/** A yes or no that may be missing: no. */
export const flag = member('true or false', (value) => {
  if (isMissing(value)) return false;
  return typeof value === 'boolean' ? value : undefined;
});

/** A whole number that may be missing. */
export const whole = (fallback: number) =>
  member('a whole number', (value) => {
    if (isMissing(value)) return fallback;
    return Number.isSafeInteger(value) ? Number(value) : undefined;
  });

/** A whole number that is written as text or left empty in places: null. */
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

/** A list that may be missing: empty. */
export const list = <S extends z.ZodType>(entry: S) =>
  z.preprocess((value): unknown => value ?? [], z.array(entry));

export const id = z.int().positive();
