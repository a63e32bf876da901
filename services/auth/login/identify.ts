import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { isManager } from '#contracts/audience.ts';
import type { Credentials, Identity } from '#contracts/login.ts';
import { refusal, ServiceError } from '#platform/errors/errors.ts';
import type { Logger } from '#platform/service/logger.ts';
import { networkOf } from '#platform/util/networks.ts';
import { type AccountDocument, normalised } from '../model/account.ts';
import { askersOf, type Hasher, rehash } from '../passwords/hasher.ts';
import type { AccountStore } from '../store/accounts.ts';
import type { Attempted, Attempts, Slowdown } from '../store/attempts.ts';
import type { KnownNetworks } from '../store/known-networks.ts';
import type { RefusalStore } from '../store/refusals.ts';
import type { ApiKeys } from './api-keys.ts';
import type { ShopPasswords, UnconfirmedPassword } from './shop-passwords.ts';

interface IdentifyDeps {
  readonly accounts: AccountStore;
  readonly hasher: Hasher;
  readonly apiKeys: Pick<ApiKeys, 'identify'>;
  readonly attempts: Attempts;
  readonly slowdown: Slowdown;
  readonly networks: Pick<KnownNetworks, 'knows' | 'remember'>;
  readonly logger: Pick<Logger, 'warn'>;
  /** Stores refused logins. */
  readonly refusals: Pick<RefusalStore, 'note'>;
  /** Asks the connected shop about passwords; null if the system has no connection. */
  readonly shopPasswords: Pick<ShopPasswords, 'accountWith'> | null;
  /**
   * Returns the time in milliseconds; by default `performance.now()`. Tests replace this function to control when the
   * refusal of a login is sent.
   */
  readonly now?: () => number;
  /** Waits for `ms` milliseconds. Tests replace this function to control when the refusal of a login is sent. */
  readonly pause?: (ms: number) => Promise<unknown>;
}

/** An attempt with a password. `name` is the user name, email address or phone that the client sent, normalised. */
type PasswordAttempt = Attempted & { readonly name: string };

/** The result of an attempt. */
interface Outcome {
  /** The account to which the password gives access; null if the password is wrong. */
  readonly account: AccountDocument | null;
  /** Milliseconds by which a failure is delayed. The delay grows with the number of failures of the name. */
  readonly delayMs: number;
  /**
   * Milliseconds that a failure waits after the verification: `delayMs` in a known network, where the
   * password is verified without a delay; otherwise 0. Failures from known and unknown networks thus take
   * equally long.
   */
  readonly remainingMs: number;
}

/**
 * Minimum milliseconds until a failure is answered. Without this minimum, the time of an answer would reveal
 * which accounts exist, because imported hashes are faster or slower to verify than other hashes.
 */
const answeredAfterMs = 250;

/** Returns the identity of an account. */
function identityOf({ _id: account, role, generation }: AccountDocument): Identity {
  return { account, role, manages: isManager(role) ? 'read_write' : 'nothing', trusted: false, generation };
}

/** Identifies callers by their credentials. */
export class CallerIdentification {
  readonly #deps: IdentifyDeps;
  readonly #remembered = new VerifiedPasswords();
  /** The verifications in progress, by a digest of name, network and password. */
  readonly #running = new Map<string, Promise<Outcome>>();

  constructor(deps: IdentifyDeps) {
    this.#deps = deps;
  }

  /**
   * Returns the identity of the caller with these credentials. Only failures count towards the login limits.
   * Hashes the password even for an unknown name. Verifies no password after the `deadline` (Unix
   * milliseconds).
   *
   * @throws ServiceError `service_authentication_error` for all wrong credentials; `service_rate_limited`;
   * `service_unavailable` when the attempt cannot be counted, too many passwords wait, or the connected shop has to confirm
   * the password and does not answer
   */
  async identify(credentials: Credentials, deadline = Number.POSITIVE_INFINITY): Promise<Identity> {
    return credentials.kind === 'keys' ? this.#byKeys(credentials) : this.#byPassword(credentials, deadline);
  }

  /**
   * Returns the identity of a key pair. The pair is checked before the login limits, because nobody can guess
   * a pair. A wrong pair counts as a failure of the network address only.
   */
  async #byKeys({ identifier, secret, address }: Credentials): Promise<Identity> {
    const { apiKeys, attempts } = this.#deps;
    try {
      const identity = await apiKeys.identify({ identifier, secret });
      await attempts.refuseAddressOverLimit(address);
      return identity;
    } catch (error) {
      if (isWrong(error)) {
        await attempts.failFrom(address);
        this.#deps.refusals.note({ account: null, method: 'api_key', reason: error.code });
      }
      throw error;
    }
  }

  async #byPassword({ identifier, secret, address }: Credentials, deadline: number): Promise<Identity> {
    if (identifier === '' || secret === '') throw refusal('service_authentication_error', {});
    const { accounts, attempts, hasher, networks, now = performance.now.bind(performance) } = this.#deps;
    const startedAt = now();
    const attempted = { name: normalised(identifier), address };
    // While too many passwords wait for verification, a password that is not remembered as right is refused before
    // MongoDB is read. So a flood of logins causes no queries.
    const sent = this.#remembered.digest({ account: attempted.name, address }, null, secret);
    if (!this.#remembered.isRight(sent)) hasher.requireRoom(deadline, askersOf(attempted));
    // Concurrent requests with the same name and password wait for the first verification. If the password is
    // right, these requests verify nothing. A request with another name of the account does not wait, because
    // waiting would reveal that both names belong to one account.
    let found = await accounts.named(identifier);
    const running = this.#running.get(sent);
    if (running) {
      await running.catch(() => null);
      // The verification may have given the account another hash, or made the account.
      found = await accounts.named(identifier);
    }
    if (found && this.#remembered.isRight(this.#digestOf(found, address, secret))) {
      this.#remembered.remember(sent);
      await attempts.refuseAttemptOverLimit(attempted);
      return identityOf(found);
    }
    const given = { found, identifier, secret, by: askersOf(attempted) };
    const verifying = this.#attempt(attempted, found, () => this.#verify(given, deadline));
    this.#running.set(sent, verifying);
    try {
      const { account, delayMs, remainingMs } = await verifying;
      if (!account) {
        const answerAt = startedAt + answeredAfterMs + delayMs;
        return await this.#refuse(found, Math.max(remainingMs, answerAt - now()));
      }
      // A password without a hash is not remembered, because nobody would learn that it was changed.
      const isKept = account.passwordHash !== null;
      if (isKept)
        for (const one of [this.#digestOf(account, address, secret), sent]) this.#remembered.remember(one);
      void networks.remember(account._id, 'password', address);
      return identityOf(account);
    } finally {
      if (this.#running.get(sent) === verifying) this.#running.delete(sent);
    }
  }

  #digestOf({ _id, passwordHash }: AccountDocument, address: string, secret: string): string {
    return this.#remembered.digest({ account: _id, address }, passwordHash, secret);
  }

  /**
   * Verifies a password if the attempt is within the limits. After repeated failures of the name, the
   * verification starts later. The delay occupies no hashing thread.
   */
  async #attempt(
    attempted: PasswordAttempt,
    found: AccountDocument | null,
    verify: () => Promise<AccountDocument | null>,
  ): Promise<Outcome> {
    const { attempts, slowdown, networks } = this.#deps;
    const { name, address } = attempted;
    let delayMs = 0;
    let isKnown = false;
    let account: AccountDocument | null = null;
    await attempts.run(attempted, async () => {
      delayMs = await slowdown.begin(name);
      let hasFailed = false;
      try {
        isKnown = delayMs > 0 && found !== null && (await networks.knows(found._id, 'password', address));
        if (!isKnown) await this.#pause(delayMs);
        account = await verify();
        hasFailed = account === null;
        return !hasFailed;
      } finally {
        if (!hasFailed) await slowdown.giveBack(name).catch(() => null);
      }
    });
    return { account, delayMs, remainingMs: isKnown ? delayMs : 0 };
  }

  /** Stores a failed login and throws the refusal after `afterMs` milliseconds. */
  async #refuse(found: AccountDocument | null, afterMs: number): Promise<never> {
    const { refusals, slowdown, logger } = this.#deps;
    const wrongCredentials = refusal('service_authentication_error', {});
    const account = found?._id ?? null;
    refusals.note({ account, method: 'basic_auth', reason: wrongCredentials.code });
    const pause = this.#pause(afterMs);
    const failures = account === null ? null : await slowdown.failed(account).catch(() => null);
    if (failures !== null)
      logger.warn({ event: 'account_attacked', account, failures }, 'many failed logins');
    await pause;
    throw wrongCredentials;
  }

  async #pause(ms: number): Promise<void> {
    const { pause = sleep } = this.#deps;
    if (ms > 0) await pause(ms);
  }

  /**
   * Returns the account to which a password gives access; null if the password is wrong. Without an account, a dummy hash is
   * verified. A password that no hash of ours confirms may be that of the connected shop.
   */
  async #verify(given: UnconfirmedPassword, deadline: number): Promise<AccountDocument | null> {
    const { hasher, shopPasswords } = this.#deps;
    const { found, secret, by } = given;
    const verdict = await hasher.verify(secret, found?.passwordHash ?? null, deadline, by);
    if (found && verdict === 'rehash')
      return { ...found, passwordHash: await rehash(this.#deps, found, secret) };
    if (found && verdict === 'yes') return found;
    return shopPasswords ? shopPasswords.accountWith(given) : null;
  }
}

function isWrong(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.code === 'service_authentication_error';
}

/** The account whose password was sent, and the network address of the request. */
interface PasswordSource {
  /** The account's id; the name that the client sent if no account has this name. */
  readonly account: number | string;
  readonly address: string;
}

/** The maximum number of cached digests. Each password has two: by the account's id, and by the name that was sent. */
const most = 40_000;
/** Milliseconds for which a digest is cached. */
const ttlMs = 3_600_000;

/**
 * Caches recently verified passwords, because some clients send the password with every request. Stores only
 * an HMAC of account, password hash, password and network, with a key of this process. A guess from another
 * network has another HMAC, so the cache does not confirm this guess.
 */
class VerifiedPasswords {
  readonly #key = createSecretKey(randomBytes(32));
  readonly #right = new LRUCache<string, true>({ max: most, ttl: ttlMs });

  /** Returns the digest under which the password of an account is cached. `passwordHash` is the stored hash. */
  digest({ account, address }: PasswordSource, passwordHash: string | null, password: string): string {
    const text = JSON.stringify([account, networkOf(address), passwordHash, password]);
    return createHmac('sha256', this.#key).update(text).digest('base64url');
  }

  isRight(digest: string): boolean {
    return this.#right.get(digest) === true;
  }

  remember(digest: string): void {
    this.#right.set(digest, true);
  }
}
