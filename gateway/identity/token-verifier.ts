import { hash } from 'node:crypto';
import { decodeProtectedHeader, jwtVerify, type ProtectedHeaderParameters } from 'jose';
import { TokenClaims, tokenAlgorithm, tokenIssuer, tokenType } from '#contracts/tokens.ts';
import { refusal } from '#platform/errors/errors.ts';
import type { RevocableClaims } from './identity.ts';
import type { TokenState, VerifyingKey } from './token-state.ts';

/** Allowed difference between the clocks of this process and of the auth service, in seconds. */
const toleranceSeconds = 5;
/** Maximum length of a token, in characters. */
const maxLength = 4_096;
/**
 * Matches the end of a token: a dot, and a signature of 86 digits. Only two bits of the last digit count.
 * Without this check, one signature would have several spellings.
 */
const canonical = /^\.[\w-]{85}[AQgw]$/;
const canonicalLength = 87;
/** Maximum number of verified tokens that are stored. The least recently used token is removed first. */
const maxRemembered = 10_000;

const options = {
  algorithms: [tokenAlgorithm],
  issuer: tokenIssuer,
  typ: tokenType,
  requiredClaims: ['aud', 'exp', 'iat', 'sub', 'jti'],
  clockTolerance: toleranceSeconds,
};

/**
 * Header members that point to keys or require extensions. Tokens with these members are refused, because
 * tokens of the auth service never have these members.
 */
const refusedMembers = ['crit', 'jku', 'jwk', 'x5u', 'x5c'];

/** The claims of a verified token, and the id of the key that signed the token. */
interface Remembered {
  readonly claims: TokenClaims;
  readonly kid: string;
}

function invalidToken(cause?: unknown) {
  return refusal('service_authentication_error', {}, { cause });
}

/**
 * Verifies access tokens in this process, without a request to the auth service
 * (docs/reference/login.md#tokens).
 */
export class TokenVerifier {
  readonly #state: Pick<TokenState, 'key' | 'has' | 'revoked'>;
  /**
   * The claims of verified tokens, by digest of the token; the most recently used token is last. Nobody can
   * log in with a digest.
   */
  readonly #remembered = new Map<string, Remembered>();

  constructor(state: Pick<TokenState, 'key' | 'has' | 'revoked'>) {
    this.#state = state;
  }

  /**
   * Returns the claims of a token that was issued for one of these audiences. Verifies each signature only
   * once, but checks expiry, revocation and audience at every call.
   *
   * @throws ServiceError `service_authentication_error` for an invalid token, `service_unavailable` without
   * public keys
   */
  async verify(token: string, audiences: readonly string[]): Promise<TokenClaims> {
    if (token.length > maxLength || !canonical.test(token.slice(-canonicalLength))) throw invalidToken();
    const digest = hash('sha256', token, 'base64url');
    const known = this.#remembered.get(digest);
    const verified = known && this.#state.has(known.kid) ? known : await this.#verified(token);
    this.#remembered.delete(digest);
    if (!this.isGood(verified.claims)) throw invalidToken();
    this.#remember(digest, verified);
    if (!audiences.includes(verified.claims.aud)) throw invalidToken();
    return verified.claims;
  }

  /** Returns whether the token with these claims is still valid: not expired and not revoked. */
  isGood(claims: RevocableClaims): boolean {
    return claims.exp + toleranceSeconds > Date.now() / 1_000 && !this.#state.revoked(claims);
  }

  #remember(digest: string, verified: Remembered): void {
    this.#remembered.set(digest, verified);
    if (this.#remembered.size <= maxRemembered) return;
    const [oldest = ''] = this.#remembered.keys();
    this.#remembered.delete(oldest);
  }

  async #verified(token: string): Promise<Remembered> {
    const kid = kidOf(token);
    const key = await this.#state.key(kid);
    if (key === undefined) throw invalidToken();
    return { kid, claims: await claimsOf(token, key) };
  }
}

/**
 * Returns the key id in the header of a token.
 * @throws ServiceError `service_authentication_error` for a header that tokens of the auth service never have
 */
function kidOf(token: string): string {
  let header: ProtectedHeaderParameters;
  try {
    header = decodeProtectedHeader(token);
  } catch (cause) {
    throw invalidToken(cause);
  }
  const { alg, typ, kid } = header;
  const usual = alg === tokenAlgorithm && typ === tokenType && typeof kid === 'string' && kid.length <= 100;
  if (!usual || refusedMembers.some((name) => Object.hasOwn(header, name))) throw invalidToken();
  return kid;
}

/**
 * Returns the claims of a token.
 * @throws ServiceError `service_authentication_error` if the token is invalid or another key signed it
 */
async function claimsOf(token: string, key: VerifyingKey): Promise<TokenClaims> {
  const { payload } = await jwtVerify(token, key, options).catch((cause: unknown) => {
    throw invalidToken(cause);
  });
  const claims = TokenClaims.safeParse(payload);
  if (!claims.success || claims.data.iat > Date.now() / 1_000 + toleranceSeconds) throw invalidToken();
  return claims.data;
}
