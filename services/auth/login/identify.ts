import { setTimeout as sleep } from 'node:timers/promises';
import { isManager } from '#contracts/audience.ts';
import type { Credentials, Identity } from '#contracts/login.ts';
import { refusal, ServiceError } from '#platform/errors/errors.ts';
import type { Logger } from '#platform/service/logger.ts';
import { normalised } from '../accounts/domain/identifiers.ts';
import type { AccountDocument } from '../accounts/store/account-schema.ts';
import type { AccountStore } from '../accounts/store/account-store.ts';
import type { ApiKeys } from '../api-keys/api-keys.ts';
import type { Hasher } from '../passwords/hasher.ts';
import { rehash } from '../passwords/rehash.ts';
import type { Attempted, Attempts } from './store/attempts.ts';
import type { KnownNetworks } from './store/known-networks.ts';
import type { RefusalStore } from './store/refusal-store.ts';
import type { Slowdown } from './store/slowdown.ts';
import { VerifiedPasswords } from './verified-passwords.ts';

/** Dependencies of `Identifier`. */
export interface IdentifyDeps {
  readonly accounts: AccountStore;
  readonly hasher: Hasher;
  readonly apiKeys: Pick<ApiKeys, 'identify'>;
  readonly attempts: Attempts;
  readonly slowdown: Slowdown;
  readonly networks: Pick<KnownNetworks, 'knows' | 'remember'>;
  readonly logger: Pick<Logger, 'warn'>;
  /** Records refusals. */
  readonly refusals: Pick<RefusalStore, 'note'>;
  /** A clock in milliseconds and a pause, so that tests control when a failure is answered. */
  readonly now?: () => number;
  readonly pause?: (ms: number) => Promise<unknown>;
}

/** An attempt with a password. The name is the given one, normalised. */
type PasswordAttempt = Attempted & { readonly name: string };

/** The result of an attempt. */
interface Outcome {
  readonly isRight: boolean;
  /** The delay of a failure, by how often the name has failed. Milliseconds. */
  readonly delayMs: number;
  /**
   * The rest of that delay. A right password from a known network does not wait. A failure does, so that its time
   * does not reveal which networks are known.
   */
  readonly owedMs: number;
}

/**
 * The minimum time until a failure is answered. Hashes of other shops take a different time to verify, which must not
 * reveal which accounts exist. Milliseconds.
 */
const answeredAfterMs = 250;

/** Returns the identity of an account. */
function identityOf({ _id: account, role, generation }: AccountDocument): Identity {
  return { account, role, manages: isManager(role) ? 'read_write' : 'nothing', trusted: false, generation };
}

/** Identifies the caller by credentials. */
export class Identifier {
  readonly #deps: IdentifyDeps;
  readonly #remembered = new VerifiedPasswords();
  /** Verifications in progress, by the digest that would be remembered. */
  readonly #running = new Map<string, Promise<Outcome>>();

  constructor(deps: IdentifyDeps) {
    this.#deps = deps;
  }

  /**
   * Returns the identity of credentials. Only failures count, and attempts over the limit are not verified. Known and
   * unknown names cause the same work. No password is verified after the `deadline`, in Unix milliseconds.
   *
   * @throws ServiceError `service_authentication_error` for all wrong credentials; `service_rate_limited`;
   * `service_unavailable` when the attempt cannot be counted or too many passwords wait
   */
  async identify(credentials: Credentials, deadline = Number.POSITIVE_INFINITY): Promise<Identity> {
    return credentials.kind === 'keys' ? this.#byKeys(credentials) : this.#byPassword(credentials, deadline);
  }

  /** A key pair cannot be guessed, so it is checked first; its failures count only for its address. */
  async #byKeys({ identifier, secret, address }: Credentials): Promise<Identity> {
    const { apiKeys, attempts } = this.#deps;
    try {
      const identity = await apiKeys.identify({ identifier, secret });
      await attempts.passFrom(address);
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
    const { accounts, attempts, networks, now = performance.now.bind(performance) } = this.#deps;
    const askedAt = now();
    const found = await accounts.named(identifier);
    const attempted = { name: normalised(identifier), address };
    const bringer = { account: found?._id ?? attempted.name, address };
    const digest = this.#remembered.digest(bringer, found?.passwordHash ?? null, secret);
    // A page sends several requests at once: the first is verified, the others use its result. Requests with another
    // name do not wait for it, which would reveal that both names belong to one account.
    const same = JSON.stringify([attempted.name, digest]);
    await this.#running.get(same)?.catch(() => null);
    if (found && this.#remembered.isRight(digest)) {
      await attempts.pass(attempted);
      return identityOf(found);
    }
    const verifying = this.#attempt(attempted, found, () => this.#verify(found, secret, deadline));
    this.#running.set(same, verifying);
    try {
      const { isRight, delayMs, owedMs } = await verifying;
      if (!isRight || !found) {
        const answerAt = askedAt + answeredAfterMs + delayMs;
        return await this.#refuse(found, Math.max(owedMs, answerAt - now()));
      }
    } finally {
      if (this.#running.get(same) === verifying) this.#running.delete(same);
    }
    this.#remembered.remember(digest);
    void networks.remember(found._id, 'password', address);
    return identityOf(found);
  }

  /**
   * Verifies a password unless the limit is reached. Repeated failures of a name delay it, without occupying a
   * hashing thread.
   */
  async #attempt(
    attempted: PasswordAttempt,
    found: AccountDocument | null,
    verify: () => Promise<boolean>,
  ): Promise<Outcome> {
    const { attempts, slowdown, networks } = this.#deps;
    const { name, address } = attempted;
    let delayMs = 0;
    let isKnown = false;
    const isRight = await attempts.run(attempted, async () => {
      delayMs = await slowdown.begin(name);
      let hasFailed = false;
      try {
        isKnown = delayMs > 0 && found !== null && (await networks.knows(found._id, 'password', address));
        if (!isKnown) await this.#pause(delayMs);
        hasFailed = !(await verify());
        return !hasFailed;
      } finally {
        if (!hasFailed) await slowdown.giveBack(name).catch(() => null);
      }
    });
    return { isRight, delayMs, owedMs: isKnown ? delayMs : 0 };
  }

  /** Records a failure and throws it after `afterMs` milliseconds. */
  async #refuse(found: AccountDocument | null, afterMs: number): Promise<never> {
    const { refusals, slowdown, logger } = this.#deps;
    const wrong = refusal('service_authentication_error', {});
    const account = found?._id ?? null;
    refusals.note({ account, method: 'basic_auth', reason: wrong.code });
    const pause = this.#pause(afterMs);
    const failures = account === null ? null : await slowdown.failed(account).catch(() => null);
    if (failures !== null)
      logger.warn({ event: 'account_attacked', account, failures }, 'many failed logins');
    await pause;
    throw wrong;
  }

  async #pause(ms: number): Promise<void> {
    const { pause = sleep } = this.#deps;
    if (ms > 0) await pause(ms);
  }

  /**
   * Returns whether the password is the account's. Without an account a dummy hash is verified, and the result is
   * false.
   */
  async #verify(found: AccountDocument | null, secret: string, deadline: number): Promise<boolean> {
    const verdict = await this.#deps.hasher.verify(secret, found?.passwordHash ?? null, deadline);
    if (found && verdict === 'rehash') await rehash(this.#deps, found, secret);
    return verdict !== 'no';
  }
}

function isWrong(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.code === 'service_authentication_error';
}
