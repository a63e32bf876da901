/** Maximum length of a query that is searched for `rest_route`. */
const maxQueryLength = 8_192;

/** Returns whether a `name=value` pair of a query is the parameter `rest_route`. */
function isRestRoute(pair: string): boolean {
  return /^rest(?:_|%5f)route=/i.test(pair);
}

/**
 * Returns the request target for a query with the parameter `rest_route`, which WordPress uses if permalinks are off:
 * `rest_route=/cocart/v2/cart&a=1` → `/wp-json/cocart/v2/cart?a=1`. Returns null without a valid path.
 */
function restRouteIn(query: string): string | null {
  const pairs = query.split('&');
  const [, written = ''] = pairs.findLast(isRestRoute)?.split('=', 2) ?? [];
  let route: string;
  try {
    route = decodeURIComponent(written.replaceAll('+', ' '));
  } catch {
    return null;
  }
  if (!route.startsWith('/')) return null;
  const path = route.split('/').map(encodeURIComponent).join('/');
  const others = pairs.filter((pair) => pair !== '' && !isRestRoute(pair)).join('&');
  return `/wp-json${path}${others === '' ? '' : `?${others}`}`;
}

/**
 * Returns the target of a request in its usual form: `/?rest_route=/cocart/v2/cart` becomes
 * `/wp-json/cocart/v2/cart`, as in WordPress (docs/reference/README.md#discovery).
 */
export function plainTarget(target: string): string {
  if (!target.startsWith('/?') && !target.startsWith('/index.php?')) return target;
  const query = target.slice(target.indexOf('?') + 1);
  if (query.length > maxQueryLength || !query.split('&').some(isRestRoute)) return target;
  return restRouteIn(query) ?? target;
}
