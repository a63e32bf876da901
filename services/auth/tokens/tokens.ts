import { createHmac, hash, hkdfSync, randomBytes } from 'node:crypto';
import type { LoginMethod, TokenPair } from '#contracts/login.ts';
import { tokenAudience } from '#contracts/token-audience.ts';
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
  /** A login ends after so long, however often its tokens were refreshed. */
  readonly loginSeconds: number;
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
  async begin(account: AccountDocument, method: LoginMethod, audience = tokenAudience): Promise<TokenPair> {
    const { families, now } = this.#parts;
    const id = randomBytes(16).toString('base64url');
    const refreshToken = this.#refreshToken(id, 0);
    const createdAt = new Date(now());
    const family = {
      _id: id,
      account: account._id,
      method,
      audience,
      generation: account.generation,
      refreshDigest: digestOf(refreshToken),
      refreshNumber: 0,
      createdAt,
      expiresAt: this.#expiry({ createdAt }),
    };
    await families.begin(family);
    const tooMany = await families.beyond(account._id, mostFamilies);
    for (const { _id } of tooMany) await this.endFamily(_id);
    return { token: await this.#accessToken(account, family), refreshToken };
  }

  /** Whether a login of an account goes on: it has neither ended nor expired. */
  async goesOn(id: string, account: AccountDocument): Promise<boolean> {
    const family = await this.#parts.families.byId(id);
    if (!family || this.#hasExpired(family)) return false;
    return family.account === account._id && family.generation === account.generation;
  }

  /**
   * The next pair for a refresh token, which is spent by it. Refresh tokens of a login follow from its id and their
   * number, so that every replica gives the same next one for as long as it may be asked for again; whoever comes with a
   * spent one later may be a thief, or was robbed, and its login ends. Null for a refresh token that gives nothing, and
   * for that of a login whose audience is none of these: nothing is spent then.
   */
  async refresh(refreshToken: string, audiences: readonly string[]): Promise<TokenPair | null> {
    const digest = digestOf(refreshToken);
    const asked = JSON.stringify([digest, audiences]);
    const running = this.#exchanges.get(asked);
    if (running) return running;
    const exchange = this.#exchange(digest, audiences).finally(() => this.#exchanges.delete(asked));
    this.#exchanges.set(asked, exchange);
    return exchange;
  }

  async #exchange(digest: string, audiences: readonly string[]): Promise<TokenPair | null> {
    const next = (await this.#spend(digest, audiences)) ?? (await this.#spentLately(digest, audiences));
    const account = next && (await this.#parts.accounts.byId(next.family.account));
    if (!account || account.generation !== next.family.generation) return null;
    const refreshToken = this.#refreshToken(next.family._id, next.number);
    return { token: await this.#accessToken(account, next.family), refreshToken };
  }

  /** Exchanges the refresh token of a login; null when it is that of none, or another request was first. */
  async #spend(from: string, audiences: readonly string[]): Promise<Next | null> {
    const { families, now } = this.#parts;
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

  /** The same of a refresh token that was spent a moment ago. One that was spent earlier ends its login. */
  async #spentLately(digest: string, audiences: readonly string[]): Promise<Next | null> {
    const { families, now, logger } = this.#parts;
    const spent = await families.spent(digest);
    const family = spent && (await families.byId(spent.family));
    if (!family || this.#hasExpired(family) || !audiences.includes(audienceOf(family))) return null;
    if (now() - spent.spentAt.getTime() <= graceMs) return { family, number: spent.number + 1 };
    logger.warn({ account: family.account }, 'a spent refresh token came again: its login ends');
    await this.endFamily(family._id);
    return null;
  }

  /** Ends the login of an account that a token comes from. @throws ServiceError `service_not_allowed` for another's */
  async endOwnFamily(account: number, id: string): Promise<void> {
    const family = await this.#parts.families.byId(id);
    if (family && family.account !== account) throw refusal('service_not_allowed', {});
    const ended = await this.#parts.revoked.ofFamily(id);
    // It may be kept without having been acknowledged.
    await (ended ? this.#parts.revocations.acknowledge([ended]) : this.endFamily(id));
  }

  /** Ends one login. */
  async endFamily(id: string): Promise<void> {
    const { engine, revocations } = this.#parts;
    await revocations.acknowledge([await engine.transaction((session) => revocations.ofFamily(session, id))]);
  }

  /** Ends all logins of an account. */
  async endAll(account: number): Promise<void> {
    const { engine, accounts, revocations } = this.#parts;
    const told = await engine.transaction(async (session) => {
      const generation = await accounts.nextGeneration(session, account);
      return generation === null ? null : revocations.ofAccount(session, account, generation);
    });
    if (told) await revocations.acknowledge([told]);
  }

  /** When the next refresh token of a login expires. */
  #expiry(family: Pick<FamilyDocument, 'createdAt'>): Date {
    const { now, refreshSeconds } = this.#parts;
    return new Date(Math.min(now() + refreshSeconds * 1_000, this.#endOf(family)));
  }

  /** When a login ends at the latest. Unix milliseconds. */
  #endOf({ createdAt }: Pick<FamilyDocument, 'createdAt'>): number {
    return createdAt.getTime() + this.#parts.loginSeconds * 1_000;
  }

  /** Whether its refresh token has expired. The end is looked at as well: the setting may be shorter than it was. */
  #hasExpired(family: FamilyDocument): boolean {
    return Math.min(family.expiresAt.getTime(), this.#endOf(family)) <= this.#parts.now();
  }

  #accessToken(
    { _id: account, role, generation }: AccountDocument,
    family: Pick<FamilyDocument, '_id' | 'audience' | 'createdAt'>,
  ): Promise<string> {
    const notAfter = Math.floor(this.#endOf(family) / 1_000);
    const bearer = { account, role, generation, family: family._id };
    return this.#parts.issuer.accessToken({ ...bearer, audience: audienceOf(family), notAfter });
  }

  /** The refresh token with this number of a login, which nobody makes who does not have the service's secret. */
  #refreshToken(family: string, number: number): string {
    return createHmac('sha256', this.#refreshKey).update(`${family}.${number}`).digest('base64url');
  }
}

function audienceOf({ audience = tokenAudience }: Pick<FamilyDocument, 'audience'>): string {
  return audience;
}

/** A login from before refresh tokens were numbered has its first, whatever that was made from. */
function numberOf({ refreshNumber }: Partial<FamilyDocument>): number {
  return refreshNumber ?? 0;
}
