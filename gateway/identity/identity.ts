import type { Permissions } from '#contracts/api-keys.ts';
import type { Role } from '#contracts/audience.ts';
import type { Management } from '#contracts/claim.ts';
import type { LoginMethod } from '#contracts/login.ts';
import type { TokenClaims } from '#contracts/tokens.ts';

/** The verified caller of a request. */
export interface Identity {
  /** The kind of credentials that identified the caller; null for a guest. */
  readonly method: LoginMethod | null;
  /** The account's id; null for a guest and for a key pair of the shop. */
  readonly account: number | null;
  readonly role: Role | null;
  /**
   * Whether the caller is a key pair. On cart routes a key pair acts for the guest whose cart key
   * the request has (docs/reference/login.md#key-pairs).
   */
  readonly trusted: boolean;
  /** Permissions of a key pair. The pair may do only what its account may do too. */
  readonly permissions?: Permissions | undefined;
  /** Id of the key pair. */
  readonly pair?: number | undefined;
  readonly manages: Management;
  /** Token family of a bearer token; null for other credentials. */
  readonly family: string | null;
  /** For a password: the generation of the account at the time of the check. */
  readonly generation?: number | undefined;
  /** Claims of the bearer token; null for other credentials. */
  readonly token: TokenClaims | null;
  /** The bearer token itself; a login with a token returns it. */
  readonly bearer?: string;
}

/** Token claims that decide whether the caller of an open stream is still valid. */
export type RevocableClaims = Pick<TokenClaims, 'sub' | 'gen' | 'fam' | 'exp'>;

/**
 * Returns the claims of a caller with a bearer token or a password, which hold until the account's
 * tokens are revoked; null for other callers.
 */
export function revocableClaimsOf({ token, account, generation }: Identity): RevocableClaims | null {
  if (token) return token;
  if (account === null || generation === undefined) return null;
  return { sub: String(account), gen: generation, fam: '', exp: Number.POSITIVE_INFINITY };
}

export const guest: Identity = {
  method: null,
  account: null,
  role: null,
  trusted: false,
  manages: 'nothing',
  family: null,
  token: null,
};
