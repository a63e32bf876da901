import { hash } from 'node:crypto';
import { decodeProtectedHeader, jwtVerify, type ProtectedHeaderParameters } from 'jose';
import { TokenClaims, tokenAlgorithm, tokenIssuer, tokenType } from '#contracts/tokens.ts';
import { refusal } from '#platform/errors/errors.ts';
import type { Believed } from './identity.ts';
import type { TokenState, VerifyingKey } from './token-state.ts';

/** Allowed difference of clocks in seconds. */
const toleranceSeconds = 5;
/** Longest token in characters. */
const longest = 4_096;
/**
 * The canonical end of a signature: the last of its 86 digits carries two bits, so other digits with the same
 * bits are refused.
 */
const canonical = /^\.[\w-]{85}[AQgw]$/;
const canonicalLength = 87;
/** Maximum number of remembered tokens; the least recently used is dropped first. */
const mostRemembered = 10_000;

const options = {
  algorithms: [tokenAlgorithm],
  issuer: tokenIssuer,
  typ: tokenType,
  requiredClaims: ['aud', 'exp', 'iat', 'sub', 'jti'],
  clockTolerance: toleranceSeconds,
};

/** Header members that point to keys or demand extensions. Our tokens have none. */
const refusedMembers = ['crit', 'jku', 'jwk', 'x5u', 'x5c'];

/** Claims of a verified token, and its key. */
interface Remembered {
  readonly claims: TokenClaims;
  readonly kid: string;
}

function bad(cause?: unknown) {
  return refusal('service_authentication_error', {}, { cause });
}

/** Verifies access tokens without a request to the auth service (docs/reference/login.md#tokens). */
export class TokenVerifier {
  readonly #state: Pick<TokenState, 'key' | 'has' | 'revoked'>;
  /** By digest, most recently used last. A digest cannot be used to log in. */
  readonly #remembered = new Map<string, Remembered>();

  constructor(state: Pick<TokenState, 'key' | 'has' | 'revoked'>) {
    this.#state = state;
  }

  /**
   * Returns the claims of a token for one of these audiences. The signature is verified once; expiry,
   * revocation and audience every time.
   *
   * @throws ServiceError `service_authentication_error` for an invalid token; `service_unavailable` while no
   * keys are known
   */
  async verify(token: string, audiences: readonly string[]): Promise<TokenClaims> {
    if (token.length > longest || !canonical.test(token.slice(-canonicalLength))) throw bad();
    const digest = hash('sha256', token, 'base64url');
    const known = this.#remembered.get(digest);
    const found = known && this.#state.has(known.kid) ? known : await this.#verified(token);
    this.#remembered.delete(digest);
    if (!this.isGood(found.claims)) throw bad();
    this.#remember(digest, found);
    if (!audiences.includes(found.claims.aud)) throw bad();
    return found.claims;
  }

  /** Whether these claims are neither expired nor known to be revoked. */
  isGood(claims: Believed): boolean {
    return claims.exp + toleranceSeconds > Date.now() / 1_000 && !this.#state.revoked(claims);
  }

  #remember(digest: string, found: Remembered): void {
    this.#remembered.set(digest, found);
    if (this.#remembered.size <= mostRemembered) return;
    const [oldest = ''] = this.#remembered.keys();
    this.#remembered.delete(oldest);
  }

  async #verified(token: string): Promise<Remembered> {
    const kid = kidOf(token);
    const key = await this.#state.key(kid);
    if (key === undefined) throw bad();
    return { kid, claims: await claimsOf(token, key) };
  }
}

/** Returns the key id in a token's header. @throws ServiceError for a header that our tokens never have */
function kidOf(token: string): string {
  let header: ProtectedHeaderParameters;
  try {
    header = decodeProtectedHeader(token);
  } catch (cause) {
    throw bad(cause);
  }
  const { alg, typ, kid } = header;
  const usual = alg === tokenAlgorithm && typ === tokenType && typeof kid === 'string' && kid.length <= 100;
  if (!usual || refusedMembers.some((name) => Object.hasOwn(header, name))) throw bad();
  return kid;
}

/** Returns the claims of a token signed with this key. @throws ServiceError `service_authentication_error` */
async function claimsOf(token: string, key: VerifyingKey): Promise<TokenClaims> {
  const { payload } = await jwtVerify(token, key, options).catch((cause: unknown) => {
    throw bad(cause);
  });
  const claims = TokenClaims.safeParse(payload);
  if (!claims.success || claims.data.iat > Date.now() / 1_000 + toleranceSeconds) throw bad();
  return claims.data;
}
