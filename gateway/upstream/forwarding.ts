import type { IncomingHttpHeaders } from 'node:http';

/** Headers of one connection (RFC 9110, 7.6.1); `connection` names more. */
const ofConnection = [
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection'],
  ...['te', 'trailer', 'transfer-encoding', 'upgrade', 'expect'],
];
/** Cart keys, which open carts here; and what only the gateway may say about the client. */
const neverForwarded = [
  ...['cart-key', 'cocart-api-cart-key', 'host', 'authorization', 'forwarded', 'x-real-ip', 'x-request-id'],
];
/** Headers that are about the upstream's own address, and its product. */
const neverReturned = ['strict-transport-security', 'alt-svc', 'x-powered-by'];

/** Returns the names of all headers that concern one connection only. */
function connectionNames(connection: unknown): Set<string> {
  const named = [connection ?? ''].flat().join(',').toLowerCase().split(',');
  return new Set([...ofConnection, ...named.map((name) => name.trim())]);
}

/** Returns a client's headers as they are passed on, without credentials; `authorization` only if it is given. */
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

/** Returns the headers of the upstream's answer that the client gets. The gateway decides about CORS itself. */
export function returnedHeaders(headers: IncomingHttpHeaders): [name: string, value: string | string[]][] {
  const left = connectionNames(headers.connection);
  for (const name of neverReturned) left.add(name);
  return Object.entries(headers).filter(
    (entry): entry is [string, string | string[]] =>
      entry[1] !== undefined && !left.has(entry[0]) && !entry[0].startsWith('access-control-'),
  );
}

/** Whether every server reads a path alike: no `.` or `..`, no slash in a segment, no control character. */
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

/** Returns a query without parameters of these names; the others stay as they were written. */
export function withoutParameters(query: string, names: readonly string[]): string {
  const nameOf = (pair: string) => [...new URLSearchParams(pair).keys()][0] ?? '';
  return query
    .split('&')
    .filter((pair) => !names.includes(nameOf(pair)))
    .join('&');
}
