import { z } from 'zod';
import { Role } from './audience.ts';
import { TokenPair } from './login.ts';
import { operation } from './operation.ts';
import { TokenAudience, tokenAudience } from './token-audience.ts';

/** Who makes tokens, whatever the shop is called. */
export const tokenIssuer = 'cartwright';
/** The one algorithm, and the type in the header of an access token. */
export const tokenAlgorithm = 'ES256';
export const tokenType = 'at+jwt';

/**
 * What an access token says beside the registered names: `sub` is the account's id, `jti` its own. `gen` is how often
 * all tokens of the account had been revoked when it was made, `fam` the login that it comes from.
 */
export const TokenClaims = z.object({
  aud: TokenAudience,
  sub: z.string().regex(/^[1-9]\d{0,14}$/),
  role: Role,
  gen: z.int().min(0),
  fam: z.string().min(16).max(64),
  jti: z.string().min(16).max(64),
  iat: z.int(),
  exp: z.int(),
});
export type TokenClaims = z.infer<typeof TokenClaims>;

/** A public key as the key set has it (RFC 7517). */
export const PublicKey = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  kid: z.string(),
  alg: z.literal(tokenAlgorithm),
  use: z.literal('sig'),
});
export type PublicKey = z.infer<typeof PublicKey>;

/** When no token that was revoked can be good any more, Unix milliseconds; not said where nobody needs to forget. */
const until = z.int().optional();

/**
 * A change on the feed `tokens`: tokens of an account below a generation are void, or those of one login, or the public
 * keys changed.
 */
export const TokensChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('account'), account: z.int(), generation: z.int(), until }),
  z.object({ kind: z.literal('family'), family: z.string(), until }),
  z.object({ kind: z.literal('keys') }),
]);
export type TokensChange = z.infer<typeof TokensChange>;

/** Number of the last change of the feed `tokens`: who holds all up to it knows everything that was acknowledged. */
export const readTokenNumber = operation('auth.read-token-number', {
  summary: 'Number of the last change of what tokens are verified by',
  access: 'caller',
  effect: 'read',
  request: z.object({}),
  reply: z.object({ number: z.int().min(0) }),
});

/**
 * Everything by which tokens are verified: the public keys, and what was revoked of tokens that could still be good.
 * A page at a time: `next` is what to ask for next, null at the end. `after` may also be the number of a change: then
 * only what was revoked later comes.
 */
export const readTokenState = operation('auth.read-token-state', {
  summary: 'Public keys, and what was revoked of tokens that have not expired',
  access: 'caller',
  effect: 'read',
  request: z.object({ after: z.string().max(100).nullable().default(null) }),
  reply: z.object({
    /** Number of the last change of the feed that is in it. Of several pages the first one's holds. */
    number: z.int().min(0),
    keys: z.array(PublicKey),
    revoked: z.array(TokensChange),
    next: z.string().nullable(),
  }),
});

/**
 * Whether a token that was verified by its signature is good at this moment, for a gateway that may be behind.
 * Refusals: `service_authentication_error`.
 */
export const checkToken = operation('auth.check-token', {
  summary: 'Whether a token was revoked',
  access: 'caller',
  effect: 'read',
  request: z.object({ account: z.int().positive(), generation: z.int().min(0), family: z.string().max(64) }),
  reply: z.object({ good: z.literal(true) }),
});

/**
 * The next pair for a refresh token, which is spent by it. For ten seconds a repetition gets the same next one; later it
 * revokes the whole family. Refusals: `service_authentication_error`, also for a login with another audience and for
 * one past its absolute end; `service_rate_limited`.
 */
export const refreshTokens = operation('auth.refresh-tokens', {
  summary: 'The next pair of tokens',
  access: 'caller',
  effect: 'write',
  request: z.object({
    refreshToken: z.string().min(1).max(200),
    address: z.string().max(64),
    /** The audiences that the mount takes. */
    audiences: z.array(TokenAudience).min(1).max(2).default([tokenAudience]),
  }),
  reply: z.object({ tokens: TokenPair }),
});

/** Ends the login that a token comes from; without a family, all logins of the account that the claim names. */
export const logOut = operation('auth.log-out', {
  summary: 'Revokes tokens of the acting account',
  access: 'caller',
  effect: 'write',
  request: z.object({ family: z.string().max(64).nullable() }),
  reply: z.object({ loggedOut: z.literal(true) }),
});

/** Ends all logins of an account. Refusals: `service_account_not_found`. */
export const revokeTokens = operation('auth.revoke-tokens', {
  summary: 'Revokes all tokens of an account',
  access: 'operator',
  effect: 'write',
  request: z.object({ reference: z.string().trim().min(1).max(320) }),
  reply: z.object({ account: z.int().positive() }),
});

/** A signing key as it is listed. `next` verifies already and signs later; `old` verifies until no token of it is left. */
export const SigningKey = z.object({
  kid: z.string(),
  state: z.enum(['next', 'signing', 'old']),
  createdAt: z.int(),
});
export type SigningKey = z.infer<typeof SigningKey>;

export const listSigningKeys = operation('auth.list-signing-keys', {
  summary: 'Keys that tokens are signed with',
  access: 'operator',
  effect: 'read',
  request: z.object({}),
  reply: z.object({ keys: z.array(SigningKey) }),
});

/** Signs with the next key from now on; tokens of the present one stay good. */
export const rotateSigningKeys = operation('auth.rotate-signing-keys', {
  summary: 'Signs with another key from now on',
  access: 'operator',
  effect: 'write',
  request: z.object({}),
  reply: z.object({ keys: z.array(SigningKey) }),
});
