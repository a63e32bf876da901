import { hash, type KeyObject, randomUUID, sign, verify } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/**
 * Maximum number of texts that share a signature. Each text is sent with the digests of all these texts, so
 * the number is low.
 */
const maxTogether = 16;
/** Length of a SHA-256 digest in base64url. */
const digestLength = 43;
/** Maximum number of cached signatures. */
const maxCached = 1_000;

/** A text that is signed at the end of the event loop's turn. */
interface Queued {
  readonly text: string;
  readonly digest: string;
  readonly resolve: (signed: string) => void;
}

/** Returns the bytes to sign. The prefix `turn:` distinguishes the bytes from a separately signed payload. */
function signedBytes(digests: string): Buffer {
  return Buffer.from(`turn:${digests}`);
}

/** Signs the texts of one turn of the event loop together: docs/decisions/claims-of-a-turn.md. */
export class TurnSigner {
  readonly #key: KeyObject;
  #queue: Queued[] = [];

  constructor(key: KeyObject) {
    this.#key = key;
  }

  /**
   * Returns `payload.salt.digests.signature` at the end of the turn of the event loop. Up to `maxTogether` payloads
   * of the turn share digests and signature.
   */
  sign(payload: string): Promise<string> {
    // A receiver also gets the digests of texts for other receivers. The salt prevents guessing these texts.
    const text = `${payload}.${randomUUID()}`;
    const { promise, resolve } = Promise.withResolvers<string>();
    if (this.#queue.length === 0) setImmediate(() => this.#signAll());
    this.#queue.push({ text, digest: hash('sha256', text, 'base64url'), resolve });
    return promise;
  }

  #signAll(): void {
    const all = this.#queue;
    this.#queue = [];
    for (let from = 0; from < all.length; from += maxTogether) {
      const together = all.slice(from, from + maxTogether);
      const digests = together.map(({ digest }) => digest).join('');
      const signature = sign(null, signedBytes(digests), this.#key).toString('base64url');
      for (const { text, resolve } of together) resolve(`${text}.${digests}.${signature}`);
    }
  }
}

/** Verifies texts that share a signature. Each signature is verified only once. */
export class TurnVerifier {
  readonly #key: KeyObject;
  readonly #cache = new LRUCache<string, true>({ max: maxCached });

  constructor(key: KeyObject) {
    this.#key = key;
  }

  /** Returns whether the signature is valid and the digest of this text is among the signed digests. */
  verify(text: string, digests: string, signature: string): boolean {
    const isWhole = digests.length % digestLength === 0 && digests.length <= maxTogether * digestLength;
    if (!isWhole || !this.#isSigned(digests, signature)) return false;
    const at = digests.indexOf(hash('sha256', text, 'base64url'));
    return at >= 0 && at % digestLength === 0;
  }

  #isSigned(digests: string, signature: string): boolean {
    const name = `${digests}.${signature}`;
    if (this.#cache.has(name)) return true;
    if (!verify(null, signedBytes(digests), this.#key, Buffer.from(signature, 'base64url'))) return false;
    this.#cache.set(name, true);
    return true;
  }
}
