import { createHmac, hash, hkdfSync, randomBytes } from 'node:crypto';
import { SignJWT } from 'jose';
import type { LoginMethod, TokenPair } from '#contracts/login.ts';
import { tokenAudience } from '#contracts/token-audience.ts';
import { tokenAlgorithm, tokenIssuer, tokenType } from '#contracts/tokens.ts';
import { refusal } from '#platform/errors/errors.ts';
import type { Engine } from '#platform/mongodb/engine.ts';
import type { Logger } from '#platform/service/logger.ts';
import type { AccountDocument } from '../model/account.ts';
import type { AccountStore } from '../store/accounts.ts';
import type { FamilyDocument, FamilyStore, RevocationStore } from '../store/logins.ts';
import type { SigningKeys } from '../store/signing-keys.ts';
import type { Revocations } from './revocations.ts';

/**
 * Milliseconds for which an exchanged refresh token can be exchanged again, with the same result. Clients need this
 * time because answers may get lost, and because several tabs may refresh at once.
 */
const graceMs = 10_000;
/** The maximum number of logins of an account. */
const maxFamilies = 50;

interface TokensDeps {
  readonly engine: Pick<Engine, 'transaction'>;
  readonly accounts: Pick<AccountStore, 'byId' | 'nextGeneration'>;
  readonly issuer: Issuer;
  readonly families: FamilyStore;
  readonly revoked: RevocationStore;
  readonly revocations: Revocations;
  readonly refreshSeconds: number;
  /** Seconds after which a login ends, even if its tokens are refreshed. */
  readonly loginSeconds: number;
  /** The secret from which refresh tokens are derived. */
  readonly secret: string;
  readonly now: () => number;
  readonly logger: Logger;
}

/** The result of exchanging a refresh token: its login, and the number of the next token. */
interface Exchange {
  readonly family: FamilyDocument;
  readonly number: number;
}

/**
 * Returns the digest under which a refresh token is stored. The token has 256 random bits, so no slow hash is needed.
 */
function digestOf(refreshToken: string): string {
  return hash('sha256', refreshToken, 'base64url');
}

/** Issues, refreshes and revokes tokens. */
export class Tokens {
  readonly #deps: TokensDeps;
  readonly #refreshKey: Buffer;
  /** Exchanges in progress, by token digest and audiences. Several tabs that refresh at once share one exchange. */
  readonly #exchanges = new Map<string, Promise<TokenPair | null>>();

  constructor(deps: TokensDeps) {
    this.#deps = deps;
    this.#refreshKey = Buffer.from(hkdfSync('sha256', deps.secret, '', 'refresh tokens', 32));
  }

  /**
   * Begins a login and returns its first pair of tokens. If the account has too many logins, its oldest logins end.
   *
   * @param begunAt the time from which the latest end of the login is counted; the current time by default
   */
  async begin(
    account: AccountDocument,
    method: LoginMethod,
    audience = tokenAudience,
    begunAt = new Date(this.#deps.now()),
  ): Promise<TokenPair> {
    const { families } = this.#deps;
    const id = randomBytes(16).toString('base64url');
    const refreshToken = this.#refreshToken(id, 0);
    const family = {
      _id: id,
      account: account._id,
      method,
      audience,
      generation: account.generation,
      refreshDigest: digestOf(refreshToken),
      refreshNumber: 0,
      createdAt: begunAt,
      expiresAt: this.#expiry({ createdAt: begunAt }),
    };
    await families.begin(family);
    const tooMany = await families.beyond(account._id, maxFamilies);
    for (const { _id } of tooMany) await this.endFamily(_id);
    return { token: await this.#accessToken(account, family), refreshToken };
  }

  /**
   * Returns a login of an account.
   *
   * @throws ServiceError `service_authentication_error` if the login has ended or expired, or belongs to another account
   */
  async activeFamily(id: string, account: AccountDocument): Promise<FamilyDocument> {
    const family = await this.#deps.families.byId(id);
    const isOwn = family?.account === account._id && family.generation === account.generation;
    if (!isOwn || this.#hasExpired(family)) throw refusal('service_authentication_error', {});
    return family;
  }

  /**
   * Exchanges a refresh token for the next pair of tokens. Returns null if the refresh token is invalid or
   * has another audience. During the grace time (`graceMs`), a repeated exchange returns the same refresh
   * token. After the grace time, a repeated exchange ends the login, because the token may be stolen.
   */
  async refresh(refreshToken: string, audiences: readonly string[]): Promise<TokenPair | null> {
    const digest = digestOf(refreshToken);
    const key = JSON.stringify([digest, audiences]);
    const running = this.#exchanges.get(key);
    if (running) return running;
    const exchange = this.#exchange(digest, audiences).finally(() => this.#exchanges.delete(key));
    this.#exchanges.set(key, exchange);
    return exchange;
  }

  async #exchange(digest: string, audiences: readonly string[]): Promise<TokenPair | null> {
    const next = (await this.#spend(digest, audiences)) ?? (await this.#recentlySpent(digest, audiences));
    const account = next && (await this.#deps.accounts.byId(next.family.account));
    if (!account || account.generation !== next.family.generation) return null;
    const refreshToken = this.#refreshToken(next.family._id, next.number);
    return { token: await this.#accessToken(account, next.family), refreshToken };
  }

  /**
   * Exchanges the refresh token of a login. Returns null if the token is invalid, or if another request has already
   * exchanged the token.
   */
  async #spend(from: string, audiences: readonly string[]): Promise<Exchange | null> {
    const { families, now } = this.#deps;
    const family = await families.byDigest(from);
    if (!family || this.#hasExpired(family) || !audiences.includes(audienceOf(family))) return null;
    const { _id, expiresAt } = family;
    const number = numberOf(family);
    await families.noteSpent({ _id: from, family: _id, number, spentAt: new Date(now()), expiresAt });
    const next = { family, number: number + 1 };
    const to = digestOf(this.#refreshToken(_id, next.number));
    const rotation = { from, to, number: next.number, expiresAt: this.#expiry(family) };
    return (await families.rotate(_id, rotation)) ? next : null;
  }

  /**
   * Returns the result of the earlier exchange if the refresh token was exchanged within the grace time;
   * otherwise null. If the grace time is over, also ends the login.
   */
  async #recentlySpent(digest: string, audiences: readonly string[]): Promise<Exchange | null> {
    const { families, now, logger } = this.#deps;
    const spent = await families.spent(digest);
    const family = spent && (await families.byId(spent.family));
    if (!family || this.#hasExpired(family) || !audiences.includes(audienceOf(family))) return null;
    if (now() - spent.spentAt.getTime() <= graceMs) return { family, number: spent.number + 1 };
    logger.warn({ account: family.account }, 'an exchanged refresh token was used again: its login ends');
    await this.endFamily(family._id);
    return null;
  }

  /** Ends a login of an account. @throws ServiceError `service_not_allowed` for a login of another account */
  async endOwnFamily(account: number, id: string): Promise<void> {
    const family = await this.#deps.families.byId(id);
    if (family && family.account !== account) throw refusal('service_not_allowed', {});
    const ended = await this.#deps.revoked.ofFamily(id);
    // The revocation may already be stored but not acknowledged. In that case only the acknowledgement is repeated.
    await (ended ? this.#deps.revocations.acknowledge([ended]) : this.endFamily(id));
  }

  /** Ends one login. */
  async endFamily(id: string): Promise<void> {
    const { engine, revocations } = this.#deps;
    await revocations.acknowledge([
      await engine.transaction((session) => revocations.revokeFamily(session, id)),
    ]);
  }

  /** Ends all logins of an account. */
  async endAll(account: number): Promise<void> {
    const { engine, accounts, revocations } = this.#deps;
    const change = await engine.transaction(async (session) => {
      const generation = await accounts.nextGeneration(session, account);
      return generation === null ? null : revocations.revokeAccount(session, account, generation);
    });
    if (change) await revocations.acknowledge([change]);
  }

  /** Returns the time at which the next refresh token of a login expires. */
  #expiry(family: Pick<FamilyDocument, 'createdAt'>): Date {
    const { now, refreshSeconds } = this.#deps;
    return new Date(Math.min(now() + refreshSeconds * 1_000, this.#endOf(family)));
  }

  /** Returns the latest end of a login in Unix milliseconds. */
  #endOf({ createdAt }: Pick<FamilyDocument, 'createdAt'>): number {
    return createdAt.getTime() + this.#deps.loginSeconds * 1_000;
  }

  /**
   * Returns whether a login has expired. Also checks the login's age, because the setting LOGIN_TTL may have
   * become shorter after the login began.
   */
  #hasExpired(family: FamilyDocument): boolean {
    return Math.min(family.expiresAt.getTime(), this.#endOf(family)) <= this.#deps.now();
  }

  #accessToken(
    { _id: account, role, generation }: AccountDocument,
    family: Pick<FamilyDocument, '_id' | 'audience' | 'createdAt'>,
  ): Promise<string> {
    const notAfter = Math.floor(this.#endOf(family) / 1_000);
    const subject = { account, role, generation, family: family._id };
    return this.#deps.issuer.accessToken({ ...subject, audience: audienceOf(family), notAfter });
  }

  /**
   * Returns the refresh token with this number of a login. The token can be derived only with the service's secret.
   */
  #refreshToken(family: string, number: number): string {
    return createHmac('sha256', this.#refreshKey).update(`${family}.${number}`).digest('base64url');
  }
}

function audienceOf({ audience = tokenAudience }: Pick<FamilyDocument, 'audience'>): string {
  return audience;
}

/** Returns the number of the current refresh token; 0 for a login that an earlier release stored without a number. */
function numberOf({ refreshNumber }: Partial<FamilyDocument>): number {
  return refreshNumber ?? 0;
}

/** The account and login of an access token. */
interface TokenSubject {
  readonly account: number;
  readonly role: string;
  readonly generation: number;
  readonly family: string;
  /** The audience of the token, which says which mounts accept the token. */
  readonly audience: string;
  /** The time at which the login ends at the latest, in Unix seconds. */
  readonly notAfter: number;
}

/** Lifetimes of access tokens in seconds. */
interface AccessLifetimes {
  /** Lifetime of access tokens that every mount accepts. */
  readonly everywhere: number;
  /** Lifetime of access tokens that are issued at a CoCart mount. */
  readonly cocart: number;
}

/** Signs access tokens. */
export class Issuer {
  readonly #keys: Pick<SigningKeys, 'signer'>;
  readonly #lifetimes: AccessLifetimes;

  constructor(keys: Pick<SigningKeys, 'signer'>, lifetimes: AccessLifetimes) {
    this.#keys = keys;
    this.#lifetimes = lifetimes;
  }

  /**
   * Returns an access token for an account. The token expires after its configured lifetime, or when its login ends,
   * whichever is earlier.
   */
  async accessToken({
    account,
    role,
    generation,
    family,
    audience,
    notAfter,
  }: TokenSubject): Promise<string> {
    const { kid, key } = await this.#keys.signer();
    const now = Math.floor(Date.now() / 1_000);
    const isCocart = audience !== tokenAudience;
    const lifetime = isCocart ? this.#lifetimes.cocart : this.#lifetimes.everywhere;
    // Storefronts of CoCart read the account's id from `data`. This service reads the id only from `sub`.
    const data = isCocart ? { data: { user: { id: account } } } : {};
    return new SignJWT({ role, gen: generation, fam: family, ...data })
      .setProtectedHeader({ alg: tokenAlgorithm, typ: tokenType, kid })
      .setIssuer(tokenIssuer)
      .setAudience(audience)
      .setSubject(String(account))
      .setJti(randomBytes(16).toString('base64url'))
      .setIssuedAt(now)
      .setNotBefore(now)
      .setExpirationTime(Math.min(now + lifetime, notAfter))
      .sign(key);
  }
}
