import type { IncomingMessage } from 'node:http';
import { hasAuthorization } from '../identity/credential-forms.ts';
import type { KnownCaller } from './known-callers.ts';

/**
 * Ranks of requests, the highest first. The higher the rank, the higher the load at which a request is accepted.
 * - `probe`: health probes, always accepted.
 * - `administrator`: callers who manage the shop.
 * - `quiet`: customers and guests in a quiet network.
 * - `cheap`: requests with a cached answer, and pre-flight requests.
 * - `customer`: callers with a login or a cart key.
 * - `guest`: all other callers.
 * - `flood`: callers in a flood network.
 * - `hostile`: callers in a flood network with mostly bad requests.
 */
export type Rank = 'probe' | 'administrator' | 'quiet' | 'cheap' | 'customer' | 'guest' | 'flood' | 'hostile';

/** Functions that `rankOf` needs. */
export interface RankDeps {
  /** Returns whether the response cache has an answer for a request target. */
  isCached(target: string): boolean;
  known(authorization: string): KnownCaller | undefined;
  isQuiet(request: IncomingMessage): boolean;
  isFlood(request: IncomingMessage): boolean;
  isHostile(request: IncomingMessage): boolean;
}

/** Returns whether a request is a health probe. */
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

/** Returns the rank of a request. The look-ups are cheap, because a refusal must cost less than an answer. */
export function rankOf(request: IncomingMessage, deps: RankDeps): Rank {
  const { isCached, known, isQuiet, isFlood, isHostile } = deps;
  const { method = '', url = '', headers } = request;
  const reads = method === 'GET' || method === 'HEAD';
  const authorized = hasAuthorization(request);
  if (isProbe(request)) return 'probe';
  if (method === 'OPTIONS' || (reads && !authorized && isCached(url))) return 'cheap';
  const caller = authorized ? known(headers.authorization ?? '') : undefined;
  if (caller === 'administrator') return caller;
  if (isFlood(request)) return isHostile(request) ? 'hostile' : 'flood';
  if (isQuiet(request)) return 'quiet';
  return caller ?? (namesCart(request) ? 'customer' : 'guest');
}

/** Returns the service that most likely answers a request: `products` in `/v2/products` means the catalogue. */
export function serviceFor(target: string): 'catalogue' | 'auth' | 'cart' {
  const [, name = ''] = /\/v[12]\/+(\w+)/.exec(target.slice(0, 100)) ?? [];
  if (name === 'products' || name === 'store') return 'catalogue';
  return name === 'login' || name === 'logout' || target.includes('/jwt/') ? 'auth' : 'cart';
}
