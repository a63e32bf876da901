import { z } from 'zod';
import { Role } from './audience.ts';
import { TokenPair } from './login.ts';
import { operation } from './operation.ts';
import { TokenAudience, tokenAudience } from './token-audience.ts';

/** Issuer of tokens, which is the same for every shop. */
export const tokenIssuer = 'cartwright';
/** Algorithm of the signature of an access token. */
export const tokenAlgorithm = 'ES256';
/** Type of the token (`typ`) in the header of an access token. */
export const tokenType = 'at+jwt';

/**
 * Claims of an access token. `sub` is the id of the account, `jti` the id of the token. `gen` is the token
 * generation of the account when the token was issued. `fam` is the id of the token family.
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

/** A public key in the key set of the gateway (RFC 7517). */
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

/**
 * Time at which all revoked tokens have expired, in Unix milliseconds. At this time, subscribers forget the
 * revocation. Without this time, subscribers keep the revocation forever.
 */
const until = z.int().optional();

/**
 * A change in the feed `tokens`. `account`: all tokens of the account with a lower generation are revoked.
 * `family`: the tokens of a family are revoked. `keys`: the public keys have changed.
 */
export const TokensChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('account'), account: z.int(), generation: z.int(), until }),
  z.object({ kind: z.literal('family'), family: z.string(), until }),
  z.object({ kind: z.literal('keys') }),
]);
export type TokensChange = z.infer<typeof TokensChange>;

/**
 * Name of the JetStream stream of token changes. Auth confirms a change when the change is stored in MongoDB and in
 * this stream. Replicas of auth read the stream while MongoDB does not answer
 * (docs/decisions/tokens-without-mongodb.md).
 */
export const tokenStream = 'TOKENS';
/** NATS subject of the entries of the stream `TOKENS`. */
export const tokenLogSubject = 'log.tokens';

/** A change in the feed `tokens`, with its number. */
export const NumberedTokensChange = z.object({ number: z.int().positive(), change: TokensChange });
export type NumberedTokensChange = z.infer<typeof NumberedTokensChange>;

/**
 * An entry of the stream `TOKENS`. No two entries have the same id. An entry without changes marks a
 * position in the stream.
 */
export const TokenLogEntry = z.object({ id: z.string(), changes: z.array(NumberedTokensChange) });
export type TokenLogEntry = z.infer<typeof TokenLogEntry>;

/**
 * Returns the number of the last change in the feed `tokens`. A subscriber with all changes up to this
 * number has every revocation that auth has confirmed.
 */
export const readTokenNumber = operation('auth.read-token-number', {
  summary: 'Number of the last change of keys and revocations',
  access: 'caller',
  effect: 'read',
  request: z.object({}),
  reply: z.object({ number: z.int().min(0) }),
});

/**
 * Returns the data with which tokens are verified: all public keys, and one page of the revocations of unexpired
 * tokens. The page has the revocations after the change with the number `after`. `after` is null for the first page,
 * and otherwise the `next` of the previous page. `next` is null on the last page.
 */
export const readTokenState = operation('auth.read-token-state', {
  summary: 'Public keys, and revocations of unexpired tokens',
  access: 'caller',
  effect: 'read',
  request: z.object({ after: z.string().max(100).nullable().default(null) }),
  reply: z.object({
    /**
     * Number of the last change that this page includes. A caller that reads several pages has every change only up to
     * the number of the first page, because later changes may be missing in the pages.
     */
    number: z.int().min(0),
    keys: z.array(PublicKey),
    revoked: z.array(TokensChange),
    next: z.string().nullable(),
  }),
});

/**
 * Checks that a token was not revoked. A gateway that may lack changes of the feed calls this operation after
 * verifying the signature. Refusals: `service_authentication_error` for a revoked token.
 */
export const checkToken = operation('auth.check-token', {
  summary: 'Whether a token was revoked',
  access: 'caller',
  effect: 'read',
  request: z.object({ account: z.int().positive(), generation: z.int().min(0), family: z.string().max(64) }),
  reply: z.object({ good: z.literal(true) }),
});

/**
 * Exchanges a refresh token for the next token pair. The same request within ten seconds returns the same
 * pair; a later repetition revokes the whole token family.
 *
 * Refusals: `service_authentication_error` for an invalid token, for a login with another audience, and
 * after the maximum duration of the login; `service_rate_limited`.
 */
export const refreshTokens = operation('auth.refresh-tokens', {
  summary: 'Exchange a refresh token for the next pair of tokens',
  access: 'caller',
  effect: 'write',
  request: z.object({
    refreshToken: z.string().min(1).max(200),
    address: z.string().max(64),
    /** Token audiences that the mount accepts. */
    audiences: z.array(TokenAudience).min(1).max(2).default([tokenAudience]),
  }),
  reply: z.object({ tokens: TokenPair }),
});

/** Ends the login with this token family. If `family` is null, ends all logins of the account in the claim. */
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

/**
 * A key that signs tokens. `signing`: signs new tokens. `next`: will sign tokens later, and already verifies
 * tokens. `old`: verifies its tokens until the last of these tokens has expired.
 */
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

/** Starts to sign tokens with the key in state `next`. Tokens of the previous key stay valid. */
export const rotateSigningKeys = operation('auth.rotate-signing-keys', {
  summary: 'Switches to the next signing key',
  access: 'operator',
  effect: 'write',
  request: z.object({}),
  reply: z.object({ keys: z.array(SigningKey) }),
});
