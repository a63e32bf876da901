import { closest, distance } from 'fastest-levenshtein';
import type { z } from 'zod';
import { refusal, type ServiceError } from '#platform/errors/errors.ts';
import {
  invalidParameters,
  isParameterRule,
  type ParameterFault,
  type ParameterRule,
} from '#platform/errors/faults.ts';
import { memo } from '#platform/util/memo.ts';
import type { Parameters } from '../http/body.ts';
import { boundsIn } from './parameters.ts';
import type { Request } from './request.ts';
import type { Route } from './route.ts';

/** Returns the error `rest_missing_callback_param` for missing parameters with these names. */
export function missingParameters(names: readonly string[]) {
  return refusal('rest_missing_callback_param', { params: [...names] });
}

const checkerOf = memo((schema: z.ZodObject) => checker(schema));

/** How the parameters of a request are checked. */
interface Strictness {
  /** Whether filters with unknown values are ignored (`Dialect.unknownFilters`). Otherwise they are refused. */
  readonly isLenient: boolean;
  /** Whether unknown parameters are refused. */
  readonly isStrict: boolean;
}

/**
 * Returns the values of the parameters that a route declares. As in WordPress, a path with an invalid parameter is an
 * unknown path.
 *
 * @throws ServiceError `rest_no_route`, and the errors of `checker`
 */
export function checkedParameters(
  { schemas, strictBody }: Pick<Route, 'schemas' | 'strictBody'>,
  { path, query, body }: Omit<Request['sent'], 'headers'>,
  { isLenient, isStrict }: Strictness,
): Pick<Request, 'params' | 'query' | 'body'> {
  const querySchema = isLenient ? schemas.lenientQuery : schemas.query;
  if (isStrict) {
    const bodySchema = strictBody?.((name) => body(name) ?? query(name)) ?? schemas.body;
    refuseUnknown({ schema: querySchema, given: query }, { schema: bodySchema, given: body });
  }
  const params = schemas.params.safeParse(path);
  if (!params.success) throw refusal('rest_no_route', {});
  return {
    params: params.data,
    query: checkerOf(querySchema)(query),
    body: checkerOf(schemas.body)(body, query),
  };
}

/** Maximum number of undeclared parameters in a body, on routes that accept undeclared parameters. */
const maxOthers = 1_000;

/**
 * A function that returns the checked values of the declared parameters. A source is the path, query or body of
 * a request.
 */
type Checker<Schema extends z.ZodObject> = (...sources: readonly Parameters[]) => z.output<Schema>;

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
    const parsed = declared.safeParse(given, { error: ruleOf, reportInput: true });
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

/** WordPress's names of types, by zod's names. All numeric parameters are integers. */
const typeNames: Record<string, string> = { record: 'object', int: 'integer', number: 'integer' };

/**
 * Returns the types that a parameter accepts, if the error is about a wrong type. Otherwise returns an empty
 * list.
 */
function typesOf(issue: z.core.$ZodIssue | z.core.$ZodRawIssue): string[] {
  if (issue.code === 'invalid_union') return (issue.errors as z.core.$ZodIssue[][]).flat().flatMap(typesOf);
  return issue.code === 'invalid_type' ? [typeNames[issue.expected] ?? issue.expected] : [];
}

const bounds = {
  string: ['too_short', 'too_long'],
  array: ['too_few', 'too_many'],
  number: ['too_small', 'too_big'],
} as const;

/** Returns the rule that a value breaks, as zod's message. The schema of a parameter may set another rule. */
const ruleOf: z.core.$ZodErrorMap = (issue): ParameterRule | undefined => {
  switch (issue.code) {
    case 'invalid_type':
    case 'invalid_union':
      return 'type';
    case 'invalid_value':
      return 'one_of';
    case 'too_small':
    case 'too_big': {
      const [small, big] =
        issue.origin === 'string' ? bounds.string : issue.origin === 'array' ? bounds.array : bounds.number;
      return issue.code === 'too_small' ? small : big;
    }
    case 'invalid_key':
      return 'name';
    case 'invalid_format':
      return issue.format === 'email' ? 'email' : undefined;
    default:
      return undefined;
  }
};

/** Returns what the sentence about an invalid value mentions. */
function valuesOf(issue: z.core.$ZodIssue): Readonly<Record<string, unknown>> {
  switch (issue.code) {
    case 'invalid_type':
    case 'invalid_union':
      return { types: [...new Set(typesOf(issue))] };
    case 'invalid_value':
      return { allowed: issue.values.map(String) };
    case 'too_small':
      return { bound: Number(issue.minimum) };
    case 'too_big':
      return { bound: Number(issue.maximum) };
    case 'invalid_key':
      return { fault: issue.issues.slice(0, 1).map((one) => brokenBy(one, 'it')) };
    case 'custom':
      return issue.params ?? {};
    default:
      return {};
  }
}

/** Returns the rule that a value breaks, and what its sentence mentions. `path` names the value. */
function brokenBy(issue: z.core.$ZodIssue, path: string): Pick<ParameterFault, 'rule' | 'values'> {
  const { message } = issue;
  const between = boundsIn(message);
  if (between) return { rule: 'between', values: { ...between, path } };
  return isParameterRule(message)
    ? { rule: message, values: { ...valuesOf(issue), path } }
    : { rule: 'other', values: { text: message, path } };
}

function codeOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
    case 'invalid_union':
      return 'rest_invalid_type';
    case 'invalid_value':
      return 'rest_not_in_enum';
    case 'too_small':
    case 'too_big': {
      const [text, list] = issue.code === 'too_small' ? ['short', 'few'] : ['long', 'many'];
      if (issue.origin === 'string') return `rest_too_${text}`;
      return issue.origin === 'array' ? `rest_too_${list}_items` : 'rest_out_of_bounds';
    }
    case 'invalid_format':
      return issue.format === 'email' ? 'rest_invalid_email' : 'rest_invalid_pattern';
    case 'custom':
      return String(issue.params?.code ?? 'rest_invalid_param');
    default:
      return 'rest_invalid_param';
  }
}

/** Maximum number of characters of a member name in an error message. Longer names are cut off. */
const maxNameLength = 100;

/**
 * Returns the fault of a parameter or an entry of a parameter, whose path is like `include[1]`.
 */
function faultOf(issue: z.core.$ZodIssue): ParameterFault {
  const [name, ...inside] = issue.path.map((one) => String(one).slice(0, maxNameLength));
  const path = `${name}${inside.map((one) => `[${one}]`).join('')}`;
  return { code: codeOf(issue), ...brokenBy(issue, path) };
}

/** Codes of the errors whose message contains the invalid value. */
const repeating = new Set([
  'rest_not_in_enum',
  'rest_out_of_bounds',
  'rest_invalid_pattern',
  'rest_invalid_date',
]);
/** Maximum number of characters of an invalid value in an error message. Longer values are cut off. */
const maxGivenLength = 40;

/**
 * Returns the invalid value for the error message if the parameter is a number, boolean, word, amount or
 * date. Returns null for other texts, because the message must not contain a password.
 */
function givenIn(issue: z.core.$ZodIssue): string | null {
  const isScalar = typesOf(issue).some((type) => type === 'integer' || type === 'boolean');
  if (!isScalar && !repeating.has(codeOf(issue))) return null;
  const { input } = issue;
  if (typeof input === 'string') return JSON.stringify(input.slice(0, maxGivenLength));
  return typeof input === 'number' || typeof input === 'boolean' ? String(input) : null;
}

/** Returns the error `rest_invalid_param` with the first fault of each invalid parameter. */
function faultsRefusal(issues: readonly z.core.$ZodIssue[]): ServiceError {
  const faults: Record<string, ParameterFault> = {};
  for (const issue of issues) {
    const name = String(issue.path[0]);
    if (Object.hasOwn(faults, name)) continue;
    const given = givenIn(issue);
    faults[name] = { ...faultOf(issue), ...(given !== null && { given }) };
  }
  return invalidParameters(faults);
}

/** Names of parameters that every route accepts in its query. */
const commonNames = [
  ...['cart_key', '_skip_cache', '_envelope'],
  ...['username', 'password', 'consumer_key', 'consumer_secret'],
];
/** Maximum number of unknown names that an error lists. */
const maxNames = 10;
/** Returns whether a `Prefer` header requests strict handling (RFC 7240). */
export function isStrict(prefer: string | undefined): boolean {
  if (prefer === undefined) return false;
  return prefer.split(/[,;]/).some((one) => /^\s*handling\s*=\s*"?strict"?\s*$/i.test(one));
}

/** The members of a zod schema's definition from which `unknownIn` reads inner schemas. */
interface Definition {
  readonly type: string;
  readonly innerType?: z.ZodType;
  readonly out?: z.ZodType;
  readonly element?: z.ZodType;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly catchall?: unknown;
}

/**
 * Returns the path of each unknown member in a value, such as `items[0][qty]`, with the names that are allowed
 * instead.
 */
function unknownIn(
  schema: z.ZodType | undefined,
  value: unknown,
  path: string,
): [string, readonly string[]][] {
  if (!schema || typeof value !== 'object' || value === null) return [];
  const { innerType, out, element, shape, catchall } = schema.def as unknown as Definition;
  if (innerType ?? out) return unknownIn(innerType ?? out, value, path);
  if (element && Array.isArray(value)) {
    return value.flatMap((one, index) => unknownIn(element, one, `${path}[${index}]`));
  }
  if (!shape || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([name, one]) => {
    const inner = `${path}[${name.slice(0, maxNameLength)}]`;
    if (Object.hasOwn(shape, name)) return unknownIn(shape[name], one, inner);
    return catchall === undefined ? [[inner, Object.keys(shape)] as [string, readonly string[]]] : [];
  });
}

/**
 * Returns the path of each unknown parameter, and of each unknown member inside a parameter, with the names
 * that are allowed instead. `others` are allowed names that are not in `schema`.
 */
function unknownOf(schema: z.ZodObject, source: Parameters, others: readonly string[]) {
  const own: Readonly<Record<string, z.ZodType>> = schema.shape;
  return (source.names ?? []).flatMap((name): [string, readonly string[]][] => {
    if (Object.hasOwn(own, name)) return unknownIn(own[name], source(name), name);
    if (others.includes(name)) return [];
    return [[name.slice(0, maxNameLength), [...Object.keys(own), ...others]]];
  });
}

/** Returns the fault of an unknown name. If a known name is similar, the fault suggests this name. */
function unknownName(path: string, known: readonly string[]): ParameterFault {
  const name = path.split(/[[\]]/).findLast(Boolean) ?? path;
  const nearest = known.length === 0 ? '' : closest(name, known);
  const isNear = nearest !== '' && distance(name, nearest) <= Math.max(2, Math.floor(nearest.length / 3));
  const code = 'rest_unknown_param';
  return isNear
    ? { code, rule: 'unknown_near', values: { path, nearest } }
    : { code, rule: 'unknown', values: { path } };
}

/**
 * Refuses a request with unknown query parameters or unknown members in the body. The body is not checked
 * if the route accepts undeclared members for extensions.
 *
 * @throws ServiceError `rest_invalid_param` with a message for each unknown name
 */
function refuseUnknown(
  query: { readonly schema: z.ZodObject; readonly given: Parameters },
  body: { readonly schema: z.ZodObject; readonly given: Parameters },
): void {
  const isOpen = body.schema.def.catchall !== undefined;
  const ofBody = Object.keys(body.schema.shape);
  const unknown = [
    ...unknownOf(query.schema, query.given, [...ofBody, ...commonNames]),
    ...(isOpen ? [] : unknownOf(body.schema, body.given, [])),
  ].slice(0, maxNames);
  if (unknown.length === 0) return;
  throw invalidParameters(
    Object.fromEntries(unknown.map(([path, known]) => [path, unknownName(path, known)])),
  );
}
