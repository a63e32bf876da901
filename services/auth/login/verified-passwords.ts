import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { networkOf } from '#platform/util/networks.ts';

/** The account whose password was sent, and the network address of the request. */
interface PasswordSource {
  /** The account's id; the name that the client sent if no account has this name. */
  readonly account: number | string;
  readonly address: string;
}

/** The maximum number of cached digests. Each password has two: by the account's id, and by the name that was sent. */
const most = 40_000;
/** Milliseconds for which a digest is cached. */
const ttlMs = 3_600_000;

/**
 * Caches recently verified passwords, because some clients send the password with every request. Stores only
 * an HMAC of account, password hash, password and network, with a key of this process. A guess from another
 * network has another HMAC, so the cache does not confirm this guess.
 */
export class VerifiedPasswords {
  readonly #key = createSecretKey(randomBytes(32));
  readonly #right = new LRUCache<string, true>({ max: most, ttl: ttlMs });

  /** Returns the digest under which the password of an account is cached. `passwordHash` is the stored hash. */
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
