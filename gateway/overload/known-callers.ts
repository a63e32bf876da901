import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Identity } from '../http/request-state.ts';

/** Maximum number of remembered credentials and cart keys. */
const maxKnown = 20_000;
/** Milliseconds for which they are remembered. */
const rememberedMs = 15 * 60_000;

const digestOf = (secret: string) => hash('sha256', secret, 'base64url');

/** Returns the cart key in the headers or the query of a request; undefined without a key there. */
function cartKeyOf({ headers, url = '' }: IncomingMessage): string | undefined {
  const inHeader = headers['cart-key'] ?? headers['cocart-api-cart-key'];
  if (typeof inHeader === 'string') return inHeader;
  return url.includes('cart_key=') ? (/[?&]cart_key=([^&]*)/.exec(url)?.[1] ?? undefined) : undefined;
}

/**
 * Remembers digests of credentials that were valid, and of cart keys that a cart answered to. Under load, requests with
 * them begin before those of new guests. A digest grants no access.
 */
export class KnownCallers {
  readonly #known = new LRUCache<string, true>({ max: maxKnown, ttl: rememberedMs });

  /** Remembers the valid credentials of a request. */
  learn({ headers: { authorization = '' } }: IncomingMessage, identity: Identity): void {
    if (authorization !== '' && identity.method !== null) this.#known.set(digestOf(authorization), true);
  }

  /** Remembers the cart key of a request that succeeded, or the key that the answer gave to a guest. */
  learnCart(request: IncomingMessage, response: ServerResponse): void {
    if (response.statusCode >= 300) return;
    const issued = response.getHeader('Cart-Key');
    const key = typeof issued === 'string' ? issued : cartKeyOf(request);
    if (key) this.#known.set(digestOf(key), true);
  }

  /** Returns whether the request has credentials or a cart key that are remembered. */
  has(request: IncomingMessage): boolean {
    const { authorization = '' } = request.headers;
    if (authorization !== '') return this.#known.has(digestOf(authorization));
    const key = cartKeyOf(request);
    return key !== undefined && this.#known.has(digestOf(key));
  }
}
