import { z } from 'zod';
import { Role } from './audience.ts';
import { TokenPair } from './login.ts';
import { operation } from './operation.ts';
import { TokenAudience, tokenAudience } from './token-audience.ts';

/** Issuer of tokens, the same for every shop. */
export const tokenIssuer = 'cartwright';
/** The signature algorithm, and the type in the header of an access token. */
export const tokenAlgorithm = 'ES256';
export const tokenType = 'at+jwt';

/**
 * Payload of an access token. `sub` is the account's id, `jti` the token's id. `gen` is the account's token generation
 * at issue, `fam` the id of the token family.
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

/** A public key of the key set (RFC 7517). */
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

/** Unix milliseconds at which the last revoked token has expired; subscribers keep a revocation without this time. */
const until = z.int().optional();

/**
 * A change on the feed `tokens`: tokens of an account below a generation, or tokens of one family, are revoked, or the
 * public keys changed.
 */
export const TokensChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('account'), account: z.int(), generation: z.int(), until }),
  z.object({ kind: z.literal('family'), family: z.string(), until }),
  z.object({ kind: z.literal('keys') }),
]);
export type TokensChange = z.infer<typeof TokensChange>;

/**
 * The JetStream stream of acknowledged token changes: auth acknowledges a change once it is in MongoDB and
 * in this stream. Replicas of auth read it while MongoDB does not answer (docs/decisions/tokens-without-mongodb.md).
 */
export const tokenStream = 'TOKENS';
export const tokenLogSubject = 'log.tokens';

/** A change on the feed `tokens` with its number. */
export const NumberedTokensChange = z.object({ number: z.int().positive(), change: TokensChange });
export type NumberedTokensChange = z.infer<typeof NumberedTokensChange>;

/** An entry of the stream `TOKENS`; an entry without changes only marks a position. `id` is unique. */
export const TokenLogEntry = z.object({ id: z.string(), changes: z.array(NumberedTokensChange) });
export type TokenLogEntry = z.infer<typeof TokenLogEntry>;

/**
 * Returns the number of the last change of the feed `tokens`. A subscriber that has all changes up to this number has
 * every acknowledged revocation.
 */
export const readTokenNumber = operation('auth.read-token-number', {
  summary: 'Number of the last change of keys and revocations',
  access: 'caller',
  effect: 'read',
  request: z.object({}),
  reply: z.object({ number: z.int().min(0) }),
});

/**
 * Returns all data for token verification, page by page: the public keys, and revocations of tokens that have not
 * expired. `next` is the cursor of the next page, null at the end. `after` may also be the number of a change; then the
 * reply has later revocations only.
 */
export const readTokenState = operation('auth.read-token-state', {
  summary: 'Public keys, and revocations of unexpired tokens',
  access: 'caller',
  effect: 'read',
  request: z.object({ after: z.string().max(100).nullable().default(null) }),
  reply: z.object({
    /** Number of the last change that the reply includes. For several pages, the number of the first page applies. */
    number: z.int().min(0),
    keys: z.array(PublicKey),
    revoked: z.array(TokensChange),
    next: z.string().nullable(),
  }),
});

/**
 * Checks that a token with a valid signature was not revoked, for a gateway that may lack changes of the feed.
 * Refusals: `service_authentication_error` for a revoked token.
 */
export const checkToken = operation('auth.check-token', {
  summary: 'Whether a token was revoked',
  access: 'caller',
  effect: 'read',
  request: z.object({ account: z.int().positive(), generation: z.int().min(0), family: z.string().max(64) }),
  reply: z.object({ good: z.literal(true) }),
});

/**
 * Exchanges a refresh token for the next pair. A repetition within ten seconds returns the same pair; a later one
 * revokes the whole token family. Refusals: `service_authentication_error`, also for a login with another audience and
 * after its absolute end; `service_rate_limited`.
 */
export const refreshTokens = operation('auth.refresh-tokens', {
  summary: 'Exchange a refresh token for the next pair of tokens',
  access: 'caller',
  effect: 'write',
  request: z.object({
    refreshToken: z.string().min(1).max(200),
    address: z.string().max(64),
    /** Audiences that the mount accepts. */
    audiences: z.array(TokenAudience).min(1).max(2).default([tokenAudience]),
  }),
  reply: z.object({ tokens: TokenPair }),
});

/** Ends the login of a token; without a family, all logins of the claim's account. */
export const logOut = operation('auth.log-out', {
  summary: "Ends logins of the caller's account",
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

/** A signing key as listed. `next` verifies now and signs later; `old` verifies until its last token has expired. */
export const SigningKey = z.object({
  kid: z.string(),
  state: z.enum(['next', 'signing', 'old']),
  createdAt: z.int(),
});
export type SigningKey = z.infer<typeof SigningKey>;

export const listSigningKeys = operation('auth.list-signing-keys', {
  summary: 'The signing keys of tokens',
  access: 'operator',
  effect: 'read',
  request: z.object({}),
  reply: z.object({ keys: z.array(SigningKey) }),
});

/** Makes the next key sign; tokens of the current key stay valid. */
export const rotateSigningKeys = operation('auth.rotate-signing-keys', {
  summary: 'Switches to the next signing key',
  access: 'operator',
  effect: 'write',
  request: z.object({}),
  reply: z.object({ keys: z.array(SigningKey) }),
});
