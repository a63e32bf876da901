import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** Maximum number of bytes of all known parts, including `overheadBytes` for each part. */
const maxBytes = 8 * 1_024 * 1_024;
/** Estimated number of bytes of memory for a part, in addition to its bytes. */
const overheadBytes = 300;
/** Weight of one reply in `#completeShare`, a moving average. */
const weight = 0.05;
/** Omitted bytes save time only if at least this share of the replies without them is complete. */
const minShare = 0.9;
/** While the share is below `minShare`, only one of 16 requests lets the service omit bytes, to detect when it rises. */
const trial = 16;

/**
 * Parts of replies that this process has received, by their digest. A service need not send the bytes of these parts
 * again. If a reply lacks the bytes of a part that is no longer here, the request is sent again for all bytes.
 */
export class KnownParts {
  readonly #parts = new LRUCache<string, Buffer>({
    maxSize: maxBytes,
    sizeCalculation: (bytes) => bytes.length + overheadBytes,
  });
  #completeShare = 1;
  #requests = 0;

  /** Returns whether the service may omit bytes in its reply to the next request. */
  mayOmit(): boolean {
    this.#requests += 1;
    return this.#completeShare >= minShare || this.#requests % trial === 0;
  }

  /** Returns the bytes with this digest; undefined if they are not known. */
  get(digest: string): Buffer | undefined {
    return this.#parts.get(digest);
  }

  /** Stores a copy of received bytes, if the digest is really theirs. */
  keep(digest: string, bytes: Buffer): void {
    if (this.#parts.has(digest) || digestOf(bytes) !== digest) return;
    const copy = Buffer.allocUnsafeSlow(bytes.length);
    bytes.copy(copy);
    this.#parts.set(digest, copy);
  }

  /** Records whether the omitted bytes of a reply were all known. */
  note(isComplete: boolean): void {
    this.#completeShare += weight * (Number(isComplete) - this.#completeShare);
  }
}

/** Returns the digest of a part's bytes. */
export function digestOf(bytes: Buffer): string {
  return hash('sha256', bytes, 'base64url');
}
