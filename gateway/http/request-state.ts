import type Koa from 'koa';
import type { Permissions } from '#contracts/api-keys.ts';
import type { Role } from '#contracts/audience.ts';
import type { Management } from '#contracts/claim.ts';
import type { LoginMethod } from '#contracts/login.ts';
import type { TokenClaims } from '#contracts/tokens.ts';
import type { ErrorCode } from '#platform/errors/registry.ts';
import type { Mount } from './mounts.ts';

/** The data that the gateway's middleware stores about a request. */
export interface GatewayState {
  /** The request id that the client sent, or a new id. All services get the same id. */
  requestId: string;
  /** The time after which the client does not wait for the answer any more, in Unix milliseconds. */
  deadline: number;
  /** Path pattern of the route, for metrics and logs; absent until the gateway has found the route. */
  route?: string;
  /** The mount of the path. Outside every mount, the one whose dialect an error answer has. */
  mount: Mount;
  /** The path without the prefix of the mount; null outside every mount. */
  inside: string | null;
  /** Cart key of the request; absent for requests without a cart, and until the gateway has read the key. */
  cartKey?: string;
  /** Whether the client wants the answer inside an envelope (docs/reference/README.md#headers). */
  isEnveloped?: boolean;
  /** Code of the sent error, as in the registry of errors; absent for other answers. */
  errorCode?: ErrorCode;
}

export type GatewayContext = Koa.ParameterizedContext<GatewayState, object>;
export type GatewayMiddleware = Koa.Middleware<GatewayState, object>;

/** The verified caller of a request. */
export interface Identity {
  /** The kind of credentials that identified the caller; null for a guest. */
  readonly method: LoginMethod | null;
  /** Id of the caller's account; null for a guest and for a key pair of the shop. */
  readonly account: number | null;
  readonly role: Role | null;
  /**
   * Whether the caller is a key pair. On cart routes a key pair acts for the guest whose cart key the
   * request contains (docs/reference/login.md#key-pairs).
   */
  readonly trusted: boolean;
  /**
   * Permissions of a key pair; absent for other callers. The key pair of an account may do only what the
   * account may do.
   */
  readonly permissions?: Permissions | undefined;
  /** Id of the caller's key pair; absent for other callers. */
  readonly pair?: number | undefined;
  readonly manages: Management;
  /** Token family of the caller's bearer token; null for other credentials. */
  readonly family: string | null;
  /** The generation of the account when its password was checked. Absent without a password. */
  readonly generation?: number | undefined;
  /** Claims of the caller's bearer token; null for other credentials. */
  readonly token: TokenClaims | null;
  /** The caller's bearer token; absent for other credentials. A login with a token returns the same token. */
  readonly bearer?: string;
}

/** Token claims with which an open stream checks whether the credentials of its caller are still valid. */
export type RevocableClaims = Pick<TokenClaims, 'sub' | 'gen' | 'fam' | 'exp'>;

/**
 * Returns claims that become invalid when the tokens of the account are revoked. Null for guests and key pairs.
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
