import { hash } from 'node:crypto';

/** Returns the name of a cart in events: a digest of its key, because the key itself would give access to the cart. */
export function cartDigest(cartKey: string): string {
  return hash('sha256', `cart ${cartKey}`, 'base64url');
}

/** Returns the name of a write in events and in the storage of carts: a digest of its idempotency key. */
export function writeDigest(onceKey: string): string {
  return hash('sha256', onceKey, 'base64url');
}
