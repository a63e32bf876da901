import { createHmac, hkdfSync } from 'node:crypto';

/** Makes the digests under which names, accounts and networks of logins are kept: none of them can be read back. */
export type LoginDigest = (...of: readonly (string | number)[]) => string;

/** The digests under a secret of the service. */
export function loginDigests(secret: string): LoginDigest {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'login attempts', 32));
  return (...of) => createHmac('sha256', key).update(JSON.stringify(of)).digest('base64url');
}
