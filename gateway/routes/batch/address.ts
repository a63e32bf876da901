import { invalidParameter } from '#platform/errors/errors.ts';
import { type CartKeySources, carriedKey, customerIdKeys } from '../../caller/cart-keys.ts';
import { memberParameters, urlParameters } from '../../http/body.ts';
import { normalizedPath } from '../../http/mounts.ts';
import type { BatchRequest } from './batch-body.ts';

/** Address of a request in a batch: the path inside the mount, and the query without the question mark. */
export interface Address {
  readonly path: string;
  readonly query: string;
}

function isWellFormed(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * Parses the path of a request in a batch (docs/reference/batch.md#send-several-requests), such as
 * `/v2/cart/…`. The path may begin with `/cocart`, or with the last segment of the mount's prefix; this
 * segment is removed: `/cocart/v2/cart` → `/v2/cart`. Returns null if the text is not a path.
 */
export function addressOf(written: string, prefix: string): Address | null {
  if (!written.startsWith('/') || /[\p{Cc}\\]/u.test(written)) return null;
  const url = URL.parse(written.replace(/^\/+/, '/'), 'http://batch');
  if (!url || !isWellFormed(url.pathname)) return null;
  const path = normalizedPath(url.pathname);
  const [, first = ''] = path.split('/', 2);
  const names = ['cocart', prefix.slice(prefix.lastIndexOf('/') + 1)];
  const isNamed = first !== '' && names.includes(first);
  return { path: isNamed ? path.slice(first.length + 1) : path, query: url.search.slice(1) };
}

/** Returns the parts of a batch request that may contain a cart key: headers, body and query. */
function carryingOf({ headers, path, body }: BatchRequest): CartKeySources {
  const given = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const header = (name: string) => {
    const value = given.get(name);
    return typeof value === 'string' ? value : undefined;
  };
  const query = urlParameters(addressOf(path, '')?.query ?? '');
  return { header, body: memberParameters(body), query };
}

function keyOf(request: BatchRequest): string | null {
  return carriedKey(carryingOf(request));
}

/**
 * Maximum number of different customer ids that a batch may contain as cart keys. The limit exists because
 * the gateway asks the auth service about each id.
 */
const maxIds = 3;

/** Returns the refusal for a batch whose requests have different cart keys. */
function severalCarts() {
  return invalidParameter('requests', 'must all be about one cart.');
}

/**
 * Returns the cart keys in the requests that look like the id of a customer (`customerIdKeys`), without duplicates.
 *
 * @throws ServiceError `rest_invalid_param` for more than three such keys
 */
export function customerIdKeysInRequests(requests: readonly BatchRequest[]): string[] {
  const ids = new Set(requests.flatMap((request) => customerIdKeys(carryingOf(request))));
  if (ids.size > maxIds) throw severalCarts();
  return [...ids];
}

/**
 * Returns the cart key that the requests contain. Returns null if no request contains a key.
 *
 * @throws ServiceError `rest_invalid_param` for different keys
 */
export function keyInRequests(requests: readonly BatchRequest[]): string | null {
  const keys = new Set(requests.map(keyOf).filter((key) => key !== null));
  if (keys.size > 1) throw severalCarts();
  return [...keys][0] ?? null;
}
