import type { Permissions } from '#contracts/api-keys.ts';
import type { Role } from '#contracts/audience.ts';
import type { Management } from '#contracts/claim.ts';
import type { LoginMethod } from '#contracts/login.ts';
import type { TokenClaims } from '#contracts/tokens.ts';

/** Who asks, as far as the credentials of a request were believed. */
export interface Identity {
  /** How it was found out; null for a guest. */
  readonly method: LoginMethod | null;
  /** The account's id; null for a guest and for a key pair of the shop itself. */
  readonly account: number | null;
  readonly role: Role | null;
  /**
   * A key pair: on a route about a cart it acts for the guest whose key the request carries
   * (docs/reference/login.md#key-pairs).
   */
  readonly trusted: boolean;
  /** Of a key pair, what it may do at most: its account may do more. */
  readonly permissions?: Permissions | undefined;
  /** Of a key pair, its id. */
  readonly pair?: number | undefined;
  readonly manages: Management;
  /** The login that a bearer token comes from; null for any other credentials. */
  readonly family: string | null;
  /** Of a password: how often all tokens of the account had been revoked when it was looked up. */
  readonly generation?: number | undefined;
  /** What its bearer token says; null for any other credentials. */
  readonly token: TokenClaims | null;
  /** That token itself: a login by it gives it back. */
  readonly bearer?: string;
}

/** By what it is found out that somebody is not to be believed any more, who was when a stream was opened. */
export type Believed = Pick<TokenClaims, 'sub' | 'gen' | 'fam' | 'exp'>;

/**
 * That of a bearer token, or of a password, which is good until all tokens of the account are revoked; null for others.
 */
export function believedOf({ token, account, generation }: Identity): Believed | null {
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
