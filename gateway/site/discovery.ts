import { z } from 'zod';
import { readSettings } from '#contracts/settings.ts';
import type { Caller } from '#platform/bus/caller.ts';
import type { Mount, Mounts } from '../http/mounts.ts';
import type { GatewayContext, GatewayState } from '../http/request-state.ts';
import { queryOf } from '../routing/declared-parameters.ts';
import { isOfDialect, type Route } from '../routing/route.ts';
import type { Dialect } from '../views/shared/dialect.ts';
import type { ViewName } from '../views/shared/views.ts';
import type { Page } from './page.ts';

type Routes = Readonly<Record<string, DescribedRoute & { readonly _links: unknown }>>;

/**
 * The descriptions of the routes of one mount, in WordPress's form. Each description is made when a client
 * first requests the description.
 */
class MountIndex {
  readonly #mount: Mount;
  readonly #byPath: ReadonlyMap<string, readonly Route[]>;
  readonly #schemas = new Map<string, object>();
  #routes: Routes | undefined;

  constructor(mount: Mount, byPath: ReadonlyMap<string, readonly Route[]>) {
    this.#mount = mount;
    const own = [...byPath].map(
      ([path, routes]) => [path, routes.filter((one) => isOfDialect(one, mount.dialect))] as const,
    );
    this.#byPath = new Map(own.filter(([, routes]) => routes.length > 0));
  }

  get name(): string {
    return nameOf(this.#mount);
  }

  /** Path of WordPress's index, such as `/wp-json`. Empty for a mount without an index. */
  get root(): string {
    return this.#mount.prefix.slice(0, -this.name.length - 1);
  }

  get routes(): Routes {
    this.#routes ??= Object.fromEntries(
      [...this.#byPath].map(([path, routes]) => {
        const self = [{ href: this.#mount.links.resource(path.slice(1)) }];
        return [patternOf({ path }, this.name), { ...described(routes, this.name), _links: { self } }];
      }),
    );
    return this.#routes;
  }

  get namespaces(): string[] {
    const all = [...this.#byPath.keys()].map((path) => namespaceOf({ path }, this.name));
    return [...new Set(all)].filter(Boolean).sort();
  }

  /** Returns the index of a namespace. */
  ofNamespace(namespace: string): object {
    const own = Object.entries(this.routes).filter(([, route]) => route.namespace === namespace);
    const up = [{ href: this.#mount.links.at(`${this.root}/`) }];
    return { namespace, routes: Object.fromEntries(own), _links: { up } };
  }

  /** Returns the description of a path's routes, with the schema of the first route's answer. */
  ofPath(path: string): object {
    const routes = this.#byPath.get(path) ?? [];
    const made = this.#schemas.get(path) ?? {
      ...described(routes, this.name),
      schema: routes[0] ? answerSchemaOf(routes[0], this.#mount.dialect) : {},
    };
    this.#schemas.set(path, made);
    return made;
  }
}

/** Describes the routes to clients in WordPress's form (docs/reference/README.md#discovery). */
export class Discovery {
  readonly #byPath: ReadonlyMap<string, readonly Route[]>;
  readonly #mounts: Mounts;
  readonly #caller: Caller;
  readonly #indexes = new Map<Mount, MountIndex>();

  constructor(routes: readonly Route[], mounts: Mounts, caller: Caller) {
    this.#byPath = Map.groupBy(routes, ({ path }) => path);
    this.#mounts = mounts;
    this.#caller = caller;
  }

  #of(mount: Mount): MountIndex {
    const index = this.#indexes.get(mount) ?? new MountIndex(mount, this.#byPath);
    this.#indexes.set(mount, index);
    return index;
  }

  /** Returns the description of a path pattern on a mount, for `OPTIONS`. */
  ofPath(mount: Mount, path: string): object {
    return this.#of(mount).ofPath(path);
  }

  /** The pages with the index of each mount and of its namespaces: `/wp-json/`, `/wp-json/cocart` and `/wp-json/cocart/v2`. */
  get pages(): readonly Page[] {
    return this.#mounts.all.flatMap((mount) => {
      const index = this.#of(mount);
      const ofNamespaces = index.namespaces.map((namespace) =>
        indexPage(`${index.root}/${namespace}`, () => index.ofNamespace(namespace)),
      );
      if (index.root === '') return ofNamespaces;
      return [indexPage(index.root, (ctx) => this.#indexOf(index, mount, ctx.state)), ...ofNamespaces];
    });
  }

  /** Returns the index of a mount: the shop, the namespaces and all routes. @throws ServiceError */
  async #indexOf(
    index: MountIndex,
    { links }: Mount,
    { requestId, deadline }: GatewayState,
  ): Promise<object> {
    const context = { requestId, deadline, claim: null };
    const { settings } = await this.#caller.request(readSettings, {}, context);
    return {
      name: settings.title,
      description: settings.description,
      url: settings.homeUrl,
      home: settings.homeUrl,
      gmt_offset: String(settings.gmtOffset),
      timezone_string: settings.timezone,
      namespaces: index.namespaces,
      authentication: [],
      routes: index.routes,
      _links: { self: [{ href: links.at(`${index.root}/`) }] },
    };
  }
}

function indexPage(path: string, make: (ctx: GatewayContext) => object | Promise<object>): Page {
  return {
    path: `${path}{/}`,
    name: '/index',
    async answer(ctx) {
      const body = JSON.stringify(await make(ctx));
      ctx.set('Cache-Control', 'public, max-age=60');
      ctx.type = 'json';
      ctx.body = body;
    },
  };
}

/** Methods of a path with the arguments of these methods, in WordPress's form. */
interface Endpoint {
  readonly methods: readonly string[];
  readonly args: Readonly<Record<string, unknown>>;
}

/** The description of all routes of a path, in WordPress's form. */
interface DescribedRoute {
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
function nameOf({ prefix }: Pick<Mount, 'prefix'>): string {
  return prefix.slice(prefix.lastIndexOf('/') + 1);
}

/** Returns a route's path as WordPress writes it, such as `/cocart/v2/cart/item/(?P<item_key>[^/]+)`. */
function patternOf({ path }: Pick<Route, 'path'>, name: string): string {
  return `${name && `/${name}`}${path.replaceAll(/:(\w+)/g, '(?P<$1>[^/]+)')}`;
}

/** Returns the namespace of a route: `cocart/v2`, or `cocart` for a route without a version. */
function namespaceOf({ path }: Pick<Route, 'path'>, name: string): string {
  const [, version = ''] = /^\/(v\d+)\//.exec(path) ?? [];
  return [name, version].filter(Boolean).join('/');
}

/** Returns the description of the routes of one path. */
function described(routes: readonly Route[], name: string): DescribedRoute {
  return {
    namespace: namespaceOf(routes[0] ?? { path: '' }, name),
    methods: [...new Set(routes.map(({ method }) => method))],
    endpoints: routes.map(endpointOf),
  };
}

/** Returns the schema of a route's answer for the first status that the route declares. */
function answerSchemaOf({ answers }: Route, { views }: Dialect): object {
  const [view] = Object.keys(Object.values(answers)[0] ?? {}) as ViewName[];
  if (view === undefined) return {};
  const schema = schemaOf(views[view].schema, 'output');
  return { $schema: 'http://json-schema.org/draft-04/schema#', title: view, ...schema };
}
