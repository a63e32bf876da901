import type { IncomingMessage } from 'node:http';
import koaCors from '@koa/cors';
import type { GatewayMiddleware } from './request-state.ts';

/**
 * Matches an origin, or a pattern with any subdomain (`https://*.example.com`) or any port
 * (`http://localhost:*`).
 */
const pattern = /^(https?):\/\/(\*\.)?([a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:]+\])(?::(\d{1,5}|\*))?$/;
/** Maximum length of an origin in characters. A host name has at most 253 characters. */
const longestOrigin = 300;

/**
 * Returns whether a text is an origin or a pattern of origins. In a pattern, `*` replaces the subdomains or
 * the port.
 */
export function isOriginPattern(text: string): boolean {
  const [, scheme, any, host = '', port] = pattern.exec(text) ?? [];
  if (scheme === undefined || (any && !host.includes('.'))) return false;
  const plain = `${scheme}://${host}${port && port !== '*' ? `:${port}` : ''}`;
  return URL.canParse(plain) && new URL(plain).origin === plain;
}

function matches(origin: string, allowed: string): boolean {
  if (!allowed.includes('*')) return origin === allowed;
  const [, scheme, any, host = '', port] = pattern.exec(allowed) ?? [];
  const [, ofScheme, star, ofHost = '', ofPort] = pattern.exec(origin) ?? [];
  if (ofScheme !== scheme || star || ofPort === '*') return false;
  const isPort = port === '*' || port === ofPort;
  return isPort && (any ? ofHost.endsWith(`.${host}`) : ofHost === host);
}

/** Returns whether pages of this origin may send requests. `allowed` are origins and patterns of origins. */
export function isAllowed(origin: string, allowed: readonly string[]): boolean {
  return origin.length <= longestOrigin && allowed.some((one) => matches(origin, one));
}

/**
 * Returns whether a page of another site sent the request, or caused it with a link or form. `allowed` are origins and
 * patterns of origins whose pages may send requests. Requests of programs are never foreign, because programs send
 * neither `Origin` nor `Sec-Fetch-Site`.
 */
export function isForeign(
  { headers }: Pick<IncomingMessage, 'headers'>,
  allowed: readonly string[],
): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers;
  // Behind a proxy that changes `Host`, only `Sec-Fetch-Site` tells that the page is of the same origin.
  if (site === 'same-origin' || site === 'none') return false;
  if (origin === undefined) return site === 'cross-site';
  const isOwn = site !== 'cross-site' && /^https?:\/\/(.*)$/.exec(origin)?.[1] === host;
  return !isOwn && !isAllowed(origin, allowed);
}

/**
 * Returns whether a browser sent the request. Node's `fetch` sends `Sec-Fetch-Mode: cors`, but no `Sec-Fetch-Site`.
 */
export function isOfBrowser({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode = 'cors' } = headers;
  return site !== undefined || mode !== 'cors';
}

/**
 * Request headers that every answer of the CoCart mount lists in `Access-Control-Allow-Headers`, as in
 * WordPress. The answer to a pre-flight request instead allows all headers that the browser asks for.
 */
export const listedRequestHeaders = [
  'Accept',
  'Authorization',
  'Cart-Key',
  'CoCart-API-Cart-Key',
  'Content-Disposition',
  'Content-MD5',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'Last-Event-ID',
  'Prefer',
  // SDKs set `User-Agent`. Some browsers then ask in the pre-flight request whether scripts may set this
  // header.
  'User-Agent',
  'X-HTTP-Method-Override',
  'X-Request-Id',
  'X-Requested-With',
];
/**
 * Response headers that scripts of other origins may read (`Access-Control-Expose-Headers`). Some come only from the
 * WordPress behind the shop (docs/moving.md#the-rest-of-wordpress).
 */
export const exposedHeaders = [
  'Cart-Expiration',
  'Cart-Expiring',
  'Cart-Hash',
  'Cart-Key',
  'Cart-Token',
  'CoCart-API-Cart-Key',
  'CoCart-API-Cart-Expiration',
  'CoCart-API-Cart-Expiring',
  'CoCart-Cache',
  'CoCart-Timestamp',
  'CoCart-Version',
  'ETag',
  'Idempotency-Replayed',
  'Link',
  'Location',
  'Nonce',
  'Nonce-Timestamp',
  'Preference-Applied',
  'RateLimit',
  'RateLimit-Limit',
  'RateLimit-Policy',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'RateLimit-Retry-After',
  'Retry-After',
  'Search-Match',
  'X-CoCart-API',
  'X-Request-Id',
  'X-WP-Nonce',
  'X-WP-Total',
  'X-WP-TotalPages',
];

/**
 * Returns the middleware that allows cross-origin requests from these origins, with any request header. The
 * middleware also answers pre-flight requests (docs/reference/README.md#cross-origin-requests).
 */
export function cors(origins: readonly string[]): GatewayMiddleware {
  const allow = koaCors({
    origin: (ctx) => (isAllowed(ctx.get('Origin'), origins) ? ctx.get('Origin') : ''),
    allowMethods: ['OPTIONS', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposeHeaders: exposedHeaders,
    credentials: true,
    maxAge: 600,
    keepHeadersOnError: false,
  });
  return (ctx, next) => {
    if (ctx.method === 'OPTIONS') ctx.vary('Access-Control-Request-Headers');
    return allow(ctx, next);
  };
}
