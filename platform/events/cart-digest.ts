import { hash } from 'node:crypto';

/** What events name a cart by: its key would open it. */
export function cartDigest(cartKey: string): string {
  return hash('sha256', `cart ${cartKey}`, 'base64url');
}
