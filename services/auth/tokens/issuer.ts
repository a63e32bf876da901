import { randomBytes } from 'node:crypto';
import { SignJWT } from 'jose';
import { tokenAudience } from '#contracts/token-audience.ts';
import { tokenAlgorithm, tokenIssuer, tokenType } from '#contracts/tokens.ts';
import type { SigningKeys } from './signing-keys.ts';

/** The account and login of an access token. */
export interface TokenSubject {
  readonly account: number;
  readonly role: string;
  readonly generation: number;
  readonly family: string;
  /** The audience of the token, which says which mounts accept the token. */
  readonly audience: string;
  /** The time at which the login ends at the latest, in Unix seconds. */
  readonly notAfter: number;
}

/** Lifetimes of access tokens in seconds. */
export interface AccessLifetimes {
  /** Lifetime of access tokens that every mount accepts. */
  readonly everywhere: number;
  /** Lifetime of access tokens that are issued at a CoCart mount. */
  readonly cocart: number;
}

/** Signs access tokens. */
export class Issuer {
  readonly #keys: Pick<SigningKeys, 'signer'>;
  readonly #lifetimes: AccessLifetimes;

  constructor(keys: Pick<SigningKeys, 'signer'>, lifetimes: AccessLifetimes) {
    this.#keys = keys;
    this.#lifetimes = lifetimes;
  }

  /**
   * Returns an access token for an account. The token expires after its configured lifetime, or when its login ends,
   * whichever is earlier.
   */
  async accessToken({
    account,
    role,
    generation,
    family,
    audience,
    notAfter,
  }: TokenSubject): Promise<string> {
    const { kid, key } = await this.#keys.signer();
    const now = Math.floor(Date.now() / 1_000);
    const isCocart = audience !== tokenAudience;
    const lifetime = isCocart ? this.#lifetimes.cocart : this.#lifetimes.everywhere;
    // Storefronts of CoCart read the account's id from `data`. This service reads the id only from `sub`.
    const data = isCocart ? { data: { user: { id: account } } } : {};
    return new SignJWT({ role, gen: generation, fam: family, ...data })
      .setProtectedHeader({ alg: tokenAlgorithm, typ: tokenType, kid })
      .setIssuer(tokenIssuer)
      .setAudience(audience)
      .setSubject(String(account))
      .setJti(randomBytes(16).toString('base64url'))
      .setIssuedAt(now)
      .setNotBefore(now)
      .setExpirationTime(Math.min(now + lifetime, notAfter))
      .sign(key);
  }
}
