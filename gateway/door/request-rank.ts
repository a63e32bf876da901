import type { IncomingMessage } from 'node:http';
import { hasAuthorization } from '../identity/credential-forms.ts';
import type { KnownCaller } from './known-callers.ts';

/**
 * The order of admission under overload: probes always; administrators; `cheap` (cached answers and pre-flights);
 * customers with a cart or a login; guests; a network that floods; and one whose requests are mostly bad ones.
 */
export type Rank = 'probe' | 'administrator' | 'cheap' | 'customer' | 'guest' | 'flood' | 'hostile';

/** Lookups that decide a rank. */
export interface RankDeps {
  /** Whether a target is in the cache. */
  isKept(target: string): boolean;
  known(authorization: string): KnownCaller | undefined;
  isFlood(request: IncomingMessage): boolean;
  isHostile(request: IncomingMessage): boolean;
}

/** Whether a request asks for the health of the gateway. */
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

/** Returns the rank of a request. It only uses lookups that are cheap. */
export function rankOf(request: IncomingMessage, { isKept, known, isFlood, isHostile }: RankDeps): Rank {
  const { method = '', url = '', headers } = request;
  const reads = method === 'GET' || method === 'HEAD';
  const authorized = hasAuthorization(request);
  if (isProbe(request)) return 'probe';
  if (method === 'OPTIONS' || (reads && !authorized && isKept(url))) return 'cheap';
  const caller = authorized ? known(headers.authorization ?? '') : undefined;
  if (caller === 'administrator') return caller;
  if (isFlood(request)) return isHostile(request) ? 'hostile' : 'flood';
  return caller ?? (namesCart(request) ? 'customer' : 'guest');
}

/** The service that a target is most likely answered by: the path after the version says it. */
export function serviceFor(target: string): 'catalogue' | 'auth' | 'cart' {
  const [, name = ''] = /\/v[12]\/+(\w+)/.exec(target.slice(0, 100)) ?? [];
  if (name === 'products' || name === 'store') return 'catalogue';
  return name === 'login' || name === 'logout' || target.includes('/jwt/') ? 'auth' : 'cart';
}
