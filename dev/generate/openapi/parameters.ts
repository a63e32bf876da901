import type { z } from 'zod';
import type { Dialect } from '../../../gateway/dialects/shared/dialect.ts';
import { headersOf, queryOf } from '../../../gateway/routing/declared-parameters.ts';
import type { Route } from '../../../gateway/routing/route.ts';
import { nameOfRoute } from '../reference/route-block.ts';
import type { Components, Node } from './components.ts';
import { exampleRequests } from './example-requests.ts';

type Location = 'path' | 'query' | 'header';

/** Returns whether a parameter is required. */
function isRequired(schema: z.ZodType): boolean {
  return !schema.safeParse(undefined).success;
}

/**
 * Returns `{ default: … }` if the zod schema of a parameter has a default value, but the JSON schema in `written` does
 * not have this value. Returns an empty object for all other parameters, and for lists.
 */
function defaultOf(schema: z.ZodType, written: Node): Node {
  const { data } = schema.safeParse(undefined);
  if (data === undefined || 'default' in written) return {};
  return Array.isArray(data) ? {} : { default: data };
}

/** Returns the members `style` and `explode`, which say how a URL writes a list. */
function styleOf(place: Location, { type, items }: { type?: unknown; items?: { type?: unknown } }): Node {
  if (place !== 'query' || type !== 'array') return {};
  return items?.type === 'object'
    ? { style: 'deepObject', explode: true }
    : { style: 'form', explode: false };
}

/**
 * Converts the schema of a list of objects into the schema of an object with indexes as names. A URL writes the list in
 * this form: `name[0][member]=a`.
 */
function indexed(schema: Node): Node {
  const {
    items,
    type: _type,
    maxItems,
    ...others
  } = schema as { items: Node; type: unknown; maxItems?: number };
  return {
    ...others,
    type: 'object',
    propertyNames: { pattern: '^[0-9]$' },
    ...(maxItems !== undefined && { maxProperties: maxItems }),
    additionalProperties: items,
  };
}

function parameter(name: string, place: Location, schema: z.ZodType, components: Components): Node {
  const { description = '', ...written } = components.schema(schema, 'input');
  const style = styleOf(place, written);
  const plain = { ...written, ...defaultOf(schema, written) };
  return components.parameter({
    name,
    in: place,
    description,
    required: place === 'path' || isRequired(schema),
    ...style,
    schema: style.style === 'deepObject' ? indexed(plain) : plain,
  });
}

/**
 * Returns whether the members of a route's body are sent in the query. This is true for GET and DELETE, because
 * these requests have no body.
 */
function bodyInQuery({ method }: Route): boolean {
  return method === 'GET' || method === 'DELETE';
}

/**
 * Returns the query parameters of a route on the mounts of a dialect. A dialect that ignores unknown filters has
 * lenient schemas. A lenient schema without a description is replaced by the strict schema.
 */
function queryIn({ unknownFilters }: Dialect, route: Route): Readonly<Record<string, z.ZodType>> {
  const usual = queryOf(route).shape as Record<string, z.ZodType>;
  if (unknownFilters === 'refused') return usual;
  const { lenientQuery: query } = route.schemas;
  const lenient = queryOf({ ...route, schemas: { ...route.schemas, query } }).shape as Record<
    string,
    z.ZodType
  >;
  const isDescribed = (schema: z.ZodType | undefined) => schema?.description !== undefined;
  return Object.fromEntries(
    Object.entries(lenient).map(([name, schema]) => [
      name,
      isDescribed(schema) ? schema : (usual[name] ?? schema),
    ]),
  );
}

/** Returns the parameters of a route, without credentials, which the operation's `security` describes. */
export function parametersOf(route: Route, components: Components, dialect: Dialect): readonly Node[] {
  const { Authorization: _authorization, ...headers } = headersOf(route).shape as Record<string, z.ZodType>;
  const { params, body } = route.schemas;
  const all: readonly (readonly [Location, Readonly<Record<string, z.ZodType>>])[] = [
    ['path', params.shape],
    ['query', queryIn(dialect, route)],
    ['query', bodyInQuery(route) ? body.shape : {}],
    ['header', headers],
  ];
  return all.flatMap(([place, shape]) =>
    Object.entries(shape).map(([name, schema]) => parameter(name, place, schema, components)),
  );
}

/** Returns the request body of a route; null if the route accepts no body. */
export function bodyOf(route: Route, components: Components): Node | null {
  const { body } = route.schemas;
  const isOpen = body.def.catchall !== undefined;
  if (bodyInQuery(route) || (Object.keys(body.shape).length === 0 && !isOpen)) return null;
  const schema = components.schema(body, 'input');
  const example = exampleRequests[nameOfRoute(route)];
  return {
    required: Object.values(body.shape as Record<string, z.ZodType>).some(isRequired),
    content: { 'application/json': { schema, ...(example && { example }) } },
  };
}
