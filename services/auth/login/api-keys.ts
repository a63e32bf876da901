import {
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import { type ApiKey, createApiKey, isConsumerKey, listApiKeys, revokeApiKey } from '#contracts/api-keys.ts';
import { isManager } from '#contracts/audience.ts';
import type { Credentials, Identity } from '#contracts/login.ts';
import { type ImplementedOperation, implement } from '#platform/bus/dispatcher.ts';
import { refusal } from '#platform/errors/errors.ts';
import type { Logger } from '#platform/service/logger.ts';
import type { AccountDocument } from '../model/account.ts';
import type { AccountStore } from '../store/accounts.ts';
import type { ApiKeyDocument, ApiKeyStore } from '../store/api-keys.ts';
import type { Revocations } from '../tokens/revocations.ts';

/** Returns the operations on key pairs for operators. */
export function apiKeyOperations(apiKeys: ApiKeys): ImplementedOperation[] {
  return [
    implement(createApiKey, (request) => apiKeys.create(request)),
    implement(listApiKeys, (request) => apiKeys.list(request)),
    implement(revokeApiKey, async ({ reference }) => ({ key: await apiKeys.revoke(reference) })),
  ];
}

const minuteMs = 60_000;
const maxNoted = 10_000;

interface ApiKeysDeps {
  readonly store: ApiKeyStore;
  readonly digests: PairDigests;
  readonly accounts: Pick<AccountStore, 'byId' | 'referred' | 'transaction'>;
  /** Ends the logins that began with a key pair. */
  readonly revocations: Pick<Revocations, 'revokeLogins' | 'acknowledge'>;
  readonly now: () => number;
  readonly logger: Pick<Logger, 'warn'>;
}

/** Creates, lists, revokes and verifies key pairs. */
export class ApiKeys {
  readonly #deps: ApiKeysDeps;
  /**
   * By the id of a key pair: the minute that this process has last stored as `lastUsedAt`. Prevents a second
   * write in the same minute.
   */
  readonly #noted = new LRUCache<number, number>({ max: maxNoted });

  constructor(deps: ApiKeysDeps) {
    this.#deps = deps;
  }

  /**
   * Creates a key pair and returns its key and secret, which are never shown again.
   *
   * @throws ServiceError `service_account_not_found`
   */
  async create(request: z.output<typeof createApiKey.request>): Promise<z.input<typeof createApiKey.reply>> {
    const { store, digests, accounts, now } = this.#deps;
    const { permissions, description, user } = request;
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

  /** Returns a page of key pairs, newest first. */
  async list({
    page,
    perPage,
  }: z.output<typeof listApiKeys.request>): Promise<z.input<typeof listApiKeys.reply>> {
    const { found, total } = await this.#deps.store.page((page - 1) * perPage, perPage);
    const keys = await Promise.all(found.map((document) => this.#shown(document)));
    return { keys, total };
  }

  /**
   * Revokes the key pair with this id or consumer key. Also ends the logins that began with key pairs of the
   * same account.
   *
   * @throws ServiceError `service_api_key_not_found`
   */
  async revoke(reference: string): Promise<ApiKey> {
    const { store, digests, accounts, revocations } = this.#deps;
    const which = /^[1-9]\d{0,14}$/.test(reference)
      ? { _id: Number(reference) }
      : { keyDigest: digests.of(reference) };
    const { removed, ended } = await accounts.transaction(async (session) => {
      const found = await store.remove(session, which);
      if (!found) throw refusal('service_api_key_not_found', {});
      const ended =
        found.account === null ? [] : await revocations.revokeLogins(session, found.account, 'api_key');
      return { removed: found, ended: ended };
    });
    await revocations.acknowledge(ended);
    return this.#shown(removed);
  }

  /**
   * Returns the identity of a key pair. The pair is read from the database for every request, so that a revocation
   * takes effect at once.
   *
   * @throws ServiceError `service_authentication_error` for every wrong pair
   */
  async identify({ identifier, secret }: Pick<Credentials, 'identifier' | 'secret'>): Promise<Identity> {
    const { store, digests, accounts } = this.#deps;
    const found = isConsumerKey(identifier) ? await store.withDigest(digests.of(identifier)) : null;
    if (!found || !digests.matches(secret, found.secretDigest)) {
      throw refusal('service_authentication_error', {});
    }
    const account = found.account === null ? null : await accounts.byId(found.account);
    // A pair is invalid if its account no longer exists.
    if (found.account !== null && !account) throw refusal('service_authentication_error', {});
    this.#noteUse(found);
    return identityOf(found, account);
  }

  /** Stores the minute of a pair's last use, in the background. Further requests in the same minute write nothing. */
  #noteUse({ _id: id, lastUsedAt }: ApiKeyDocument): void {
    const { store, now, logger } = this.#deps;
    const at = Math.floor(now() / minuteMs) * minuteMs;
    if ((lastUsedAt ?? 0) >= at || this.#noted.get(id) === at) return;
    this.#noted.set(id, at);
    store
      .noteUse(id, at)
      .catch((err: unknown) => logger.warn({ err }, 'the last use of a key pair could not be stored'));
  }

  async #shown(document: ApiKeyDocument): Promise<ApiKey> {
    const { account } = document;
    return shown(document, account === null ? null : await this.#deps.accounts.byId(account));
  }
}

/**
 * Returns the identity of a key pair: its account, or the shop itself if the pair has no account. The identity has only
 * the rights that both the account and the pair have.
 */
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

/** The key and the secret of a pair. */
interface Pair {
  readonly consumerKey: string;
  readonly consumerSecret: string;
}

/** Returns a random key pair. The key and the secret have 160 random bits each. */
function newPair(): Pair {
  const random = () => randomBytes(20).toString('hex');
  return { consumerKey: `ck_${random()}`, consumerSecret: `cs_${random()}` };
}

/**
 * Calculates HMAC digests of consumer keys and consumer secrets, with a key that is derived from the
 * service's secret. Access to the database alone is not enough to find or create a pair
 * (docs/reference/login.md#key-pairs).
 */
export class PairDigests {
  readonly #hmacKey: KeyObject;

  constructor(secret: string) {
    this.#hmacKey = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'key pairs', 32)));
  }

  of(half: string): string {
    return createHmac('sha256', this.#hmacKey).update(half).digest('base64url');
  }

  /** Returns whether a secret has this digest. The comparison takes constant time. */
  matches(secret: string, digest: string): boolean {
    const [given, stored] = [Buffer.from(this.of(secret)), Buffer.from(digest)];
    return given.length === stored.length && timingSafeEqual(given, stored);
  }
}
