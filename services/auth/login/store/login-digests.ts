import { createHmac, hkdfSync } from 'node:crypto';

/** Returns a digest of names, accounts and networks. The digest does not reveal these values. */
export type LoginDigest = (...of: readonly (string | number)[]) => string;

/** Returns the digest function for a secret of the service. */
export function loginDigests(secret: string): LoginDigest {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'login attempts', 32));
  return (...of) => createHmac('sha256', key).update(JSON.stringify(of)).digest('base64url');
}
