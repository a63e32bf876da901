import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Identity } from '../identity/identity.ts';

/** Maximum number of remembered credentials, and the milliseconds for which they are remembered. */
const maxCredentials = 10_000;
const rememberedMs = 15 * 60_000;

/** The kind of caller whose credentials were valid before. */
export type KnownCaller = 'administrator' | 'customer';

const digestOf = (authorization: string) => hash('sha256', authorization, 'base64url');

/**
 * Remembers digests of `Authorization` headers that were valid. This grants no access: under load,
 * requests of known callers are accepted before those of unknown callers.
 */
export class KnownCallers {
  readonly #known = new LRUCache<string, KnownCaller>({ max: maxCredentials, ttl: rememberedMs });

  /** Remembers the credentials of a request and the kind of its caller. */
  learn({ headers: { authorization = '' } }: IncomingMessage, { account, manages }: Identity): void {
    if (authorization === '' || (account === null && manages === 'nothing')) return;
    this.#known.set(digestOf(authorization), manages === 'nothing' ? 'customer' : 'administrator');
  }

  /**
   * Returns the kind of caller that these credentials belong to; undefined for credentials that are not
   * remembered.
   */
  of(authorization: string): KnownCaller | undefined {
    return this.#known.get(digestOf(authorization));
  }
}
