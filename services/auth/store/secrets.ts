import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/**
 * Encrypts and authenticates texts with a key derived from the service's secret. Access to the database alone is not
 * enough to read or forge these texts.
 */
export class Seal {
  readonly #key: Buffer;

  /** Each purpose has its own key, so a text that was sealed for one purpose cannot be opened for another purpose. */
  constructor(secret: string, purpose: string) {
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
  }

  sealed(text: string): string {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce);
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
  }

  /** Returns the original text. @throws Error if the sealed text was made with another key or modified */
  opened(text: string): string {
    const bytes = Buffer.from(text, 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', this.#key, bytes.subarray(0, 12));
    decipher.setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
  }
}

/** Returns a digest of names, accounts and networks. The digest does not reveal these values. */
export type LoginDigest = (...of: readonly (string | number)[]) => string;

/** Returns the digest function for a secret of the service. */
export function loginDigests(secret: string): LoginDigest {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'login attempts', 32));
  return (...of) => createHmac('sha256', key).update(JSON.stringify(of)).digest('base64url');
}
