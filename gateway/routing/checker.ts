import type { z } from 'zod';
import { refusal } from '#platform/errors/errors.ts';
import type { Parameters } from '../edge/body.ts';

/** An error about one parameter, in WordPress's form. */
interface Fault {
  readonly code: string;
  readonly message: string;
  readonly data: null;
}

/** WordPress's names for zod's types. Numeric parameters are integers. */
const typeNames: Record<string, string> = { record: 'object', int: 'integer', number: 'integer' };

/** Returns code and message for a value out of bounds: a number, a text's length or a list's size. */
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

/** Maximum length of a member name that an error repeats. */
const maxNameLength = 100;

/** Returns the error of a parameter or of its entry; the message begins with the name, such as `include[1]`. */
function fault(issue: z.core.$ZodIssue): Fault {
  const [name, ...inside] = issue.path.map((one) => String(one).slice(0, maxNameLength));
  const [code, message] = faultOf(issue);
  return { code, message: `${name}${inside.map((one) => `[${one}]`).join('')} ${message}`, data: null };
}

/** Returns the refusal for missing required parameters. */
export function missingParameters(names: readonly string[]) {
  const message = `Missing parameter(s): ${names.join(', ')}`;
  return refusal('rest_missing_callback_param', { params: [...names] }, { message });
}

/** Returns the refusal for invalid parameters, with the first error of each parameter. */
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

/** Maximum number of undeclared names in a body, for routes that accept undeclared names. */
const maxOthers = 1_000;

/** Reads the declared parameters from the sources and checks them. */
export type Checker<Schema extends z.ZodObject> = (...sources: readonly Parameters[]) => z.output<Schema>;

/**
 * Returns a checker for a schema. The checker reads each declared name from the first source that
 * has the name, and ignores other names. For a schema with a `catchall` it also takes all other
 * members of the first source.
 *
 * The checker throws `service_too_many_parameters` for more than 1,000 other names,
 * `rest_missing_callback_param` with all missing names, else `rest_invalid_param` with an error for
 * each parameter (docs/reference/README.md#errors).
 */
export function checker<Schema extends z.ZodObject>(schema: Schema): Checker<Schema> {
  const names = Object.keys(schema.shape);
  const required = names.filter((name) => !schema.shape[name]?.safeParse(undefined).success);
  const takesOthers = schema.def.catchall !== undefined;
  return (...sources) => {
    const others = takesOthers ? (sources[0]?.names ?? []) : [];
    if (others.length > maxOthers) throw refusal('service_too_many_parameters', { maximum: maxOthers });
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
