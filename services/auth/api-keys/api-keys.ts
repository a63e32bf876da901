import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import { type ApiKey, type createApiKey, isConsumerKey, type listApiKeys } from '#contracts/api-keys.ts';
import { isManager } from '#contracts/audience.ts';
import type { Credentials, Identity } from '#contracts/login.ts';
import { refusal } from '#platform/errors/errors.ts';
import type { Logger } from '#platform/service/logger.ts';
import type { AccountDocument } from '../accounts/store/account-schema.ts';
import type { AccountStore } from '../accounts/store/account-store.ts';
import type { Revocations } from '../tokens/revocations.ts';
import { newPair, type PairDigests } from './pair-digests.ts';
import type { ApiKeyDocument } from './store/api-key-schema.ts';
import type { ApiKeyStore } from './store/api-key-store.ts';

const minuteMs = 60_000;
const mostNoted = 10_000;

/** What key pairs are made and known by. */
interface ApiKeysParts {
  readonly store: ApiKeyStore;
  readonly digests: PairDigests;
  readonly accounts: Pick<AccountStore, 'byId' | 'referred' | 'transaction'>;
  /** By which logins end that a pair had begun. */
  readonly revocations: Pick<Revocations, 'ofLogins' | 'acknowledge'>;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly logger: Pick<Logger, 'warn'>;
}

/** Key pairs of the store's REST API. */
export class ApiKeys {
  readonly #parts: ApiKeysParts;
  /** The minute of each pair's last use that was written from here, so that a reading from before it writes no other. */
  readonly #noted = new LRUCache<number, number>({ max: mostNoted });

  constructor(parts: ApiKeysParts) {
    this.#parts = parts;
  }

  /** Makes a pair; its halves are told here and never again. @throws ServiceError `service_account_not_found` */
  async create(asked: z.output<typeof createApiKey.request>): Promise<z.input<typeof createApiKey.reply>> {
    const { store, digests, accounts, now } = this.#parts;
    const { permissions, description, user } = asked;
    const account = user === null ? null : await accounts.referred(user);
    const { consumerKey, consumerSecret } = newPair();
    const document = await store.create({
      keyDigest: digests.of(consumerKey),
      secretDigest: digests.of(consumerSecret),
      permissions,
      description,
      ending: consumerKey.slice(-7),
      account: account?._id ?? null,
      createdAt: now(),
      lastUsedAt: null,
    });
    return { key: shown(document, account), consumerKey, consumerSecret };
  }

  /** A page of pairs, the newest first. */
  async list({
    page,
    perPage,
  }: z.output<typeof listApiKeys.request>): Promise<z.input<typeof listApiKeys.reply>> {
    const { found, total } = await this.#parts.store.page((page - 1) * perPage, perPage);
    const keys = await Promise.all(found.map((document) => this.#shown(document)));
    return { keys, total };
  }

  /**
   * Ends a pair, named by its id or its key, at once, with the logins that pairs of its account had begun.
   *
   * @throws ServiceError `service_api_key_not_found`
   */
  async revoke(reference: string): Promise<ApiKey> {
    const { store, digests, accounts, revocations } = this.#parts;
    const which = /^[1-9]\d{0,14}$/.test(reference)
      ? { _id: Number(reference) }
      : { keyDigest: digests.of(reference) };
    const { removed, told } = await accounts.transaction(async (session) => {
      const found = await store.remove(session, which);
      if (!found) throw refusal('service_api_key_not_found', {});
      const ended =
        found.account === null ? [] : await revocations.ofLogins(session, found.account, 'api_key');
      return { removed: found, told: ended };
    });
    await revocations.acknowledge(told);
    return this.#shown(removed);
  }

  /**
   * Who brings a pair. Every request asks the database, so that a pair ends with its revocation.
   *
   * @throws ServiceError `service_authentication_error` whatever is wrong
   */
  async identify({ identifier, secret }: Pick<Credentials, 'identifier' | 'secret'>): Promise<Identity> {
    const { store, digests, accounts } = this.#parts;
    const found = isConsumerKey(identifier) ? await store.withDigest(digests.of(identifier)) : null;
    if (!found || !digests.matches(secret, found.secretDigest)) {
      throw refusal('service_authentication_error', {});
    }
    const account = found.account === null ? null : await accounts.byId(found.account);
    // The pair of an account that was deleted ends with it.
    if (found.account !== null && !account) throw refusal('service_authentication_error', {});
    this.#noteUse(found);
    return identityOf(found, account);
  }

  /** To the minute, so that most requests write nothing; nobody waits for it, and a lost note does no harm. */
  #noteUse({ _id: id, lastUsedAt }: ApiKeyDocument): void {
    const { store, now, logger } = this.#parts;
    const at = Math.floor(now() / minuteMs) * minuteMs;
    if ((lastUsedAt ?? 0) >= at || this.#noted.get(id) === at) return;
    this.#noted.set(id, at);
    store
      .noteUse(id, at)
      .catch((err: unknown) => logger.warn({ err }, 'the last use of a key pair was not noted'));
  }

  async #shown(document: ApiKeyDocument): Promise<ApiKey> {
    const { account } = document;
    return shown(document, account === null ? null : await this.#parts.accounts.byId(account));
  }
}

/** Who a pair is: the shop or an account, with no more rights than the account and the pair both have. */
function identityOf({ _id: pair, permissions }: ApiKeyDocument, account: AccountDocument | null): Identity {
  const manages = account === null || isManager(account.role) ? permissions : 'nothing';
  const { _id = null, role = null } = account ?? {};
  return { account: _id, role, manages, trusted: true, permissions, pair };
}

function shown(document: ApiKeyDocument, account: AccountDocument | null): ApiKey {
  const { _id: id, description, permissions, ending, createdAt, lastUsedAt } = document;
  const owner = account && { id: account._id, username: account.record.username, role: account.role };
  return { id, description, permissions, ending, account: owner, createdAt, lastUsedAt };
}
