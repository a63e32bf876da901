import { createHmac, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { networkOf } from '#platform/networks/networks.ts';

/** Whose password it is, where there is an account, and where it came from. */
interface Bringer {
  readonly account: number | string;
  readonly address: string;
}

/** How many passwords are remembered, and for how long since they were last verified. */
const most = 20_000;
const ttlMs = 3_600_000;

/**
 * Passwords that were right of late, so that a client which sends one with every request costs one verification and not
 * one a request. Kept is an HMAC under a key of this process alone, over the account, its kept hash, the password and the
 * network that it came from: it says nothing to anybody else, a password that was changed since is not the same one any
 * more, and who guesses from elsewhere finds nothing remembered that tells a right guess from a wrong one.
 */
export class Remembered {
  readonly #key = randomBytes(32);
  readonly #right = new LRUCache<string, true>({ max: most, ttl: ttlMs });

  /** What an account's password is known by here. `passwordHash` is the one that is kept of it now. */
  digest({ account, address }: Bringer, passwordHash: string | null, password: string): string {
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
