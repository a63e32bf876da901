import Router from '@koa/router';
import type { GatewayMiddleware, GatewayState } from '../edge/request-state.ts';
import type { Route } from './route.ts';

/** Returns a router for these routes; the first matching route answers. */
export function routerOf(routes: readonly Route[], serve: (route: Route) => GatewayMiddleware) {
  const router = new Router<GatewayState, object>();
  for (const route of routes) {
    const layer = router.register(route.path, [route.method], [serve(route)]);
    // The router would run GET for HEAD, but HEAD must not change anything.
    if (route.writes && 'methods' in layer) layer.methods = [route.method];
  }
  return router;
}

/** A route that matches a path, with the parameters in the path. */
export interface Found {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

/** Finds routes by the router's rules, for requests inside a batch and for checks before the router runs. */
export class RouteTable {
  readonly #router: ReturnType<typeof routerOf>;
  readonly #routes: readonly Route[];

  constructor(routes: readonly Route[]) {
    this.#routes = routes;
    this.#router = routerOf(routes, () => () => undefined);
  }

  /** Returns the route for a method and a path inside a mount; null if none matches. */
  find(method: string, path: string): Found | null {
    const [layer] = this.#router.match(path, method).pathAndMethod;
    const route = layer && this.#routes[this.#router.stack.indexOf(layer)];
    return layer && route ? { route, params: layer.params(path, layer.captures(path)) } : null;
  }
}
