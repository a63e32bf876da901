import type { IncomingHttpHeaders } from 'node:http';

/** Headers that concern one connection only (RFC 9110, 7.6.1); the header `connection` lists more. */
const connectionHeaders = [
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection'],
  ...['te', 'trailer', 'transfer-encoding', 'upgrade', 'expect'],
];
/**
 * Headers that are not forwarded: cart keys, which give access to carts here, and headers about the
 * client that only the gateway may set.
 */
const neverForwarded = [
  ...['cart-key', 'cocart-api-cart-key', 'host', 'authorization', 'forwarded', 'x-real-ip', 'x-request-id'],
];
/** Headers that are not returned, because they concern the upstream's own address and product. */
const neverReturned = ['strict-transport-security', 'alt-svc', 'x-powered-by'];

/** Returns the names of all headers that concern one connection only. */
function connectionNames(connection: unknown): Set<string> {
  const named = [connection ?? ''].flat().join(',').toLowerCase().split(',');
  return new Set([...connectionHeaders, ...named.map((name) => name.trim())]);
}

/**
 * Returns the headers to forward: those of the client without credentials, and the added ones.
 * `authorization` is sent if it is defined.
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
 * Returns the headers of the upstream's answer that the client gets. CORS headers are dropped
 * because the gateway sets its own.
 */
export function returnedHeaders(headers: IncomingHttpHeaders): [name: string, value: string | string[]][] {
  const dropped = connectionNames(headers.connection);
  for (const name of neverReturned) dropped.add(name);
  return Object.entries(headers).filter(
    (entry): entry is [string, string | string[]] =>
      entry[1] !== undefined && !dropped.has(entry[0]) && !entry[0].startsWith('access-control-'),
  );
}

/**
 * Returns whether every server interprets a path in the same way: it has no `.` or `..` segments,
 * no encoded slashes and no control characters.
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

/** Returns a query without the parameters of these names; the other parameters are unchanged. */
export function withoutParameters(query: string, names: readonly string[]): string {
  const nameOf = (pair: string) => [...new URLSearchParams(pair).keys()][0] ?? '';
  return query
    .split('&')
    .filter((pair) => !names.includes(nameOf(pair)))
    .join('&');
}
