import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Identity } from '../identity/identity.ts';

/** Credentials that are remembered, and for how long. */
const mostCredentials = 10_000;
const rememberedMs = 15 * 60_000;

/** The kind of caller whose credentials were valid before. */
export type KnownCaller = 'administrator' | 'customer';

const digestOf = (authorization: string) => hash('sha256', authorization, 'base64url');

/**
 * Remembers digests of `Authorization` headers that were good. It grants no access: under load, known callers are served
 * before unknown ones.
 */
export class KnownCallers {
  readonly #known = new LRUCache<string, KnownCaller>({ max: mostCredentials, ttl: rememberedMs });

  /** Remembers who has sent a request. */
  learn({ headers: { authorization = '' } }: IncomingMessage, { account, manages }: Identity): void {
    if (authorization === '' || (account === null && manages === 'nothing')) return;
    this.#known.set(digestOf(authorization), manages === 'nothing' ? 'customer' : 'administrator');
  }

  /** Returns the kind of caller that sent these credentials before; undefined for an unknown one. */
  of(authorization: string): KnownCaller | undefined {
    return this.#known.get(digestOf(authorization));
  }
}
