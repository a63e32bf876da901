import type { z } from 'zod';
import { refusal } from '#platform/errors/errors.ts';
import type { Parameters } from '../edge/body.ts';
import { faultsRefusal, sentenceEnd } from './parameter-faults.ts';

/** Returns the refusal for missing required parameters. */
export function missingParameters(names: readonly string[]) {
  const message = `Missing parameter(s): ${names.join(', ')}`;
  return refusal('rest_missing_callback_param', { params: [...names] }, { message });
}

/** Maximum number of undeclared names in a body, for routes that accept undeclared names. */
const maxOthers = 1_000;

/** Reads the declared parameters from the sources and checks them. */
export type Checker<Schema extends z.ZodObject> = (...sources: readonly Parameters[]) => z.output<Schema>;

/**
 * Returns a checker for a schema. The checker reads each declared name from the first source that
 * has the name, and ignores other names. For a schema with a `catchall` it also takes all other
 * members of the first source, unchecked.
 *
 * The checker throws `service_too_many_parameters` for more than 1,000 other names,
 * `rest_missing_callback_param` with all missing names, else `rest_invalid_param` with an error for
 * each parameter (docs/reference/README.md#errors).
 */
export function checker<Schema extends z.ZodObject>(schema: Schema): Checker<Schema> {
  const names = Object.keys(schema.shape);
  const required = names.filter((name) => !schema.shape[name]?.safeParse(undefined).success);
  const takesOthers = schema.def.catchall !== undefined;
  // Zod would spend as much time on each of a thousand undeclared members as on a declared one.
  const declared = schema.strip();
  return (...sources) => {
    const others = takesOthers ? (sources[0]?.names ?? []) : [];
    if (others.length > maxOthers) throw refusal('service_too_many_parameters', { maximum: maxOthers });
    const given = givenOf(names, sources);
    const missing = required.filter((name) => given[name] === undefined);
    if (missing.length > 0) throw missingParameters(missing);
    const parsed = declared.safeParse(given, { error: sentenceEnd, reportInput: true });
    if (!parsed.success) throw faultsRefusal(parsed.error.issues);
    return Object.assign(givenOf(others, sources.slice(0, 1)), parsed.data) as z.output<Schema>;
  };
}

/**
 * Returns a checker for path parameters. An invalid parameter means an unknown path, because
 * WordPress' path patterns would not match.
 */
export function pathChecker<Schema extends z.ZodObject>(schema: Schema): Checker<Schema> {
  const names = Object.keys(schema.shape);
  return (...sources) => {
    const parsed = schema.safeParse(givenOf(names, sources));
    if (!parsed.success) throw refusal('rest_no_route', {});
    return parsed.data;
  };
}

function givenOf(names: readonly string[], sources: readonly Parameters[]): Record<string, unknown> {
  const given: Record<string, unknown> = {};
  for (const name of names) {
    const value = firstOf(sources, name);
    if (value !== undefined) given[name] = value;
  }
  return given;
}

function firstOf(sources: readonly Parameters[], name: string): unknown {
  for (const source of sources) {
    const value = source(name);
    if (value !== undefined) return value;
  }
  return undefined;
}
