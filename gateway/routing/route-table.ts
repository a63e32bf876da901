import Router from '@koa/router';
import type { GatewayMiddleware, GatewayState } from '../edge/request-state.ts';
import type { Route } from './route.ts';

/** Returns the router of these routes; the first match answers. */
export function routerOf(routes: readonly Route[], serve: (route: Route) => GatewayMiddleware) {
  const router = new Router<GatewayState, object>();
  for (const route of routes) {
    const layer = router.register(route.path, [route.method], [serve(route)]);
    // The router would answer HEAD by running GET, which must not change anything.
    if (route.writes && 'methods' in layer) layer.methods = [route.method];
  }
  return router;
}

/** A route and the parameters in the path. */
export interface Found {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

/** Finds routes for requests that do not come over HTTP, as the router does. */
export class RouteTable {
  readonly #router: ReturnType<typeof routerOf>;
  readonly #routes: readonly Route[];

  constructor(routes: readonly Route[]) {
    this.#routes = routes;
    this.#router = routerOf(routes, () => () => undefined);
  }

  /** Returns the route of a method and a path inside a mount; null for none. */
  find(method: string, path: string): Found | null {
    const [layer] = this.#router.match(path, method).pathAndMethod;
    const route = layer && this.#routes[this.#router.stack.indexOf(layer)];
    return layer && route ? { route, params: layer.params(path, layer.captures(path)) } : null;
  }
}
