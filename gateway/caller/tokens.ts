import { hash } from 'node:crypto';
import { decodeProtectedHeader, importJWK, jwtVerify, type ProtectedHeaderParameters } from 'jose';
import {
  type PublicKey,
  readTokenNumber,
  readTokenState,
  TokenClaims,
  TokensChange,
  tokenAlgorithm,
  tokenIssuer,
  tokenType,
} from '#contracts/tokens.ts';
import type { Caller } from '#platform/bus/caller.ts';
import { refusal, unavailable } from '#platform/errors/errors.ts';
import { RevokedTokens } from '#platform/feed/revoked-tokens.ts';
import type { FeedListener } from '#platform/feed/subscriber.ts';
import type { RevocableClaims } from '../http/request-state.ts';

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

/** Milliseconds in which the auth service must return the keys and revocations. */
const snapshotMs = 1_000;
/** Milliseconds in which the auth service must return the number of the last change in the feed `tokens`. */
const numberMs = 700;
/**
 * Minimum milliseconds between a read of the public keys and a further read because of an unknown key id. An
 * unknown id causes a read, because the key may be new.
 */
const refetchMs = 30_000;

/** A public key in the form that `jwtVerify` needs. */
type VerifyingKey = Awaited<ReturnType<typeof importJWK>>;

/**
 * Public keys and revocations for verifying tokens, updated by the feed `tokens`. While the feed is not
 * current, a revocation may be missing (docs/reference/rules.md#freshness).
 */
export class TokenState implements FeedListener {
  readonly #caller: Caller;
  #publicKeys: readonly PublicKey[] = [];
  #keys = new Map<string, VerifyingKey>();
  #number = 0;
  #fetchedAt = Number.NEGATIVE_INFINITY;
  #revoked = new RevokedTokens();

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** The public keys for `/.well-known/jwks.json`; empty until the first answer of the auth service. */
  get publicKeys(): readonly PublicKey[] {
    return this.#publicKeys;
  }

  /** Returns whether a public key with this id is stored. */
  has(kid: string): boolean {
    return this.#keys.has(kid);
  }

  /**
   * Returns the public key with this id; undefined if there is no such key. If the id is unknown, first reads
   * all keys from the auth service, but not more often than every thirty seconds. While no keys are stored,
   * every call reads the keys.
   *
   * @throws ServiceError `service_unavailable` if no keys are stored after the read
   */
  async key(kid: string): Promise<VerifyingKey | undefined> {
    const known = this.#keys.get(kid);
    if (known) return known;
    const isDue = performance.now() - this.#fetchedAt >= refetchMs;
    if (isDue || this.#keys.size === 0) await this.#fetchKeys();
    if (this.#keys.size === 0) throw unavailable('the token keys are not known yet');
    return this.#keys.get(kid);
  }

  /** Returns whether a token is revoked, as far as this process has received the revocations. */
  revoked({ sub, gen, fam }: Pick<TokenClaims, 'sub' | 'gen' | 'fam'>): boolean {
    return this.#revoked.has({ account: Number(sub), generation: gen, family: fam });
  }

  /** Returns the number of the last change in the feed `tokens`. @throws ServiceError `service_unavailable` */
  async lastNumber(): Promise<number> {
    const { number } = await this.#caller.request(readTokenNumber, {}, this.#context(numberMs));
    return number;
  }

  /**
   * Reads all changes since the last call, and returns the newest number. If the number is smaller than
   * before, a backup was restored, so all revocations are read again.
   */
  async snapshot(): Promise<number> {
    const first = await this.#page(this.#number);
    const pages = [first];
    if (first.number < this.#number) {
      pages[0] = await this.#page(0);
      this.#revoked = new RevokedTokens();
    }
    for (let next = pages[0]?.next ?? null; next !== null; ) {
      const page = await this.#page(Number(next));
      pages.push(page);
      next = page.next;
    }
    for (const change of pages.flatMap(({ revoked }) => revoked)) this.#store(change);
    await this.#storeKeys(first.keys);
    this.#number = pages[0]?.number ?? 0;
    return this.#number;
  }

  /** Stores a change that the feed `tokens` has published. */
  apply(change: unknown): void {
    this.#store(TokensChange.parse(change));
  }

  #store(change: TokensChange): void {
    this.#revoked.take(change);
    if (change.kind === 'keys') void this.#fetchKeys().catch(() => null);
  }

  async #fetchKeys(): Promise<void> {
    this.#fetchedAt = performance.now();
    const { keys } = await this.#page(this.#number);
    await this.#storeKeys(keys);
  }

  async #storeKeys(publicKeys: readonly PublicKey[]): Promise<void> {
    const keys = new Map<string, VerifyingKey>();
    for (const key of publicKeys) {
      keys.set(key.kid, this.#keys.get(key.kid) ?? (await importJWK({ ...key }, key.alg)));
    }
    this.#publicKeys = publicKeys;
    this.#keys = keys;
  }

  #page(after: number) {
    return this.#caller.request(readTokenState, { after: String(after) }, this.#context(snapshotMs));
  }

  #context(milliseconds: number) {
    return { requestId: 'feed', deadline: Date.now() + milliseconds, claim: null };
  }
}
