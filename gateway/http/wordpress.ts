import type { IncomingMessage } from 'node:http';
import { exposedHeaders, listedRequestHeaders } from './cors.ts';
import { type Mounts, normalizedPath } from './mounts.ts';
import type { GatewayContext, GatewayMiddleware } from './request-state.ts';

/** Maximum length of a query that is searched for `rest_route` and `_method`. */
const maxQueryLength = 8_192;

/** Matches a `name=value` pair of a query whose name is `rest_route`. */
const restRoute = /^rest(?:_|%5f)route=/i;
/** Matches a `name=value` pair of a query whose name is `_method`. */
const methodName = /^(?:_|%5f)method=/i;

/**
 * Takes the pairs with a name out of a query. Returns the decoded value of the last of them, and the other pairs as a
 * query. The value is null if there is no such pair or its value is not valid.
 */
function takeOut(query: string, name: RegExp): { readonly value: string | null; readonly rest: string } {
  const pairs = query.split('&');
  const [, written] = pairs.findLast((pair) => name.test(pair))?.split('=', 2) ?? [];
  const rest = pairs.filter((pair) => pair !== '' && !name.test(pair)).join('&');
  try {
    return { value: written === undefined ? null : decodeURIComponent(written.replaceAll('+', ' ')), rest };
  } catch {
    return { value: null, rest };
  }
}

const withQuery = (path: string, query: string) => (query === '' ? path : `${path}?${query}`);

/**
 * Returns the target of a request in its usual form: `/?rest_route=/cocart/v2/cart&a=1` becomes
 * `/wp-json/cocart/v2/cart?a=1`. WordPress uses this parameter if permalinks are off
 * (docs/reference/README.md#discovery). A target without a valid path stays the same.
 */
export function plainTarget(target: string): string {
  if (!target.startsWith('/?') && !target.startsWith('/index.php?')) return target;
  const query = target.slice(target.indexOf('?') + 1);
  if (query.length > maxQueryLength) return target;
  const { value, rest } = takeOut(query, restRoute);
  if (!value?.startsWith('/')) return target;
  return withQuery(`/wp-json${value.split('/').map(encodeURIComponent).join('/')}`, rest);
}

/**
 * Returns the path and query of a request target that is an absolute URL, as proxies send. For an invalid
 * URL, returns `/-`, which no route matches. Returns other targets unchanged.
 */
function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  const url = URL.parse(target);
  return url ? url.pathname + url.search : '/-';
}

/** Methods that a POST request may stand for. */
const hiddenMethods: ReadonlySet<string> = new Set(['PUT', 'PATCH', 'DELETE']);

/**
 * Gives a request the form that the gateway serves. Runs before everything that looks at the target or the method:
 * admission, caches, routes and metrics.
 *
 * - An absolute target and `rest_route` become a path.
 * - On mounts with WordPress's headers, a POST request becomes the PUT, PATCH or DELETE request that the header
 *   `X-HTTP-Method-Override` names, or else `_method` in the query (docs/reference/README.md#methods-that-a-host-blocks).
 */
export function toUsualForm(request: IncomingMessage, mounts: Mounts): void {
  const target = plainTarget(originForm(request.url ?? ''));
  request.url = target;
  if (request.method !== 'POST') return;
  const [path = ''] = target.split('?', 1);
  const { mount, inside } = mounts.of(normalizedPath(path));
  const query = target.slice(path.length + 1);
  if (inside === null || mount.dialect.headers !== 'wordpress' || query.length > maxQueryLength) return;
  const { value, rest } = takeOut(query, methodName);
  if (value !== null) request.url = withQuery(path, rest);
  const named = String(request.headers['x-http-method-override'] ?? value ?? '').toUpperCase();
  if (hiddenMethods.has(named)) request.method = named;
}

/** The CoCart version in the header `CoCart-Version`. */
const cocartVersion = '4.3.6';

interface ServedRoute {
  readonly method: string;
  readonly path: string;
  readonly kind: string;
  /** The only dialect with the route. */
  readonly dialect?: 'service';
}

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
 * Returns the headers of CoCart's answers for each path pattern. Patterns that differ only in parameter names have the
 * same `Allow`.
 */
export function headersByRoute(routes: readonly ServedRoute[]): ReadonlyMap<string, WordPressHeaders> {
  const shape = (path: string) => path.replaceAll(/:\w+/g, ':');
  const methods = new Map<string, Set<string>>();
  for (const { path, method, dialect } of routes) {
    if (dialect) continue;
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
export function wordPressHeaders(routes: readonly ServedRoute[]): GatewayMiddleware {
  const headers = headersByRoute(routes);
  return async (ctx, next) => {
    if (ctx.state.mount.dialect.headers === 'own') return next();
    for (const [name, value] of pageHeaders) ctx.res.setHeader(name, value);
    const enveloped = wantsEnvelope(ctx);
    ctx.state.isEnveloped = enveloped;
    // An envelope needs a body, which a 304 does not have. Without `If-None-Match`, the answer cannot be a
    // 304.
    if (enveloped) delete ctx.req.headers['if-none-match'];
    await next();
    if (ctx.respond === false) return;
    setHeaders(ctx, headers.get(ctx.state.route ?? ''));
    if (enveloped) envelop(ctx);
  };
}
