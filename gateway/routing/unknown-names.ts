import { closest, distance } from 'fastest-levenshtein';
import type { z } from 'zod';
import { invalidParameters } from '#platform/errors/errors.ts';
import type { Parameters } from '../http/body.ts';

/** Names of parameters that every route accepts in its query. */
const commonNames = [
  ...['cart_key', '_skip_cache', '_envelope'],
  ...['username', 'password', 'consumer_key', 'consumer_secret'],
];
/** Maximum number of unknown names that an error lists. */
const maxNames = 10;
/** Maximum number of characters of an unknown name in an error message. Longer names are cut. */
const maxNameLength = 100;

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

/** Returns the message about an unknown name. If a known name is similar, the message suggests this name. */
function sentence(path: string, known: readonly string[]): string {
  const name = path.split(/[[\]]/).findLast(Boolean) ?? path;
  const nearest = known.length === 0 ? '' : closest(name, known);
  const isNear = nearest !== '' && distance(name, nearest) <= Math.max(2, Math.floor(nearest.length / 3));
  return `${path} is not known.${isNear ? ` Did you mean ${nearest}?` : ''}`;
}

/**
 * Refuses a request with unknown query parameters or unknown members in the body. The body is not checked
 * if the route accepts undeclared members for extensions.
 *
 * @throws ServiceError `rest_invalid_param` with a message for each unknown name
 */
export function refuseUnknown(
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
    Object.fromEntries(
      unknown.map(([path, known]) => {
        return [path, { code: 'rest_unknown_param', message: sentence(path, known), data: null }];
      }),
    ),
  );
}
