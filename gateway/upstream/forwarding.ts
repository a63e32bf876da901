import type { IncomingHttpHeaders } from 'node:http';

/**
 * Names of headers that concern only one connection (RFC 9110, 7.6.1). The header `Connection` may list more
 * names.
 */
const connectionHeaders = [
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection'],
  ...['te', 'trailer', 'transfer-encoding', 'upgrade', 'expect'],
];
/** Headers in which proxies say by which scheme the client has come. */
const clientScheme = [
  'front-end-https',
  'x-url-scheme',
  'x-scheme',
  'x-arr-ssl',
  'cf-visitor',
  'https',
  'x-https',
];
/** Names of request headers that are not copied to WordPress, because the gateway itself sets them or their like. */
const neverForwarded = [
  ...[
    'host',
    'authorization',
    'x-request-id',
    'x-original-host',
    'x-host',
    'x-original-url',
    'x-rewrite-url',
  ],
  // PHP offers this header to programs as HTTP_PROXY, by which some choose a proxy.
  'proxy',
  ...clientScheme,
];
/** Matches headers in which proxies name the client's address: `X-Real-IP`, `True-Client-IP`, `CloudFront-Viewer-Address`. */
const clientAddress =
  /(?:^|-)forwarded(?:-|$)|(?:^|-)(?:client|connecti(?:ng|on)|external|originating|peer|proxyuser|real|remote|socket|source|src|user|viewer)-?(?:ip(?:v6)?|addr(?:ess)?)$/;
/** Matches headers in which proxies say who has logged in: `Remote-User`, `X-SSL-Client-Cert`, `CF-Access-Jwt-Assertion`. */
const clientIdentity =
  /(?:^|-)(?:remote|auth(?:enticated)?|webauth)-(?:user|email|name|groups?)(?:-|$)|(?:^|-)client-(?:cert|dn|verify)(?:-|$)|^cf-access-|^x-amzn-oidc-/;

/**
 * Names of WordPress's response headers that clients do not get. They describe the software and the addresses behind
 * the gateway, or would apply to the gateway's whole host.
 */
const neverReturned = [
  ...['strict-transport-security', 'alt-svc', 'clear-site-data', 'refresh', 'service-worker-allowed', 'nel'],
  ...['report-to', 'reporting-endpoints', 'server', 'via', 'x-powered-by', 'x-pingback', 'content-location'],
];
/** Matches response headers that are commands to a proxy in front of the gateway, such as `X-Accel-Redirect`. */
const proxyCommand = /^x-(?:accel|sendfile|lighttpd|reproxy)(?:-|$)/;

/**
 * Returns the names of all headers that concern only one connection. `connection` is the header with
 * further names.
 */
function connectionNames(connection: unknown): Set<string> {
  const named = [connection ?? ''].flat().join(',').toLowerCase().split(',');
  return new Set([...connectionHeaders, ...named.map((name) => name.trim())]);
}

/**
 * Returns the headers that WordPress gets: the client's headers, and the headers in `added` that are defined. Left out
 * are the client's headers that name the client or its connection, and names with other characters than letters, digits
 * and `-`: PHP reads `X_Forwarded_For` and `X.Forwarded.For` like `X-Forwarded-For`.
 */
export function forwardedHeaders(
  headers: IncomingHttpHeaders,
  added: Readonly<Record<string, string | undefined>>,
): Record<string, string | string[]> {
  const dropped = connectionNames(headers.connection);
  for (const name of [...neverForwarded, ...Object.keys(added)]) dropped.add(name);
  const kept = Object.entries(headers).filter(
    ([name]) =>
      !dropped.has(name) &&
      /^[a-z\d-]+$/.test(name) &&
      !clientAddress.test(name) &&
      !clientIdentity.test(name),
  );
  // The client's header `Connection` must not remove these headers, so they are added last.
  return Object.fromEntries(
    [...kept, ...Object.entries(added)].filter(
      (entry): entry is [string, string | string[]] => entry[1] !== undefined,
    ),
  );
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
      entry[1] !== undefined &&
      !dropped.has(entry[0]) &&
      !proxyCommand.test(entry[0]) &&
      !entry[0].startsWith('access-control-'),
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

/** The name of a parameter for a password, and what follows the name in JSON, a query or a form. */
const passwordName = /(?:pass(?:word|wd)?|pwd)["'[\]\0]*\s*[:=;\r\n]/i;

/**
 * Returns whether a query or body may contain a password, also with escapes of JSON and forms. Other texts with such a
 * word are taken for one too. That does no harm, because only requests that WordPress refuses count.
 */
export function mayHavePassword(text: string): boolean {
  const plain = text.replaceAll(/\\u00([0-9a-f]{2})|%([0-9a-f]{2})/gi, (_, json?: string, form?: string) =>
    String.fromCharCode(Number.parseInt(json ?? form ?? '', 16)),
  );
  return passwordName.test(plain);
}
