import type { z } from 'zod';
import { refusal } from '#platform/errors/errors.ts';
import type { Parameters } from '../edge/body.ts';
import { faultsRefusal, sentenceEnd } from './parameter-faults.ts';

/** Returns the error `rest_missing_callback_param` for these required parameters. */
export function missingParameters(names: readonly string[]) {
  const message = `Missing parameter(s): ${names.join(', ')}`;
  return refusal('rest_missing_callback_param', { params: [...names] }, { message });
}

/** Maximum number of undeclared parameters in a body, on routes that accept undeclared parameters. */
const maxOthers = 1_000;

/** Returns the checked values of the declared parameters. The sources are a request's path, query or body. */
export type Checker<Schema extends z.ZodObject> = (...sources: readonly Parameters[]) => z.output<Schema>;

/**
 * Returns a checker for a schema. The checker reads each declared parameter from the first source that
 * contains the parameter. Undeclared parameters are ignored. If the schema has a `catchall`, the result
 * also contains the undeclared parameters of the first source, unchecked.
 *
 * The checker throws `service_too_many_parameters` for more than 1,000 undeclared parameters. It throws
 * `rest_missing_callback_param` with the names of all missing parameters. If no parameter is missing, it
 * throws `rest_invalid_param` with an error for each invalid parameter (docs/reference/README.md#errors).
 */
export function checker<Schema extends z.ZodObject>(schema: Schema): Checker<Schema> {
  const names = Object.keys(schema.shape);
  const required = names.filter((name) => !schema.shape[name]?.safeParse(undefined).success);
  const takesOthers = schema.def.catchall !== undefined;
  // Undeclared members are not given to zod, which would spend as much time on each as on a declared
  // member.
  const declared = schema.strip();
  const defaults = defaultsOf(declared);
  return (...sources) => {
    const others = takesOthers ? (sources[0]?.names ?? []) : [];
    if (others.length > maxOthers) throw refusal('service_too_many_parameters', { maximum: maxOthers });
    const given = givenOf(names, sources);
    // Most requests have none of the declared parameters. The defaults are prepared, because zod would spend as
    // much time on defaults as on given values.
    if (defaults && others.length === 0 && Object.keys(given).length === 0)
      return { ...defaults } as z.output<Schema>;
    const missing = required.filter((name) => given[name] === undefined);
    if (missing.length > 0) throw missingParameters(missing);
    const parsed = declared.safeParse(given, { error: sentenceEnd, reportInput: true });
    if (!parsed.success) throw faultsRefusal(parsed.error.issues);
    return Object.assign(givenOf(others, sources.slice(0, 1)), parsed.data) as z.output<Schema>;
  };
}

/**
 * Returns the values of the parameters for a request that has no parameters. Null if a parameter is required,
 * or if a default is an object.
 */
function defaultsOf(schema: z.ZodObject): Record<string, unknown> | null {
  const { data } = schema.safeParse({});
  // A default that is an object must not be shared, because one request could change the object for the next
  // request.
  return data && Object.values(data).every((value) => typeof value !== 'object' || value === null)
    ? data
    : null;
}

/**
 * Returns a checker for path parameters. An invalid parameter is refused as an unknown path
 * (`rest_no_route`), because the path patterns of WordPress would not match such a path.
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
