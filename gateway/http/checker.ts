import type { z } from 'zod';
import { refusal } from '#platform/errors/errors.ts';
import type { Parameters } from './body.ts';

/** One fault as WordPress tells it. */
interface Fault {
  readonly code: string;
  readonly message: string;
  readonly data: null;
}

/** zod's names of types, as WordPress writes them. Numbers that are parameters are whole ones. */
const typeNames: Record<string, string> = { record: 'object', int: 'integer', number: 'integer' };

/** A value out of its bounds: a number, the length of a text, the entries of a list. */
function outOfBounds(
  issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig,
): readonly [code: string, message: string] {
  const [few, bound] =
    issue.code === 'too_small' ? ([true, issue.minimum] as const) : ([false, issue.maximum] as const);
  const least = few ? 'at least' : 'at most';
  switch (issue.origin) {
    case 'string':
      return [few ? 'rest_too_short' : 'rest_too_long', `must have ${least} ${bound} characters.`];
    case 'array':
      return [few ? 'rest_too_few_items' : 'rest_too_many_items', `must contain ${least} ${bound} items.`];
    default:
      return ['rest_out_of_bounds', `must be ${few ? 'greater' : 'less'} than or equal to ${bound}`];
  }
}

function faultOf(issue: z.core.$ZodIssue): readonly [code: string, message: string] {
  switch (issue.code) {
    case 'invalid_type':
      return ['rest_invalid_type', `is not of type ${typeNames[issue.expected] ?? issue.expected}.`];
    case 'invalid_value':
      return ['rest_not_in_enum', `is not one of ${issue.values.map(String).join(', ')}.`];
    case 'too_small':
    case 'too_big':
      return outOfBounds(issue);
    case 'invalid_format':
      return issue.format === 'email'
        ? ['rest_invalid_email', 'is no e-mail address.']
        : ['rest_invalid_pattern', 'does not have the form that is expected.'];
    case 'custom':
      return [String(issue.params?.code ?? 'rest_invalid_param'), issue.message];
    default:
      return ['rest_invalid_param', issue.message];
  }
}

/** Characters of a member's name that a fault repeats. */
const longestName = 100;

/** A fault of a parameter, or of an entry of it, `include[1]`: its sentence begins with that name. */
function fault(issue: z.core.$ZodIssue): Fault {
  const [name, ...inside] = issue.path.map((one) => String(one).slice(0, longestName));
  const [code, message] = faultOf(issue);
  return { code, message: `${name}${inside.map((one) => `[${one}]`).join('')} ${message}`, data: null };
}

/** The error for parameters that have to be there. */
export function missingParameters(names: readonly string[]) {
  const message = `Missing parameter(s): ${names.join(', ')}`;
  return refusal('rest_missing_callback_param', { params: [...names] }, { message });
}

function invalidParameters(issues: readonly z.core.$ZodIssue[]) {
  const details: Record<string, Fault> = {};
  for (const issue of issues) details[String(issue.path[0])] ??= fault(issue);
  const params = Object.fromEntries(Object.entries(details).map(([name, { message }]) => [name, message]));
  return refusal(
    'rest_invalid_param',
    { params, details },
    { message: `Invalid parameter(s): ${Object.keys(params).join(', ')}` },
  );
}

/** Most names that a body may have where a route takes more than those it declares. */
const mostOthers = 1_000;

/** Picks the declared parameters out of a request and checks them. */
export type Checker<Schema extends z.ZodObject> = (...sources: readonly Parameters[]) => z.output<Schema>;

/**
 * Checker for a schema: looks each declared name up in the sources in their order, ignores every other name. A schema
 * with a `catchall` takes whatever else the first source has.
 *
 * It throws `service_too_many_parameters` for more than 1,000 names where it takes others,
 * `rest_missing_callback_param` with the names of all that are required and absent, else `rest_invalid_param` with what
 * is wrong with each (docs/reference/README.md#errors).
 */
export function checker<Schema extends z.ZodObject>(schema: Schema): Checker<Schema> {
  const names = Object.keys(schema.shape);
  const required = names.filter((name) => !schema.shape[name]?.safeParse(undefined).success);
  const takesOthers = schema.def.catchall !== undefined;
  return (...sources) => {
    const others = takesOthers ? (sources[0]?.names ?? []) : [];
    if (others.length > mostOthers) throw refusal('service_too_many_parameters', { maximum: mostOthers });
    const given = {
      ...givenOf(others, sources.slice(0, 1)),
      ...givenOf(names, sources),
    };
    const missing = required.filter((name) => given[name] === undefined);
    if (missing.length > 0) throw missingParameters(missing);
    const parsed = schema.safeParse(given);
    if (!parsed.success) throw invalidParameters(parsed.error.issues);
    return parsed.data;
  };
}

/**
 * Checker for what stands in a path: parts that do not fit make it a path that is not there, as WordPress' patterns do.
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
