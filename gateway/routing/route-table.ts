import Router from '@koa/router';
import { LRUCache } from 'lru-cache';
import type { GatewayMiddleware, GatewayState } from '../edge/request-state.ts';
import type { Route } from './route.ts';

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
export interface Found {
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
