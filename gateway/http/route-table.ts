import Router from '@koa/router';
import type { Route } from './route.ts';
import type { GatewayMiddleware, GatewayState } from './state.ts';

/** The router of these routes: of two that match, the first answers. */
export function routerOf(routes: readonly Route[], serve: (route: Route) => GatewayMiddleware) {
  const router = new Router<GatewayState, object>();
  for (const route of routes) {
    const layer = router.register(route.path, [route.method], [serve(route)]);
    // The router answers HEAD by GET, which must change nothing.
    if (route.writes && 'methods' in layer) layer.methods = [route.method];
  }
  return router;
}

/** A route and what stands in the path in place of its parameters. */
export interface Found {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

/** Finds routes as requests over HTTP find them, for what comes another way. */
export class RouteTable {
  readonly #router: ReturnType<typeof routerOf>;
  readonly #routes: readonly Route[];

  constructor(routes: readonly Route[]) {
    this.#routes = routes;
    this.#router = routerOf(routes, () => () => undefined);
  }

  /** What a method and a path inside a mount mean; null for nothing. */
  find(method: string, path: string): Found | null {
    const [layer] = this.#router.match(path, method).pathAndMethod;
    const route = layer && this.#routes[this.#router.stack.indexOf(layer)];
    return layer && route ? { route, params: layer.params(path, layer.captures(path)) } : null;
  }
}
