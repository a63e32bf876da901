import Router from '@koa/router';
import { LRUCache } from 'lru-cache';
import { refusal } from '#platform/errors/errors.ts';
import { type Mount, type Mounts, normalizedPath, requireServedVersion } from '../http/mounts.ts';
import type { GatewayMiddleware, GatewayState } from '../http/request-state.ts';
import type { Route } from './route.ts';

/**
 * Returns middleware that stores the mount of a request, and the path inside the mount, in `ctx.state`.
 *
 * @throws ServiceError `rest_no_route` for a path outside every mount, `service_unsupported_version` for a
 * version that is not served
 */
export function enterMount(mounts: Mounts): GatewayMiddleware {
  return (ctx, next) => {
    const { mount, inside } = mounts.of(normalizedPath(ctx.path));
    ctx.state.mount = mount;
    if (inside === null) throw refusal('rest_no_route', {});
    requireServedVersion(inside);
    ctx.state.inside = inside;
    // @koa/router reads this property instead of `ctx.path`. The types of Koa do not declare the property.
    Object.assign(ctx, { newRouterPath: inside });
    return next();
  };
}

/** Maximum number of requests (method and path) whose matching routes are cached. */
const maxMatches = 1_000;
/** Maximum length of a path whose matching routes are cached. */
const maxPathLength = 100;

/**
 * Adds a cache to a router: for each method and path, the routes that match. Without the cache, the router would
 * test every route for each request.
 */
function cacheMatches(router: Router<GatewayState, object>): void {
  const find = router.match.bind(router);
  const matches = new LRUCache<string, ReturnType<typeof find>>({ max: maxMatches });
  router.match = (path, method) => {
    const name = `${method} ${path}`;
    const cached = matches.get(name);
    if (cached) return cached;
    const match = find(path, method);
    // The list is frozen, because a second router in the app would add its routes to this cached list.
    Object.freeze(match.path);
    if (path.length <= maxPathLength) matches.set(name, match);
    return match;
  };
}

/** Returns a router for these routes. If several routes match a request, the first of them answers. */
export function routerOf(routes: readonly Route[], serve: (route: Route) => GatewayMiddleware) {
  const router = new Router<GatewayState, object>();
  for (const route of routes) {
    const layer = router.register(route.path, [route.method], [serve(route)]);
    // Koa's router would also run the GET route for a HEAD request, but a HEAD request must not change
    // anything.
    if (route.writes && 'methods' in layer) layer.methods = [route.method];
  }
  cacheMatches(router);
  return router;
}

/** A route that matches a path, with the values of the path parameters. */
interface Found {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

/**
 * Finds the route for a path, as Koa's router does. Used for requests inside a batch, and for checks before
 * Koa's router runs.
 */
export class RouteTable {
  readonly #router: ReturnType<typeof routerOf>;
  readonly #routes: readonly Route[];

  constructor(routes: readonly Route[]) {
    this.#routes = routes;
    this.#router = routerOf(routes, () => () => undefined);
  }

  /** Returns the route for a method and a path inside a mount; null if no route matches. */
  find(method: string, path: string): Found | null {
    const [layer] = this.#router.match(path, method).pathAndMethod;
    const route = layer && this.#routes[this.#router.stack.indexOf(layer)];
    return layer && route ? { route, params: layer.params(path, layer.captures(path)) } : null;
  }
}

/**
 * Returns a function that takes a method and path, and returns their route if the route handles credentials in its own
 * way (`Route.credentials`), or changes something. The function returns an empty object for other routes.
 */
export function specialRoutes(routes: readonly Route[]): (method: string, inside: string) => Partial<Route> {
  const special = new RouteTable(
    routes.filter(({ credentials = 'checked', writes }) => credentials !== 'checked' || writes),
  );
  return (method, inside) => special.find(method, inside)?.route ?? {};
}

/** A route of the router whose path pattern matches the request. */
interface Matched {
  readonly path: string;
  readonly methods: readonly string[];
}

/**
 * Returns the middleware for requests that no route matched. For `OPTIONS`, the answer contains the allowed
 * methods of the path, and the result of `describe` for the first route of the path.
 */
export function noRoute(describe: (mount: Mount, path: string) => object): GatewayMiddleware {
  return (ctx) => {
    const { matched = [] } = ctx as unknown as { matched?: readonly Matched[] };
    const { mount } = ctx.state;
    const [first] = matched;
    if (ctx.method === 'HEAD' && matched.some(({ methods }) => methods.includes('GET'))) {
      // This GET route changes something, so the HEAD request does not run the route. The answer to HEAD has
      // no body and must not be cached.
      ctx.set('Cache-Control', 'no-store');
      ctx.status = 200;
      return;
    }
    if (ctx.method !== 'OPTIONS' || !first || !mount) throw refusal('rest_no_route', {});
    ctx.set('Allow', ['OPTIONS', ...new Set(matched.flatMap(({ methods }) => methods))].join(', '));
    ctx.type = 'json';
    ctx.body = JSON.stringify(describe(mount, first.path));
  };
}
