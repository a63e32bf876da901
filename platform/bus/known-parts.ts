import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/**
 * Maximum number of bytes of all known parts, including `overheadBytes` for each part. The catalogue remembers which
 * of 16 MB of parts it has sent. With less memory than that, replies would often lack bytes that are forgotten here.
 */
const maxBytes = 20 * 1_024 * 1_024;
/** Estimated number of bytes of memory for a part, in addition to its bytes. */
const overheadBytes = 500;
/** Weight of one reply in `#completeShare`, a moving average. */
const weight = 0.1;
/** Omitted bytes save time only if at least this share of the replies without them is complete. */
const minShare = 0.9;
/** `#completeShare` does not fall below this share, so that it soon rises again. */
const lowestShare = 0.7;
/** While the share is below `minShare`, one of so many requests tries whether it has risen. */
const trialEvery = 16;

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

  /** Counts a request, and returns whether the service may omit bytes in its reply. */
  nextMayOmit(): boolean {
    this.#requests += 1;
    return this.#completeShare >= minShare || this.#requests % trialEvery === 0;
  }

  /** Returns the bytes with this digest; undefined if they are not known. */
  get(digest: string): Buffer | undefined {
    return this.#parts.get(digest);
  }

  /** Stores a copy of received bytes, if the digest is really theirs. */
  keep(digest: string, bytes: Buffer): void {
    if (this.#parts.get(digest) || digestOf(bytes) !== digest) return;
    const copy = Buffer.allocUnsafeSlow(bytes.length);
    bytes.copy(copy);
    this.#parts.set(digest, copy);
  }

  /** Records whether the omitted bytes of a reply were all known. */
  recordCompleteness(isComplete: boolean): void {
    const share = this.#completeShare + weight * (Number(isComplete) - this.#completeShare);
    this.#completeShare = Math.max(lowestShare, share);
  }
}

/** Returns the digest of a part's bytes. */
export function digestOf(bytes: Buffer): string {
  return hash('sha256', bytes, 'base64url');
}
