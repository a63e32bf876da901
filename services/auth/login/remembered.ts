import { createHmac, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** How many passwords are remembered, and for how long since they were last verified. */
const most = 20_000;
const ttlMs = 3_600_000;

/**
 * Passwords that were right of late, so that a client which sends one with every request costs one verification and not
 * one a request. Kept is an HMAC under a key of this process alone, over the account, its kept hash and the password: it
 * says nothing to anybody else, and a password that was changed since is not the same one any more.
 */
export class Remembered {
  readonly #key = randomBytes(32);
  readonly #right = new LRUCache<string, true>({ max: most, ttl: ttlMs });

  /** What an account's password is known by here. `passwordHash` is the one that is kept of it now. */
  digest(account: number | string, passwordHash: string | null, password: string): string {
    const text = JSON.stringify([account, passwordHash, password]);
    return createHmac('sha256', this.#key).update(text).digest('base64url');
  }

  isRight(digest: string): boolean {
    return this.#right.get(digest) === true;
  }

  remember(digest: string): void {
    this.#right.set(digest, true);
  }
}
