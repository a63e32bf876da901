import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Identity } from '../identity/identity.ts';

/** Maximum number of stored digests of credentials. */
const maxCredentials = 10_000;
/** Milliseconds for which a digest is stored. */
const rememberedMs = 15 * 60_000;

/** The kind of a caller who recently sent valid credentials. */
export type KnownCaller = 'administrator' | 'customer';

const digestOf = (authorization: string) => hash('sha256', authorization, 'base64url');

/**
 * Stores digests of valid `Authorization` headers. Under load, the gateway prefers requests whose header has
 * a stored digest. A digest grants no access.
 */
export class KnownCallers {
  readonly #known = new LRUCache<string, KnownCaller>({ max: maxCredentials, ttl: rememberedMs });

  /** Stores a digest of the request's credentials, and the kind of its caller. */
  learn({ headers: { authorization = '' } }: IncomingMessage, { account, manages }: Identity): void {
    if (authorization === '' || (account === null && manages === 'nothing')) return;
    this.#known.set(digestOf(authorization), manages === 'nothing' ? 'customer' : 'administrator');
  }

  /** Returns the kind of the caller with these credentials; undefined if their digest is not stored. */
  of(authorization: string): KnownCaller | undefined {
    return this.#known.get(digestOf(authorization));
  }
}
