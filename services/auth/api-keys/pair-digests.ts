import {
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** Key and secret of a pair. */
interface Pair {
  readonly consumerKey: string;
  readonly consumerSecret: string;
}

/** Returns a random pair with 160 bits in each half. */
export function newPair(): Pair {
  const random = () => randomBytes(20).toString('hex');
  return { consumerKey: `ck_${random()}`, consumerSecret: `cs_${random()}` };
}

/**
 * Digests of keys and secrets with a key derived from the service's secret: access to the database alone is not
 * enough to find or make a pair (docs/reference/login.md#key-pairs). The halves have so many random bits that a slow
 * hash would add nothing.
 */
export class PairDigests {
  readonly #hmacKey: KeyObject;

  constructor(secret: string) {
    this.#hmacKey = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'key pairs', 32)));
  }

  of(half: string): string {
    return createHmac('sha256', this.#hmacKey).update(half).digest('base64url');
  }

  /** Returns whether a secret has this digest, in constant time. */
  matches(secret: string, digest: string): boolean {
    const [given, kept] = [Buffer.from(this.of(secret)), Buffer.from(digest)];
    return given.length === kept.length && timingSafeEqual(given, kept);
  }
}
