import type { PublicKey } from '#contracts/tokens.ts';
import { unavailable } from '#platform/errors/errors.ts';
import { healthAnswer } from '#platform/service/health.ts';
import { normalizedPath } from '../http/mounts.ts';
import type { GatewayContext, GatewayMiddleware } from '../http/request-state.ts';
import { RouteTable } from '../routing/router.ts';

/** What the gateway serves at one path beside its routes, to everybody: its pages and documents. */
export interface Page {
  /** The whole path, in the syntax of the router. `{/}` stands for a slash or nothing. */
  readonly path: string;
  /** Name of the page in metrics and logs; by default its path. */
  readonly name?: string;
  /** Answers a GET or HEAD request. Returns false, or a promise of it, if there is nothing at this path. */
  answer(ctx: GatewayContext, params: Readonly<Record<string, string>>): unknown;
}

/** Returns the middleware that serves these pages. If several match a path, the first of them answers. */
export function servePages(pages: readonly Page[]): GatewayMiddleware {
  const reads = pages.map((page) => ({ ...page, method: 'GET', writes: false }));
  const table = new RouteTable(reads, { nounOf: () => '', strict: true });
  return async (ctx, next) => {
    const found = table.find(ctx.method, normalizedPath(ctx.path));
    if (!found) return next();
    const { route, params } = found;
    ctx.state.route = route.name ?? route.path;
    if ((await route.answer(ctx, params)) !== false) return;
    delete ctx.state.route;
    return next();
  };
}

/** Returns whether a URL is that of a health page, which programs request and no visitor. */
export function isHealthPath(url = ''): boolean {
  return /^\/health(\/|\?|$)/.test(url);
}

/** Returns the pages of health probes. The answers reveal nothing about services and engines. */
export function healthPages(ready: () => Promise<boolean>): readonly Page[] {
  return ['/health', '/health/live', '/health/ready'].map((path) => ({
    path,
    async answer(ctx) {
      const answer = await healthAnswer(path, ready);
      ctx.set('Cache-Control', 'no-store');
      ctx.status = answer?.status ?? 404;
      ctx.body = answer?.body;
    },
  }));
}

/**
 * Returns the page with the public keys of access tokens (RFC 7517). Clients may cache the answer for a minute, because
 * the auth service publishes each key long before the first use of the key.
 */
export function keySet(publicKeys: () => readonly PublicKey[]): Page {
  return {
    path: '/.well-known/jwks.json',
    answer(ctx) {
      const keys = publicKeys();
      if (keys.length === 0) throw unavailable('the token keys are not known yet');
      ctx.set('Cache-Control', 'public, max-age=60');
      ctx.body = { keys };
    },
  };
}
