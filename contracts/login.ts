import { z } from 'zod';
import { Account } from './accounts.ts';
import { Permissions } from './api-keys.ts';
import { Role } from './audience.ts';
import { Management } from './claim.ts';
import { operation } from './operation.ts';
import { TokenAudience, tokenAudience } from './token-audience.ts';

/** Credentials of a request other than a bearer token. A missing identifier or secret is an empty text. */
export const Credentials = z.object({
  /** `password` is for a user name, e-mail or phone; `keys` for a pair that begins with `ck_` and `cs_`. */
  kind: z.enum(['password', 'keys']),
  identifier: z.string().max(320),
  secret: z.string().max(320),
  /** The client's address, for attempt limits. */
  address: z.string().max(64),
});
export type Credentials = z.infer<typeof Credentials>;

/**
 * An identified caller. `account` is null for a key pair without an account. `manages` is the administrator access of
 * the account or key pair. `trusted` marks a key pair, which acts for the guest whose cart key the request has;
 * `permissions` and `pair` are its rights and id. For a password, `generation` is the account's token generation at
 * the lookup.
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
 * Request data of a login for extensions. Only its size was checked. Header names are in lower case; headers with
 * credentials are absent.
 */
export const LoginRequest = z.object({
  body: z.record(z.string(), z.unknown()),
  headers: z.record(z.string(), z.string()),
  address: z.string().max(64),
});
export type LoginRequest = z.infer<typeof LoginRequest>;

/**
 * Identifies the owner of credentials. Only failures count towards attempt limits. A password on another request than a
 * login must pass the login extensions too.
 *
 * Refusals: `service_authentication_error` for any wrong credentials; `service_rate_limited`; `service_unavailable`
 * when the verification queue is full; the refusals of extensions, and `rest_missing_callback_param` for a parameter
 * that an extension requires.
 */
export const identify = operation('auth.identify', {
  summary: 'Identifies the owner of credentials',
  access: 'caller',
  effect: 'read',
  // It counts failures and is expensive, so the bus must not repeat it.
  sentOnce: true,
  request: z.object({
    credentials: Credentials,
    /**
     * Request data for extensions on requests other than a login. Null for a login: `logIn` calls the extensions
     * itself.
     */
    request: LoginRequest.nullable().default(null),
  }),
  reply: z.object({ identity: Identity }),
});

/**
 * An access token (JWT), and the refresh token for the next pair, which is empty after a login with an access token.
 */
export const TokenPair = z.object({ token: z.string(), refreshToken: z.string() });
export type TokenPair = z.infer<typeof TokenPair>;

/**
 * How the caller authenticated (docs/reference/login.md#extensions-of-the-login): an argument of the login's extension
 * points.
 */
export const LoginMethod = z.enum(['basic_auth', 'jwt', 'api_key']);
export type LoginMethod = z.infer<typeof LoginMethod>;

/**
 * Proof of the caller's authentication: the generation of a password or token; for a token also its token family and
 * the token itself.
 */
const Proof = z.object({
  generation: z.int().min(0),
  family: z.string().max(64).nullable(),
  token: z.string().max(4_096).nullable().default(null),
});

/**
 * Logs in the account of the claim or of the credentials: extensions grant permission, then a token pair is issued
 * (docs/reference/login.md#log-in). An access token is returned unchanged and without a refresh token: a stolen token
 * must not outlive its expiry.
 *
 * Refusals: `service_not_allowed` for another account than the claim's; `service_authentication_error` when the login
 * of the proof in `proof` has expired, or when the proof was revoked and the gateway does not have the revocation;
 * `service_rest_not_authorized` for a key pair with fewer `permissions` than the account; `rest_missing_callback_param`
 * and `rest_invalid_param` for parameters that extensions declare; the refusals of extensions.
 */
export const logIn = operation('auth.log-in', {
  summary: 'Logs in: checks permission and issues a pair of tokens',
  access: 'caller',
  effect: 'write',
  // An extension may take a second, and a one-time code must not be checked twice.
  sentOnce: true,
  request: z.object({
    method: LoginMethod,
    account: z.int().positive(),
    proof: Proof.nullable().default(null),
    /** The permissions of a key pair; null for other credentials. */
    permissions: Permissions.nullable().default(null),
    /** Audience of the tokens: the audience of the mount. */
    audience: TokenAudience.default(tokenAudience),
    request: LoginRequest,
  }),
  reply: z.object({ account: Account, tokens: TokenPair }),
});
