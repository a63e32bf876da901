import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { networkOf } from '#platform/networks/networks.ts';

/**
 * The account whose password was sent (the given name if there is no account), and the network address of the
 * request.
 */
interface PasswordSource {
  readonly account: number | string;
  readonly address: string;
}

/** The maximum number of cached digests, two for each password, and for how long each is cached after its last use. */
const most = 40_000;
const ttlMs = 3_600_000;

/**
 * Caches recently verified passwords, so that a client that sends one with every request causes one verification. It
 * stores an HMAC over account, password hash, password and network, with a key of this process. So the stored values
 * are useless elsewhere, a changed password does not match them, and a guess from another network does not reveal
 * whether the password is right.
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
