import type { IncomingHttpHeaders } from 'node:http';

/**
 * Names of headers that concern only one connection (RFC 9110, 7.6.1). The header `Connection` may list more
 * names.
 */
const connectionHeaders = [
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection'],
  ...['te', 'trailer', 'transfer-encoding', 'upgrade', 'expect'],
];
/**
 * Names of request headers that are not copied to WordPress. Cart keys give access to carts of this service,
 * and the gateway itself sets the other headers.
 */
const neverForwarded = [
  ...['cart-key', 'cocart-api-cart-key', 'host', 'authorization', 'forwarded', 'x-real-ip', 'x-request-id'],
];
/**
 * Names of WordPress's response headers that clients do not get, because these headers describe the address
 * and the software of WordPress.
 */
const neverReturned = ['strict-transport-security', 'alt-svc', 'x-powered-by'];

/**
 * Returns the names of all headers that concern only one connection. `connection` is the header with
 * further names.
 */
function connectionNames(connection: unknown): Set<string> {
  const named = [connection ?? ''].flat().join(',').toLowerCase().split(',');
  return new Set([...connectionHeaders, ...named.map((name) => name.trim())]);
}

/**
 * Returns the headers that WordPress gets: the client's headers, the headers in `added`, and `authorization` unless
 * undefined. The client's own `Authorization` and `X-Forwarded-*` headers are left out, and headers that are undefined
 * in `added`.
 */
export function forwardedHeaders(
  headers: IncomingHttpHeaders,
  {
    authorization,
    ...added
  }: { readonly authorization: string | undefined } & Record<string, string | undefined>,
): Record<string, string | string[]> {
  const dropped = connectionNames(headers.connection);
  for (const name of neverForwarded) dropped.add(name);
  const kept = Object.entries({ ...headers, ...added }).filter(
    (entry): entry is [string, string | string[]] =>
      entry[1] !== undefined &&
      !dropped.has(entry[0]) &&
      (entry[0] in added || !entry[0].startsWith('x-forwarded-')),
  );
  return { ...Object.fromEntries(kept), ...(authorization !== undefined && { authorization }) };
}

/**
 * Returns the headers of WordPress's answer that the client gets. CORS headers are left out, because the
 * gateway sets its own CORS headers.
 */
export function returnedHeaders(headers: IncomingHttpHeaders): [name: string, value: string | string[]][] {
  const dropped = connectionNames(headers.connection);
  for (const name of neverReturned) dropped.add(name);
  return Object.entries(headers).filter(
    (entry): entry is [string, string | string[]] =>
      entry[1] !== undefined && !dropped.has(entry[0]) && !entry[0].startsWith('access-control-'),
  );
}

/** Names of WordPress's cookies that log a user in. */
const loginCookie = /(?:^|;\s*)wordpress_(?:logged_in|sec)_/;

/**
 * Returns whether a request has the cookies of a WordPress login. They may have any name, so all cookies count if the
 * request also has WordPress's proof that its own page sends them (`X-WP-Nonce`).
 */
export function bringsLoginCookie(
  { cookie = '', 'x-wp-nonce': nonce }: IncomingHttpHeaders,
  query: string,
): boolean {
  const hasNonce = nonce !== undefined || new URLSearchParams(query).has('_wpnonce');
  return cookie !== '' && (hasNonce || loginCookie.test(cookie));
}

/**
 * Returns whether every server interprets a path in the same way. Such a path has no `.` or `..` segments, encoded
 * slashes or control characters.
 */
export function isPlainPath(path: string): boolean {
  if (!/^[\x21-\x7e]+$/.test(path)) return false;
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return false;
  }
  const segments = decoded.split('/');
  const isHidden = /[\\\p{Cc}]|%(?:2e|2f|5c)/iu.test(decoded) || segments.length !== path.split('/').length;
  return !isHidden && !segments.some((segment) => /^\.{1,2}(?:;|$)/.test(segment));
}

/** Returns a query without the parameters with these names. The other parameters are unchanged. */
export function withoutParameters(query: string, names: readonly string[]): string {
  const nameOf = (pair: string) => [...new URLSearchParams(pair).keys()][0] ?? '';
  return query
    .split('&')
    .filter((pair) => !names.includes(nameOf(pair)))
    .join('&');
}
