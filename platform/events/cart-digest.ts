import { hash } from 'node:crypto';

/** Name of a cart in events: a digest, because the key itself would give access to the cart. */
export function cartDigest(cartKey: string): string {
  return hash('sha256', `cart ${cartKey}`, 'base64url');
}
