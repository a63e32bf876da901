import { z } from 'zod';
import { Account } from './accounts.ts';
import { Permissions } from './api-keys.ts';
import { Role } from './audience.ts';
import { Management } from './claim.ts';
import { operation } from './operation.ts';
import { TokenAudience, tokenAudience } from './token-audience.ts';

/**
 * A name and password, or a key pair, of a client that sent no bearer token. An identifier or secret that the
 * client did not send is empty.
 */
export const Credentials = z.object({
  /**
   * With `password`, the identifier is a user name, e-mail or phone number. With `keys`, the identifier is a consumer
   * key (`ck_…`) and the secret is its consumer secret (`cs_…`).
   */
  kind: z.enum(['password', 'keys']),
  identifier: z.string().max(320),
  secret: z.string().max(320),
  /** The client's IP address. Failed logins are limited by address. */
  address: z.string().max(64),
});
export type Credentials = z.infer<typeof Credentials>;

/**
 * An identified caller.
 * - `account` is null for a key pair without an account.
 * - `manages` says whether the account or key pair may use the operations for managers.
 * - `trusted` is true for a key pair. A key pair uses the cart of a guest: the cart whose key is in the request.
 * - `permissions` and `pair` are the rights and the id of the key pair.
 * - `generation` is the token generation of the account when its password was checked.
 */
export const Identity = z.object({
  account: z.int().positive().nullable(),
  role: Role.nullable(),
  manages: Management,
  trusted: z.boolean(),
  permissions: Permissions.optional(),
  pair: z.int().positive().optional(),
  generation: z.int().min(0).optional(),
});
export type Identity = z.infer<typeof Identity>;

/**
 * The data of a request that login extensions get. The service has checked only the size of the data. Names
 * of headers are in lower case, and headers with credentials are left out.
 */
export const LoginRequest = z.object({
  body: z.record(z.string(), z.unknown()),
  headers: z.record(z.string(), z.string()),
  address: z.string().max(64),
});
export type LoginRequest = z.infer<typeof LoginRequest>;

/**
 * Identifies the owner of credentials. Only failures count towards the login limits. If the caller sent a password and
 * `request` is not null, the login extensions must also permit the request.
 *
 * Refusals:
 * - `service_authentication_error` for wrong credentials
 * - `service_rate_limited`
 * - `service_unavailable` if too many passwords wait for verification
 * - `rest_missing_callback_param` for a missing parameter that an extension requires
 * - the refusals of extensions
 */
export const identify = operation('auth.identify', {
  summary: 'Identifies the owner of credentials',
  access: 'caller',
  effect: 'read',
  // The bus must not repeat this operation, because each call may count a failure and takes much processor
  // time.
  resentOnlyIfUnreceived: true,
  request: z.object({
    credentials: Credentials,
    /** Data for login extensions. Null if the gateway then calls `logIn`, because `logIn` calls the extensions. */
    request: LoginRequest.nullable().default(null),
  }),
  reply: z.object({ identity: Identity }),
});

/**
 * Counts a failed login at the WordPress behind the gateway, like a failed login here. With `failed` false, counts
 * nothing. Refusals: `service_rate_limited` if too many logins from the address have failed.
 */
export const countOtherLogin = operation('auth.count-other-login', {
  summary: 'Counts a failed login at WordPress',
  access: 'caller',
  effect: 'write',
  resentOnlyIfUnreceived: true,
  request: z.object({ address: z.string().max(64), failed: z.boolean() }),
  reply: z.object({ counted: z.boolean() }),
});

/**
 * An access token (JWT) and a refresh token, which can be exchanged for the next pair. After a login with
 * an access token, the refresh token is empty.
 */
export const TokenPair = z.object({ token: z.string(), refreshToken: z.string() });
export type TokenPair = z.infer<typeof TokenPair>;

/**
 * The kind of credentials that the caller sent. Login extensions get this value
 * (docs/reference/login.md#extensions-of-the-login).
 */
export const LoginMethod = z.enum(['basic_auth', 'jwt', 'api_key']);
export type LoginMethod = z.infer<typeof LoginMethod>;

/**
 * Data with which `logIn` checks that the credentials of the caller were not revoked. `generation` is the token
 * generation at which the password was checked or the token was issued. `family` and `token` are null for a password.
 */
const Proof = z.object({
  generation: z.int().min(0),
  family: z.string().max(64).nullable(),
  token: z.string().max(4_096).nullable().default(null),
});

/**
 * Logs in an account: login extensions must permit the login, then a token pair is issued
 * (docs/reference/login.md#log-in). If the caller sent an access token, the reply has the same token and no
 * refresh token, so that a stolen token cannot be used after its expiry.
 *
 * Refusals:
 * - `service_not_allowed` if the claim is for another account
 * - `service_authentication_error` if the login to which `proof` belongs has expired or was revoked
 * - `service_rest_not_authorized` for a key pair with fewer permissions than its account
 * - `rest_missing_callback_param` and `rest_invalid_param` for parameters that extensions declare
 * - the refusals of extensions
 */
export const logIn = operation('auth.log-in', {
  summary: 'Logs in: checks permission and issues a pair of tokens',
  access: 'caller',
  effect: 'write',
  // The bus must not repeat this operation, because a login extension must not check the same one-time code
  // twice.
  resentOnlyIfUnreceived: true,
  request: z.object({
    method: LoginMethod,
    account: z.int().positive(),
    proof: Proof.nullable().default(null),
    /** Permissions of the caller's key pair; null for other credentials. */
    permissions: Permissions.nullable().default(null),
    /** Audience of the new tokens, which is the audience of the mount. */
    audience: TokenAudience.default(tokenAudience),
    request: LoginRequest,
  }),
  reply: z.object({ account: Account, tokens: TokenPair }),
});
