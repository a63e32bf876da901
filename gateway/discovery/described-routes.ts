import { z } from 'zod';
import type { Dialect } from '../dialects/shared/dialect.ts';
import type { ViewName } from '../dialects/shared/views.ts';
import type { Mount } from '../http/mounts.ts';
import { queryOf } from '../routing/declared-parameters.ts';
import type { Route } from '../routing/route.ts';

/** Methods of a path with the arguments of these methods, in WordPress's form. */
interface Endpoint {
  readonly methods: readonly string[];
  readonly args: Readonly<Record<string, unknown>>;
}

/** The description of all routes of a path, in WordPress's form. */
export interface DescribedRoute {
  readonly namespace: string;
  readonly methods: readonly string[];
  readonly endpoints: readonly Endpoint[];
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, object>>;
}

/** Returns a schema as JSON Schema. A named schema is included with its members, not as a `$ref`. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): ObjectSchema {
  const options = { io, unrepresentable: 'any', target: 'draft-4' } as const;
  const { $schema: _of, $ref = '', ...rest } = z.toJSONSchema(schema, options);
  const { definitions = {} } = rest as { definitions?: Record<string, object> };
  return { ...definitions[$ref.slice('#/definitions/'.length)], ...rest } as ObjectSchema;
}

/** Returns the members of a schema in WordPress's form, such as `['id', { type: 'string', required: true }]`. */
function argsOf(schema: z.ZodObject): [name: string, argument: unknown][] {
  const { properties = {} } = schemaOf(schema, 'input');
  return Object.entries(properties).map(([name, one]) => {
    const { success, data: usual } = z.safeParse(schema.shape[name] ?? z.never(), undefined);
    return [name, { ...one, required: !success, ...(usual !== undefined && { default: usual }) }];
  });
}

function endpointOf(route: Route): Endpoint {
  const { params, body } = route.schemas;
  const args = [...argsOf(params), ...argsOf(queryOf(route)), ...argsOf(body)];
  return { methods: [route.method], args: Object.fromEntries(args) };
}

/**
 * Returns the last segment of a mount's prefix, such as `cocart` for `/wp-json/cocart`; empty for the root
 * mount. The namespaces of the mount begin with this text, such as `cocart/v2`.
 */
export function nameOf({ prefix }: Pick<Mount, 'prefix'>): string {
  return prefix.slice(prefix.lastIndexOf('/') + 1);
}

/** Returns a route's path as WordPress writes it, such as `/cocart/v2/cart/item/(?P<item_key>[^/]+)`. */
export function patternOf({ path }: Pick<Route, 'path'>, name: string): string {
  return `${name && `/${name}`}${path.replaceAll(/:(\w+)/g, '(?P<$1>[^/]+)')}`;
}

/** Returns the namespace of a route: `cocart/v2`, or `cocart` for a route without a version. */
function namespaceOf({ path }: Pick<Route, 'path'>, name: string): string {
  const [, version = ''] = /^\/(v\d+)\//.exec(path) ?? [];
  return [name, version].filter(Boolean).join('/');
}

/** Returns the description of the routes of one path. */
export function described(routes: readonly Route[], name: string): DescribedRoute {
  return {
    namespace: namespaceOf(routes[0] ?? { path: '' }, name),
    methods: [...new Set(routes.map(({ method }) => method))],
    endpoints: routes.map(endpointOf),
  };
}

/** Returns the schema of a route's answer for the first status that the route declares. */
export function answerSchemaOf({ answers }: Route, { schemas }: Dialect): object {
  const [view] = Object.keys(Object.values(answers)[0] ?? {}) as ViewName[];
  if (view === undefined) return {};
  const schema = schemaOf(schemas[view], 'output');
  return { $schema: 'http://json-schema.org/draft-04/schema#', title: view, ...schema };
}
