import { type Mounts, normalizedPath } from '../routing/mounts.ts';
import type { Route } from '../routing/route.ts';
import { exposedHeaders, listedRequestHeaders } from './cors-headers.ts';
import type { GatewayContext, GatewayMiddleware } from './request-state.ts';

/** The CoCart version in the header `CoCart-Version`. */
const cocartVersion = '4.3.6';

/** The allowed methods of a path, and whether its answers have the header `CoCart-Version`. */
interface WordPressHeaders {
  readonly allow: string;
  readonly versioned: boolean;
}

/**
 * CORS headers that every answer of a CoCart mount has. Only the header `Access-Control-Allow-Origin` decides
 * which pages may read the answers.
 */
export const pageHeaders: readonly (readonly [name: string, value: string])[] = [
  ['Access-Control-Allow-Headers', listedRequestHeaders.join(', ')],
  ['Access-Control-Expose-Headers', exposedHeaders.join(', ')],
];

/**
 * Returns the headers of answers for each path pattern. Patterns that differ only in parameter names have the
 * same `Allow`.
 */
export function headersByRoute(routes: readonly Route[]): ReadonlyMap<string, WordPressHeaders> {
  const shape = (path: string) => path.replaceAll(/:\w+/g, ':');
  const methods = new Map<string, Set<string>>();
  for (const { path, method } of routes) {
    const known = methods.get(shape(path)) ?? new Set<string>();
    methods.set(shape(path), known.add(method));
  }
  return new Map(
    routes.map(({ path, kind }) => [
      path,
      { allow: [...(methods.get(shape(path)) ?? [])].join(', '), versioned: !kind.startsWith('catalogue') },
    ]),
  );
}

/** Returns the headers that the envelope of an answer contains: `Allow` and the headers that CORS exposes. */
function envelopedHeaders({ res }: GatewayContext): Record<string, unknown> {
  const named = ['Allow', ...exposedHeaders].filter((name) => res.hasHeader(name));
  return Object.fromEntries(named.map((name) => [name, res.getHeader(name)]));
}

/**
 * Replaces the answer by a JSON object with its body, status and headers, and sets status 200. Clients that
 * cannot read status and headers request this object with `_envelope`.
 */
function envelop(ctx: GatewayContext): void {
  if (!String(ctx.res.getHeader('Content-Type')).startsWith('application/json')) return;
  const headers = envelopedHeaders(ctx);
  const rest = JSON.stringify({ status: ctx.status, headers });
  ctx.res.removeHeader('ETag');
  ctx.status = 200;
  ctx.body = `{"body":${String(ctx.body)},${rest.slice(1)}`;
}

function wantsEnvelope({ querystring }: GatewayContext): boolean {
  return querystring.includes('_envelope') && new URLSearchParams(querystring).has('_envelope');
}

/**
 * Sets `Allow` and `CoCart-Version`. If the answer has a cart key, also sets `X-CoCart-API` to the cart key,
 * because storefronts for CoCart 3 read this header.
 */
function setHeaders(ctx: GatewayContext, headers: WordPressHeaders | undefined): void {
  const cartKey = ctx.res.getHeader('Cart-Key');
  if (cartKey !== undefined) ctx.res.setHeader('X-CoCart-API', cartKey);
  if (!headers) return;
  ctx.res.setHeader('Allow', headers.allow);
  if (headers.versioned && ctx.status < 400) ctx.res.setHeader('CoCart-Version', cocartVersion);
}

/**
 * Returns the middleware that sets the headers of WordPress on mounts whose dialect has these headers
 * (docs/reference/README.md#headers): `Allow`, `CoCart-Version` and `pageHeaders`. The middleware also
 * handles `_envelope`.
 */
export function wordPressHeaders(mounts: Mounts, routes: readonly Route[]): GatewayMiddleware {
  const headers = headersByRoute(routes);
  return async (ctx, next) => {
    const { mount } = mounts.of(normalizedPath(ctx.path));
    if (mount.dialect.headers === 'own') return next();
    for (const [name, value] of pageHeaders) ctx.res.setHeader(name, value);
    const enveloped = wantsEnvelope(ctx);
    // An envelope needs a body, which a 304 does not have. Without `If-None-Match`, the answer cannot be a
    // 304.
    if (enveloped) delete ctx.req.headers['if-none-match'];
    await next();
    if (ctx.respond === false) return;
    setHeaders(ctx, headers.get(ctx.state.route ?? ''));
    if (enveloped) envelop(ctx);
  };
}
