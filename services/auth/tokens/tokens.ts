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
  /** From it comes what refresh tokens are made by. */
  readonly secret: string;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly logger: Logger;
}

/** What a refresh token is exchanged for: its login, and the number of the next one. */
interface Next {
  readonly family: FamilyDocument;
  readonly number: number;
}

/** Of a refresh token only this is kept. It has 256 bits that nobody can guess, so that no slow hash is needed. */
function digestOf(refreshToken: string): string {
  return hash('sha256', refreshToken, 'base64url');
}

/** Gives tokens, renews them and takes them back. */
export class Tokens {
  readonly #parts: TokensParts;
  readonly #refreshKey: Buffer;
  /** Exchanges that are under way, by digest: tabs that ask at once are answered together. */
  readonly #exchanges = new Map<string, Promise<TokenPair | null>>();

  constructor(parts: TokensParts) {
    this.#parts = parts;
    this.#refreshKey = Buffer.from(hkdfSync('sha256', parts.secret, '', 'refresh tokens', 32));
  }

  /** The first pair of a login. Of too many logins of an account, the oldest end. */
  async begin(account: AccountDocument, method: LoginMethod): Promise<TokenPair> {
    const { families, now } = this.#parts;
    const family = randomBytes(16).toString('base64url');
    const refreshToken = this.#refreshToken(family, 0);
    await families.begin({
      _id: family,
      account: account._id,
      method,
      generation: account.generation,
      refreshDigest: digestOf(refreshToken),
      refreshNumber: 0,
      createdAt: new Date(now()),
      expiresAt: this.#expiry(),
    });
    const tooMany = await families.beyond(account._id, mostFamilies);
    for (const { _id } of tooMany) await this.endFamily(_id);
    return { token: await this.#accessToken(account, family), refreshToken };
  }

  /**
   * The refresh token that a login of an account has at the moment. Null for a login that has ended or expired, or whose
   * refresh token was not made from this secret.
   */
  async refreshTokenOf(id: string, account: AccountDocument): Promise<string | null> {
    const { families, now } = this.#parts;
    const family = await families.byId(id);
    if (!family || family.expiresAt.getTime() <= now()) return null;
    if (family.account !== account._id || family.generation !== account.generation) return null;
    const refreshToken = this.#refreshToken(id, numberOf(family));
    return digestOf(refreshToken) === family.refreshDigest ? refreshToken : null;
  }

  /**
   * The next pair for a refresh token, which is spent by it. Refresh tokens of a login follow from its id and their
   * number, so that every replica gives the same next one for as long as it may be asked for again; whoever comes with a
   * spent one later may be a thief, or was robbed, and its login ends. Null for a refresh token that gives nothing.
   */
  async refresh(refreshToken: string): Promise<TokenPair | null> {
    const digest = digestOf(refreshToken);
    const running = this.#exchanges.get(digest);
    if (running) return running;
    const exchange = this.#exchange(digest).finally(() => this.#exchanges.delete(digest));
    this.#exchanges.set(digest, exchange);
    return exchange;
  }

  async #exchange(digest: string): Promise<TokenPair | null> {
    const next = (await this.#spend(digest)) ?? (await this.#spentLately(digest));
    const account = next && (await this.#parts.accounts.byId(next.family.account));
    if (!account || account.generation !== next.family.generation) return null;
    const { _id: family } = next.family;
    const refreshToken = this.#refreshToken(family, next.number);
    return { token: await this.#accessToken(account, family), refreshToken };
  }

  /** Exchanges the refresh token of a login; null when it is that of none, or another request was first. */
  async #spend(from: string): Promise<Next | null> {
    const { families, now } = this.#parts;
    const family = await families.byDigest(from);
    if (!family || family.expiresAt.getTime() <= now()) return null;
    const { _id, expiresAt } = family;
    const number = numberOf(family);
    await families.noteSpent({ _id: from, family: _id, number, spentAt: new Date(now()), expiresAt });
    const next = { family, number: number + 1 };
    const to = digestOf(this.#refreshToken(_id, next.number));
    const rotation = { from, to, number: next.number, expiresAt: this.#expiry() };
    return (await families.rotate(_id, rotation)) ? next : null;
  }

  /** The same of a refresh token that was spent a moment ago. One that was spent earlier ends its login. */
  async #spentLately(digest: string): Promise<Next | null> {
    const { families, now, logger } = this.#parts;
    const spent = await families.spent(digest);
    const family = spent && (await families.byId(spent.family));
    if (!family) return null;
    if (now() - spent.spentAt.getTime() <= graceMs) return { family, number: spent.number + 1 };
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

  #accessToken({ _id: account, role, generation }: AccountDocument, family: string): Promise<string> {
    return this.#parts.issuer.accessToken({ account, role, generation, family });
  }

  /** The refresh token with this number of a login, which nobody makes who does not have the service's secret. */
  #refreshToken(family: string, number: number): string {
    return createHmac('sha256', this.#refreshKey).update(`${family}.${number}`).digest('base64url');
  }
}

/** A login from before refresh tokens were numbered has its first, whatever that was made from. */
function numberOf({ refreshNumber }: Partial<FamilyDocument>): number {
  return refreshNumber ?? 0;
}
