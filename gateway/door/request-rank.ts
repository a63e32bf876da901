import type { IncomingMessage } from 'node:http';
import { hasAuthorization } from '../identity/credential-forms.ts';
import type { KnownCaller } from './known-callers.ts';

/**
 * Ranks in the order of admission under overload: probes, always accepted; administrators; customers
 * and guests whose network sends much less than the average; `cheap`, which is cached answers and
 * pre-flights; customers with a cart or a login; guests; networks that flood; networks whose requests
 * are mostly bad.
 */
export type Rank = 'probe' | 'administrator' | 'quiet' | 'cheap' | 'customer' | 'guest' | 'flood' | 'hostile';

/** Functions that supply the data for a rank. */
export interface RankDeps {
  /** Returns whether the cache has an answer for a request target. */
  isKept(target: string): boolean;
  known(authorization: string): KnownCaller | undefined;
  isQuiet(request: IncomingMessage): boolean;
  isFlood(request: IncomingMessage): boolean;
  isHostile(request: IncomingMessage): boolean;
}

/** Returns whether a request is for the health of the gateway. */
export function isProbe({ method, url = '' }: IncomingMessage): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  return url.startsWith('/health') && /^\/health(?:\/(?:live|ready))?(?:\?|$)/.test(url);
}

function namesCart({ headers, url = '' }: IncomingMessage): boolean {
  return (
    headers['cart-key'] !== undefined ||
    headers['cocart-api-cart-key'] !== undefined ||
    url.includes('cart_key=')
  );
}

/** Returns the rank of a request. All lookups are cheap, because refusing must cost less than answering. */
export function rankOf(request: IncomingMessage, deps: RankDeps): Rank {
  const { isKept, known, isQuiet, isFlood, isHostile } = deps;
  const { method = '', url = '', headers } = request;
  const reads = method === 'GET' || method === 'HEAD';
  const authorized = hasAuthorization(request);
  if (isProbe(request)) return 'probe';
  if (method === 'OPTIONS' || (reads && !authorized && isKept(url))) return 'cheap';
  const caller = authorized ? known(headers.authorization ?? '') : undefined;
  if (caller === 'administrator') return caller;
  if (isFlood(request)) return isHostile(request) ? 'hostile' : 'flood';
  if (isQuiet(request)) return 'quiet';
  return caller ?? (namesCart(request) ? 'customer' : 'guest');
}

/** Returns the service that most likely answers a target, by the path after the version. */
export function serviceFor(target: string): 'catalogue' | 'auth' | 'cart' {
  const [, name = ''] = /\/v[12]\/+(\w+)/.exec(target.slice(0, 100)) ?? [];
  if (name === 'products' || name === 'store') return 'catalogue';
  return name === 'login' || name === 'logout' || target.includes('/jwt/') ? 'auth' : 'cart';
}
