import { z } from 'zod';
import { Account } from './accounts.ts';
import { Permissions } from './api-keys.ts';
import { Role } from './audience.ts';
import { Management } from './claim.ts';
import { operation } from './operation.ts';
import { TokenAudience, tokenAudience } from './token-audience.ts';

/** How somebody says who it is, beside a bearer token. An empty text is a half that is missing. */
export const Credentials = z.object({
  /** `password` is by user name, e-mail or phone; `keys` by a pair that begins with `ck_` and `cs_`. */
  kind: z.enum(['password', 'keys']),
  identifier: z.string().max(320),
  secret: z.string().max(320),
  /** The client's address, by which attempts are bounded. */
  address: z.string().max(64),
});
export type Credentials = z.infer<typeof Credentials>;

/**
 * Somebody who is known. `account` is null for a key pair that is nobody's; `manages` is what a manager's account or a
 * key pair gives, `trusted` says that it is a key pair, which acts for the guest that a request names; `permissions`
 * are that pair's, `pair` is its id. Of a password, `generation` is how often all tokens of the account had been revoked when it was
 * looked up.
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
 * What a login brings beside its credentials, for extensions to look at: none of it was checked but for its size. Names
 * of headers are in small letters; those with credentials are left out.
 */
export const LoginRequest = z.object({
  body: z.record(z.string(), z.unknown()),
  headers: z.record(z.string(), z.string()),
  address: z.string().max(64),
});
export type LoginRequest = z.infer<typeof LoginRequest>;

/**
 * Who brings these credentials. Only failures count against the bounds on attempts. A password on a request that is no
 * login has to pass the extensions of the login too.
 *
 * Refusals: `service_authentication_error` whatever is wrong; `service_rate_limited`; `service_unavailable` when too
 * many wait to be verified; what an extension refuses with, and `rest_missing_callback_param` for a parameter that one
 * requires.
 */
export const identify = operation('auth.identify', {
  summary: 'Who brings these credentials',
  access: 'caller',
  effect: 'read',
  // It counts failures, and it costs too much to be begun again by impatience.
  sentOnce: true,
  request: z.object({
    credentials: Credentials,
    /** What the extensions see of a request that is no login. Null for a login: `logIn` asks them. */
    request: LoginRequest.nullable().default(null),
  }),
  reply: z.object({ identity: Identity }),
});

/** An access token (a JWT) and the refresh token that gives the next pair; empty after a login by an access token. */
export const TokenPair = z.object({ token: z.string(), refreshToken: z.string() });
export type TokenPair = z.infer<typeof TokenPair>;

/**
 * How somebody was found out who logs in (docs/reference/login.md#extensions-of-the-login): an argument of the login's
 * extension points.
 */
export const LoginMethod = z.enum(['basic_auth', 'jwt', 'api_key']);
export type LoginMethod = z.infer<typeof LoginMethod>;

/**
 * By what somebody was believed who logs in: the generation of a password or a token; the login of a token, and itself.
 */
const BelievedBy = z.object({
  generation: z.int().min(0),
  family: z.string().max(64).nullable(),
  token: z.string().max(4_096).nullable().default(null),
});

/**
 * Logs in the account that the claim names, or that the credentials do: permission by the extensions, then a pair of
 * tokens (docs/reference/login.md#log-in). An access token is returned as it came, without a refresh token: a stolen
 * one must not outlive its own end.
 *
 * Refusals: `service_not_allowed` for another account than the claim's; `service_authentication_error` where what it
 * was `believedBy` was revoked meanwhile, which a gateway may not have heard yet, or its login has expired;
 * `service_rest_not_authorized` for a key pair whose `permissions` are less than the account's;
 * `rest_missing_callback_param` and `rest_invalid_param` for parameters that extensions declare; what an extension
 * refuses with.
 */
export const logIn = operation('auth.log-in', {
  summary: 'Logs in: permission, then a pair of tokens',
  access: 'caller',
  effect: 'write',
  // An extension may take a second, and a code that is good once must not be asked for twice.
  sentOnce: true,
  request: z.object({
    method: LoginMethod,
    account: z.int().positive(),
    believedBy: BelievedBy.nullable().default(null),
    /** Of a key pair. */
    permissions: Permissions.nullable().default(null),
    /** The audience of the tokens: that of the mount. */
    audience: TokenAudience.default(tokenAudience),
    request: LoginRequest,
  }),
  reply: z.object({ account: Account, tokens: TokenPair }),
});
