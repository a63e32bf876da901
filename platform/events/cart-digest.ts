import { hash } from 'node:crypto';

/** Returns the name of a cart in events: a digest of its key, because the key itself would give access to the cart. */
export function cartDigest(cartKey: string): string {
  return hash('sha256', `cart ${cartKey}`, 'base64url');
}
