import {
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** The key and the secret of a pair. */
interface Pair {
  readonly consumerKey: string;
  readonly consumerSecret: string;
}

/** Returns a random key pair. The key and the secret have 160 random bits each. */
export function newPair(): Pair {
  const random = () => randomBytes(20).toString('hex');
  return { consumerKey: `ck_${random()}`, consumerSecret: `cs_${random()}` };
}

/**
 * Calculates HMAC digests of consumer keys and consumer secrets, with a key that is derived from the
 * service's secret. Access to the database alone is not enough to find or create a pair
 * (docs/reference/login.md#key-pairs).
 */
export class PairDigests {
  readonly #hmacKey: KeyObject;

  constructor(secret: string) {
    this.#hmacKey = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'key pairs', 32)));
  }

  of(half: string): string {
    return createHmac('sha256', this.#hmacKey).update(half).digest('base64url');
  }

  /** Returns whether a secret has this digest. The comparison takes constant time. */
  matches(secret: string, digest: string): boolean {
    const [given, stored] = [Buffer.from(this.of(secret)), Buffer.from(digest)];
    return given.length === stored.length && timingSafeEqual(given, stored);
  }
}
