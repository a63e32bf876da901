import { randomBytes } from 'node:crypto';
import { SignJWT } from 'jose';
import { tokenAlgorithm, tokenAudience, tokenIssuer, tokenType } from '#contracts/tokens.ts';
import type { SigningKeys } from './signing-keys.ts';

/** Whom an access token is for, and which login it comes from. */
export interface Bearer {
  readonly account: number;
  readonly role: string;
  readonly generation: number;
  readonly family: string;
}

/** Signs access tokens. */
export class Issuer {
  readonly #keys: Pick<SigningKeys, 'signer'>;
  readonly #lifeSeconds: number;

  constructor(keys: Pick<SigningKeys, 'signer'>, lifeSeconds: number) {
    this.#keys = keys;
    this.#lifeSeconds = lifeSeconds;
  }

  /** An access token for an account, good from now on for as long as the settings say. */
  async accessToken({ account, role, generation, family }: Bearer): Promise<string> {
    const { kid, key } = await this.#keys.signer();
    const now = Math.floor(Date.now() / 1_000);
    return new SignJWT({ role, gen: generation, fam: family })
      .setProtectedHeader({ alg: tokenAlgorithm, typ: tokenType, kid })
      .setIssuer(tokenIssuer)
      .setAudience(tokenAudience)
      .setSubject(String(account))
      .setJti(randomBytes(16).toString('base64url'))
      .setIssuedAt(now)
      .setNotBefore(now)
      .setExpirationTime(now + this.#lifeSeconds)
      .sign(key);
  }
}
