import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

/** A key pair as its holder has it. */
interface Pair {
  readonly consumerKey: string;
  readonly consumerSecret: string;
}

/** A pair that nobody can guess: 160 random bits in each half. */
export function newPair(): Pair {
  const random = () => randomBytes(20).toString('hex');
  return { consumerKey: `ck_${random()}`, consumerSecret: `cs_${random()}` };
}

/**
 * Digests of keys and secrets by a key of the service's own: whoever has the database alone can neither find a pair nor
 * make one (docs/reference/login.md#key-pairs). Halves have so many random bits that a slow hash would add nothing.
 */
export class PairDigests {
  readonly #hmacKey: Buffer;

  constructor(secret: string) {
    this.#hmacKey = Buffer.from(hkdfSync('sha256', secret, '', 'key pairs', 32));
  }

  of(half: string): string {
    return createHmac('sha256', this.#hmacKey).update(half).digest('base64url');
  }

  /** Whether a secret is the one of a digest, in the same time whatever it is. */
  matches(secret: string, digest: string): boolean {
    const [given, kept] = [Buffer.from(this.of(secret)), Buffer.from(digest)];
    return given.length === kept.length && timingSafeEqual(given, kept);
  }
}
