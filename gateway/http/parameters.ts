import { z } from 'zod';
import { refusal } from '#platform/errors/errors.ts';
import type { Parameters } from './body.ts';

/** Kinds of parameters, as routes declare them. Every one is a scalar or a bounded map. */

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

/** Text of at most so many characters, without blanks around it. */
export function text(most: number) {
  return z.string().trim().max(most);
}

/** A map of at most so many entries. PHP clients send an empty one as `[]`. */
export function map<Value extends z.ZodType>(value: Value, most: number) {
  const entries = z
    .record(z.string().max(200), value)
    .refine((given) => Object.keys(given).length <= most, `has more than ${most} members.`);
  return z.preprocess((given) => (Array.isArray(given) && given.length === 0 ? {} : given), entries);
}

/** A value that came out of a JSON body, which has been checked as a whole (`readBody`). */
export const parsedJson = z.custom<z.core.util.JSONType>();

/** zod's names of types, as WordPress writes them. */
const typeNames: Record<string, string> = { record: 'object', int: 'integer' };

/** One fault as WordPress tells it: a code and a sentence that begins with the parameter's name. */
function fault(name: string, issue: z.core.$ZodIssue): { code: string; message: string; data: null } {
  const told = (code: string, message: string) => ({ code, message: `${name} ${message}`, data: null });
  switch (issue.code) {
    case 'invalid_type':
      return told('rest_invalid_type', `is not of type ${typeNames[issue.expected] ?? issue.expected}.`);
    case 'invalid_value':
      return told('rest_not_in_enum', `is not one of ${issue.values.map(String).join(', ')}.`);
    case 'too_small':
      return issue.origin === 'string'
        ? told('rest_too_short', `must have at least ${issue.minimum} characters.`)
        : told('rest_out_of_bounds', `must be greater than or equal to ${issue.minimum}`);
    case 'too_big':
      return issue.origin === 'string'
        ? told('rest_too_long', `must have at most ${issue.maximum} characters.`)
        : told('rest_out_of_bounds', `must be less than or equal to ${issue.maximum}`);
    case 'invalid_format':
      return told('rest_invalid_pattern', 'does not have the form that is expected.');
    default:
      return told('rest_invalid_param', issue.message);
  }
}

/** The error for one parameter that has no meaning here. */
export function invalidParameter(name: string, message: string) {
  const told = { code: 'rest_invalid_param', message: `${name} ${message}`, data: null };
  return refusal('rest_invalid_param', { params: { [name]: told.message }, details: { [name]: told } });
}

function invalidParameters(issues: readonly z.core.$ZodIssue[]) {
  const details: Record<string, ReturnType<typeof fault>> = {};
  for (const issue of issues) {
    const name = String(issue.path[0] ?? '');
    details[name] ??= fault(name, issue);
  }
  const params = Object.fromEntries(Object.entries(details).map(([name, { message }]) => [name, message]));
  return refusal(
    'rest_invalid_param',
    { params, details },
    { message: `Invalid parameter(s): ${Object.keys(params).join(', ')}` },
  );
}

/** Picks the declared parameters out of a request and checks them. */
export type Checker<Schema extends z.ZodObject> = (...sources: readonly Parameters[]) => z.output<Schema>;

/**
 * Checker for a schema: looks each declared name up in the sources in their order, ignores every other name.
 *
 * It throws `rest_missing_callback_param` with the names of all that are required and absent, else
 * `rest_invalid_param` with what is wrong with each (contract 1.0, 8.1).
 */
export function checker<Schema extends z.ZodObject>(schema: Schema): Checker<Schema> {
  const names = Object.keys(schema.shape);
  const required = names.filter((name) => !schema.shape[name]?.safeParse(undefined).success);
  return (...sources) => {
    const given: Record<string, unknown> = {};
    for (const name of names) {
      const value = firstOf(sources, name);
      if (value !== undefined) given[name] = value;
    }
    const missing = required.filter((name) => given[name] === undefined);
    if (missing.length > 0) {
      const message = `Missing parameter(s): ${missing.join(', ')}`;
      throw refusal('rest_missing_callback_param', { params: missing }, { message });
    }
    const parsed = schema.safeParse(given);
    if (!parsed.success) throw invalidParameters(parsed.error.issues);
    return parsed.data;
  };
}

function firstOf(sources: readonly Parameters[], name: string): unknown {
  for (const source of sources) {
    const value = source(name);
    if (value !== undefined) return value;
  }
  return undefined;
}
