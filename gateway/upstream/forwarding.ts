import type { IncomingHttpHeaders } from 'node:http';

/** Headers of one connection (RFC 9110, 7.6.1); `connection` names more. */
const ofConnection = [
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection'],
  ...['te', 'trailer', 'transfer-encoding', 'upgrade', 'expect'],
];
/** Cart keys, which open carts here, and headers about the client that only the gateway may set. */
const neverForwarded = [
  ...['cart-key', 'cocart-api-cart-key', 'host', 'authorization', 'forwarded', 'x-real-ip', 'x-request-id'],
];
/** Headers about the upstream's own address and product. */
const neverReturned = ['strict-transport-security', 'alt-svc', 'x-powered-by'];

/** Returns the names of all headers that concern one connection only. */
function connectionNames(connection: unknown): Set<string> {
  const named = [connection ?? ''].flat().join(',').toLowerCase().split(',');
  return new Set([...ofConnection, ...named.map((name) => name.trim())]);
}

/** Returns a client's headers without credentials, as they are forwarded; `authorization` only if it is given. */
export function forwardedHeaders(
  headers: IncomingHttpHeaders,
  {
    authorization,
    ...added
  }: { readonly authorization: string | undefined } & Record<string, string | undefined>,
): Record<string, string | string[]> {
  const left = connectionNames(headers.connection);
  for (const name of neverForwarded) left.add(name);
  const kept = Object.entries({ ...headers, ...added }).filter(
    (entry): entry is [string, string | string[]] =>
      entry[1] !== undefined &&
      !left.has(entry[0]) &&
      (entry[0] in added || !entry[0].startsWith('x-forwarded-')),
  );
  return { ...Object.fromEntries(kept), ...(authorization !== undefined && { authorization }) };
}

/** Returns the headers of the upstream's answer that the client gets. The gateway sets the CORS headers itself. */
export function returnedHeaders(headers: IncomingHttpHeaders): [name: string, value: string | string[]][] {
  const left = connectionNames(headers.connection);
  for (const name of neverReturned) left.add(name);
  return Object.entries(headers).filter(
    (entry): entry is [string, string | string[]] =>
      entry[1] !== undefined && !left.has(entry[0]) && !entry[0].startsWith('access-control-'),
  );
}

/**
 * Returns whether every server interprets a path in the same way: no `.` or `..`, no encoded slash, no control
 * character.
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

/** Returns a query without the parameters of these names; the others are unchanged. */
export function withoutParameters(query: string, names: readonly string[]): string {
  const nameOf = (pair: string) => [...new URLSearchParams(pair).keys()][0] ?? '';
  return query
    .split('&')
    .filter((pair) => !names.includes(nameOf(pair)))
    .join('&');
}
