import Router from '@koa/router';

/** How a table divides its routes. */
interface TableOptions {
  /** Returns the name of the router that has the routes of a path. */
  readonly nounOf: (path: string) => string;
  /** Whether case and a slash at the end of a path matter. */
  readonly strict: boolean;
}

/** A method and a path pattern. */
interface Routed {
  readonly method: string;
  readonly path: string;
  /** Whether the route changes something. Then a HEAD request does not run it. */
  readonly writes: boolean;
}

/** A route that matches a path, with the values of the path parameters. */
interface Found<R extends Routed> {
  readonly route: R;
  readonly params: Readonly<Record<string, string>>;
}

/**
 * The routes, with one router for each noun: `/v2/cart/coupons` belongs to the router of `v2/cart`. If several routes
 * match a request, the first of them answers.
 */
export class RouteTable<R extends Routed> {
  readonly #routers = new Map<string, Router>();
  /** The route of each layer of the routers. */
  readonly #routes = new Map<object, R>();
  readonly #nounOf: (path: string) => string;

  constructor(
    routes: readonly R[],
    { nounOf, strict }: TableOptions = { nounOf: versionAndNoun, strict: false },
  ) {
    this.#nounOf = nounOf;
    for (const route of routes) {
      const noun = nounOf(route.path);
      const router = this.#routers.get(noun) ?? new Router({ strict, sensitive: strict });
      this.#routers.set(noun, router);
      this.#routes.set(
        router.register(route.path, [route.method], () => undefined),
        route,
      );
    }
  }

  /** Returns the route for a method and a path inside a mount; null if no route matches. */
  find(method: string, path: string): Found<R> | null {
    for (const layer of this.#routers.get(this.#nounOf(path))?.match(path, method).pathAndMethod ?? []) {
      const route = this.#routes.get(layer);
      if (!route || (route.writes && method === 'HEAD')) continue;
      return { route, params: layer.params(path, layer.captures(path)) };
    }
    return null;
  }

  /** Returns the routes for a path inside a mount, whatever their methods. */
  at(path: string): readonly R[] {
    const layers = this.#routers.get(this.#nounOf(path))?.match(path, '').path ?? [];
    return layers.map((layer) => this.#routes.get(layer)).filter((route) => route !== undefined);
  }
}

/** Returns the first two segments of a path. Routers ignore case. */
function versionAndNoun(path: string): string {
  const [, version = '', noun = ''] = path.toLowerCase().split('/', 3);
  return `${version}/${noun}`;
}
