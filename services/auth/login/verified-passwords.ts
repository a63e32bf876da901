import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { networkOf } from '#platform/networks/networks.ts';

/** The account of a password, if there is one, and the address of the request. */
interface PasswordSource {
  readonly account: number | string;
  readonly address: string;
}

/** How many passwords are remembered, and for how long after their last verification. */
const most = 20_000;
const ttlMs = 3_600_000;

/**
 * Recently verified passwords, so that a client that sends one with every request causes one verification. Stored is
 * an HMAC with a key of this process over account, password hash, password and network: it is useless elsewhere, a
 * changed password does not match it, and a guess from another network finds nothing that distinguishes right from
 * wrong.
 */
export class VerifiedPasswords {
  readonly #key = createSecretKey(randomBytes(32));
  readonly #right = new LRUCache<string, true>({ max: most, ttl: ttlMs });

  /** Returns the digest under which an account's password is remembered. `passwordHash` is the stored hash. */
  digest({ account, address }: PasswordSource, passwordHash: string | null, password: string): string {
    const text = JSON.stringify([account, networkOf(address), passwordHash, password]);
    return createHmac('sha256', this.#key).update(text).digest('base64url');
  }

  isRight(digest: string): boolean {
    return this.#right.get(digest) === true;
  }

  remember(digest: string): void {
    this.#right.set(digest, true);
  }
}
