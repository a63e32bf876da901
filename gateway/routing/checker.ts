import type { z } from 'zod';
import { refusal } from '#platform/errors/errors.ts';
import type { Parameters } from '../http/body.ts';
import { faultsRefusal, sentenceEnd } from './parameter-faults.ts';

/** Returns the error `rest_missing_callback_param` for missing parameters with these names. */
export function missingParameters(names: readonly string[]) {
  const message = `Missing parameter(s): ${names.join(', ')}`;
  return refusal('rest_missing_callback_param', { params: [...names] }, { message });
}

/** Maximum number of undeclared parameters in a body, on routes that accept undeclared parameters. */
const maxOthers = 1_000;

/**
 * A function that returns the checked values of the declared parameters. A source is the path, query or body of
 * a request.
 */
export type Checker<Schema extends z.ZodObject> = (...sources: readonly Parameters[]) => z.output<Schema>;

/**
 * Returns a checker for a schema. The checker reads each declared parameter from the first source that contains
 * the parameter. If the schema has a `catchall`, the result also contains the undeclared parameters of the
 * first source, unchecked.
 *
 * @throws ServiceError by the checker: `service_too_many_parameters`, `rest_missing_callback_param` with all
 * missing names, or `rest_invalid_param` with an error for each parameter (docs/reference/README.md#errors)
 */
export function checker<Schema extends z.ZodObject>(schema: Schema): Checker<Schema> {
  const names = Object.keys(schema.shape);
  const required = names.filter((name) => !schema.shape[name]?.safeParse(undefined).success);
  const takesOthers = schema.def.catchall !== undefined;
  // Only declared members are passed to zod, because zod would spend as much time on each undeclared member
  // as on a declared member.
  const declared = schema.strip();
  const defaults = defaultsOf(declared);
  return (...sources) => {
    const others = takesOthers ? (sources[0]?.names ?? []) : [];
    if (others.length > maxOthers) throw refusal('service_too_many_parameters', { maximum: maxOthers });
    const given = givenOf(names, sources);
    // Most requests contain no declared parameters. For these requests, the prepared defaults save the time
    // that zod would need.
    if (defaults && others.length === 0 && Object.keys(given).length === 0)
      return { ...defaults } as z.output<Schema>;
    const missing = required.filter((name) => given[name] === undefined);
    if (missing.length > 0) throw missingParameters(missing);
    const parsed = declared.safeParse(given, { error: sentenceEnd, reportInput: true });
    if (!parsed.success) throw faultsRefusal(parsed.error.issues);
    return (
      takesOthers ? { ...undeclared(others, sources[0]), ...parsed.data } : parsed.data
    ) as z.output<Schema>;
  };
}

/**
 * Returns the default values of all parameters. Returns null if a parameter is required, or if a default is an
 * object.
 */
function defaultsOf(schema: z.ZodObject): Record<string, unknown> | null {
  const { data } = schema.safeParse({});
  // Requests must not share a default that is an object, because one request could change the object for the
  // next request.
  return data && Object.values(data).every((value) => typeof value !== 'object' || value === null)
    ? data
    : null;
}

/**
 * Returns a checker for path parameters. As in WordPress, a path with an invalid parameter is an unknown path
 * (`rest_no_route`).
 */
export function pathChecker<Schema extends z.ZodObject>(schema: Schema): Checker<Schema> {
  const names = Object.keys(schema.shape);
  return (...sources) => {
    const parsed = schema.safeParse(givenOf(names, sources));
    if (!parsed.success) throw refusal('rest_no_route', {});
    return parsed.data;
  };
}

/** Returns members that the schema does not declare, under any names, such as `__proto__`. */
function undeclared(names: readonly string[], source: Parameters | undefined): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, source?.(name)]));
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
