import { hash } from 'node:crypto';

/** The name of a write in events and in the carts' storage: the digest of its idempotency key, 43 characters. */
export function writeDigest(onceKey: string): string {
  return hash('sha256', onceKey, 'base64url');
}
