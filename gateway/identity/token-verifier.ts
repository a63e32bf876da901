import { hash } from 'node:crypto';
import { decodeProtectedHeader, jwtVerify, type ProtectedHeaderParameters } from 'jose';
import { TokenClaims, tokenAlgorithm, tokenIssuer, tokenType } from '#contracts/tokens.ts';
import { refusal } from '#platform/errors/errors.ts';
import type { Believed } from './identity.ts';
import type { TokenState, VerifyingKey } from './token-state.ts';

/** Clocks may differ by so much. Seconds. */
const toleranceSeconds = 5;
/** A longer text is no token of ours. Characters. */
const longest = 4_096;
/**
 * How a token ends: of the last of 86 digits two bits are the signature's, so that a changed one must not mean the
 * same.
 */
const canonical = /\.[\w-]{85}[AQgw]$/;
/** Tokens that are remembered; of more, the one that was not seen for longest goes. */
const mostRemembered = 10_000;

const options = {
  algorithms: [tokenAlgorithm],
  issuer: tokenIssuer,
  typ: tokenType,
  requiredClaims: ['aud', 'exp', 'iat', 'sub', 'jti'],
  clockTolerance: toleranceSeconds,
};

/** Members of a header that say where a key would be, or what else must be understood: there are none in ours. */
const refusedMembers = ['crit', 'jku', 'jwk', 'x5u', 'x5c'];

/** What a verified token says, and which key had signed it. */
interface Remembered {
  readonly claims: TokenClaims;
  readonly kid: string;
}

function bad(cause?: unknown) {
  return refusal('service_authentication_error', {}, { cause });
}

/** Verifies access tokens here, without a question to the auth service (docs/reference/login.md#tokens). */
export class TokenVerifier {
  readonly #state: Pick<TokenState, 'key' | 'has' | 'revoked'>;
  /** By digest, the one that was seen last at the end: what is in memory can sign in nobody. */
  readonly #remembered = new Map<string, Remembered>();

  constructor(state: Pick<TokenState, 'key' | 'has' | 'revoked'>) {
    this.#state = state;
  }

  /**
   * What a good token for one of these audiences says. Its signature is verified once; whether it has expired, was
   * revoked or is for somebody else, every time.
   *
   * @throws ServiceError `service_authentication_error` for any other; `service_unavailable` while no keys are known
   */
  async verify(token: string, audiences: readonly string[]): Promise<TokenClaims> {
    if (token.length > longest || !canonical.test(token)) throw bad();
    const digest = hash('sha256', token, 'base64url');
    const known = this.#remembered.get(digest);
    const found = known && this.#state.has(known.kid) ? known : await this.#verified(token);
    this.#remembered.delete(digest);
    if (!this.isGood(found.claims)) throw bad();
    this.#remember(digest, found);
    if (!audiences.includes(found.claims.aud)) throw bad();
    return found.claims;
  }

  /** Whether what somebody was believed by has neither expired nor been revoked since, as far as is known here. */
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

/** The name of the key that a token says it is signed by. @throws ServiceError for a header that ours never have */
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

/** What a token says that this key signed. @throws ServiceError `service_authentication_error` */
async function claimsOf(token: string, key: VerifyingKey): Promise<TokenClaims> {
  const { payload } = await jwtVerify(token, key, options).catch((cause: unknown) => {
    throw bad(cause);
  });
  const claims = TokenClaims.safeParse(payload);
  if (!claims.success || claims.data.iat > Date.now() / 1_000 + toleranceSeconds) throw bad();
  return claims.data;
}
