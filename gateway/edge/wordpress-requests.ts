import type { IncomingMessage } from 'node:http';
import { type Mounts, normalizedPath } from '../routing/mounts.ts';

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
