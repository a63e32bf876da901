import { createHmac, hash, hkdfSync, randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type { LoginMethod, TokenPair } from '#contracts/login.ts';
import type { checkToken } from '#contracts/tokens.ts';
import { refusal } from '#platform/errors/errors.ts';
import type { Engine } from '#platform/mongodb/engine.ts';
import type { Logger } from '#platform/service/logger.ts';
import type { AccountDocument } from '../accounts/store/account-schema.ts';
import type { AccountStore } from '../accounts/store/account-store.ts';
import type { Issuer } from './issuer.ts';
import type { Revocations } from './revocations.ts';
import type { FamilyDocument, FamilyStore } from './store/family-store.ts';
import type { RevocationStore } from './store/revocation-store.ts';

/** For so long a spent refresh token gives its successor once more: answers get lost, and tabs ask at once. */
const graceMs = 10_000;
/** Logins that an account may have at a time. */
const mostFamilies = 50;

/** What tokens are made by. */
interface TokensParts {
  readonly engine: Pick<Engine, 'transaction'>;
  readonly accounts: Pick<AccountStore, 'byId' | 'nextGeneration'>;
  readonly issuer: Issuer;
  readonly families: FamilyStore;
  readonly revoked: RevocationStore;
  readonly revocations: Revocations;
  readonly refreshSeconds: number;
  /** From it comes what derives a refresh token from the one before. */
  readonly secret: string;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly logger: Logger;
}

/** Of a refresh token only this is kept. It has 256 random bits, so that no slow hash is needed. */
function digestOf(refreshToken: string): string {
  return hash('sha256', refreshToken, 'base64url');
}

/** Gives tokens, renews them and takes them back. */
export class Tokens {
  readonly #parts: TokensParts;
  readonly #successorKey: Buffer;
  /** Exchanges that are under way, by digest: tabs that ask at once are answered together. */
  readonly #exchanges = new Map<string, Promise<TokenPair | null>>();

  constructor(parts: TokensParts) {
    this.#parts = parts;
    this.#successorKey = Buffer.from(hkdfSync('sha256', parts.secret, '', 'refresh tokens', 32));
  }

  /** The first pair of a login. Of too many logins of an account, the oldest end. */
  async begin({ _id: account, role, generation }: AccountDocument, method: LoginMethod): Promise<TokenPair> {
    const { issuer, families, now } = this.#parts;
    const family = randomBytes(16).toString('base64url');
    const refreshToken = randomBytes(32).toString('base64url');
    await families.begin({
      _id: family,
      account,
      method,
      generation,
      refreshDigest: digestOf(refreshToken),
      createdAt: new Date(now()),
      expiresAt: this.#expiry(),
    });
    const tooMany = await families.beyond(account, mostFamilies);
    for (const { _id } of tooMany) await this.endFamily(_id);
    return { token: await issuer.accessToken({ account, role, generation, family }), refreshToken };
  }

  /**
   * The next pair for a refresh token, which is spent by it. The next refresh token follows from this one, so that every
   * replica gives the same for as long as it may be asked for again; whoever comes with it later may be a thief, or was
   * robbed, and its login ends. Null for a refresh token that gives nothing.
   */
  async refresh(refreshToken: string): Promise<TokenPair | null> {
    const digest = digestOf(refreshToken);
    const running = this.#exchanges.get(digest);
    if (running) return running;
    const exchange = this.#exchange(refreshToken, digest).finally(() => this.#exchanges.delete(digest));
    this.#exchanges.set(digest, exchange);
    return exchange;
  }

  async #exchange(refreshToken: string, digest: string): Promise<TokenPair | null> {
    const next = createHmac('sha256', this.#successorKey).update(refreshToken).digest('base64url');
    const family = (await this.#spend(digest, digestOf(next))) ?? (await this.#spentLately(digest));
    const account = family && (await this.#parts.accounts.byId(family.account));
    if (!account || account.generation !== family.generation) return null;
    const { _id, role, generation } = account;
    const bearer = { account: _id, role, generation, family: family._id };
    return { token: await this.#parts.issuer.accessToken(bearer), refreshToken: next };
  }

  /** Exchanges the refresh token of a login; null when it is that of none, or another request was first. */
  async #spend(from: string, to: string): Promise<FamilyDocument | null> {
    const { families, now } = this.#parts;
    const family = await families.byDigest(from);
    if (!family || family.expiresAt.getTime() <= now()) return null;
    const { _id, expiresAt } = family;
    await families.noteSpent({ _id: from, family: _id, spentAt: new Date(now()), expiresAt });
    return (await families.rotate(_id, { from, to, expiresAt: this.#expiry() })) ? family : null;
  }

  /** The login of a refresh token that was spent a moment ago. One that was spent earlier ends its login. */
  async #spentLately(digest: string): Promise<FamilyDocument | null> {
    const { families, now, logger } = this.#parts;
    const spent = await families.spent(digest);
    const family = spent && (await families.byId(spent.family));
    if (!family) return null;
    if (now() - spent.spentAt.getTime() <= graceMs) return family;
    logger.warn({ account: family.account }, 'a spent refresh token came again: its login ends');
    await this.endFamily(family._id);
    return null;
  }

  /** Whether a token that was verified by its signature is good at this moment. */
  async isGood({ account, generation, family }: z.output<(typeof checkToken)['request']>): Promise<boolean> {
    const [found, ended] = await Promise.all([
      this.#parts.accounts.byId(account),
      this.#parts.revoked.hasFamily(family),
    ]);
    return found !== null && generation >= found.generation && !ended;
  }

  /** Ends the login of an account that a token comes from. @throws ServiceError `service_not_allowed` for another's */
  async endOwnFamily(account: number, id: string): Promise<void> {
    const family = await this.#parts.families.byId(id);
    if (family && family.account !== account) throw refusal('service_not_allowed', {});
    if (!(await this.#parts.revoked.hasFamily(id))) await this.endFamily(id);
  }

  /** Whether a login was ended whose tokens could still be good. */
  hasEnded(family: string): Promise<boolean> {
    return this.#parts.revoked.hasFamily(family);
  }

  /** Ends one login. */
  async endFamily(id: string): Promise<void> {
    const { engine, revocations } = this.#parts;
    revocations.tell(await engine.transaction((session) => revocations.ofFamily(session, id)));
  }

  /** Ends all logins of an account. */
  async endAll(account: number): Promise<void> {
    const { engine, accounts, revocations } = this.#parts;
    const told = await engine.transaction(async (session) => {
      const generation = await accounts.nextGeneration(session, account);
      return generation === null ? null : revocations.ofAccount(session, account, generation);
    });
    if (told) revocations.tell(told);
  }

  #expiry(): Date {
    return new Date(this.#parts.now() + this.#parts.refreshSeconds * 1_000);
  }
}
