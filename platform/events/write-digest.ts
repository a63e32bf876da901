import { hash } from 'node:crypto';

/** Returns the name of a write in events and in the storage of carts: a digest of its idempotency key. */
export function writeDigest(onceKey: string): string {
  return hash('sha256', onceKey, 'base64url');
}
