import { setTimeout as sleep } from 'node:timers/promises';
import { isManager } from '#contracts/audience.ts';
import type { Credentials, Identity } from '#contracts/login.ts';
import { refusal, ServiceError } from '#platform/errors/errors.ts';
import type { Logger } from '#platform/service/logger.ts';
import { rehash } from '../accounts/rehash.ts';
import type { AccountDocument } from '../accounts/store/account-schema.ts';
import type { AccountStore } from '../accounts/store/account-store.ts';
import type { ApiKeys } from '../api-keys/api-keys.ts';
import { normalised } from '../domain/identifiers.ts';
import type { Hasher } from '../passwords/hasher.ts';
import { Remembered } from './remembered.ts';
import type { Attempted, Attempts } from './store/attempts.ts';
import type { KnownNetworks } from './store/known-networks.ts';
import type { RefusalStore } from './store/refusal-store.ts';
import type { Slowdown } from './store/slowdown.ts';

/** What credentials are verified by. */
export interface IdentifyParts {
  readonly accounts: AccountStore;
  readonly hasher: Hasher;
  readonly apiKeys: Pick<ApiKeys, 'identify'>;
  readonly attempts: Attempts;
  readonly slowdown: Slowdown;
  readonly networks: Pick<KnownNetworks, 'knows' | 'remember'>;
  readonly logger: Pick<Logger, 'warn'>;
  /** Where it is noted that somebody was refused. */
  readonly refusals: Pick<RefusalStore, 'note'>;
  /** By which it is seen to when a failure is told: a clock in milliseconds, and how time is let pass. */
  readonly now?: () => number;
  readonly pause?: (ms: number) => Promise<unknown>;
}

/** An attempt with a password: the name is what was given, in one form. */
type PasswordAttempt = Attempted & { readonly name: string };

/** What became of an attempt. */
interface Outcome {
  readonly isRight: boolean;
  /** How much later a failure is told, since the name has failed so often. Milliseconds. */
  readonly delayMs: number;
  /**
   * How much of that has not passed yet: from a known network a right password does not wait. A failure does, so that
   * its time does not tell which networks are known.
   */
  readonly owedMs: number;
}

/**
 * A failure is told no sooner than so long after it was asked for: another shop's hashes take another time to verify than
 * ours, and who guesses names must not see by that which accounts there are. Milliseconds.
 */
const toldAfterMs = 250;

/** Who an account is to the services. */
function identityOf({ _id: account, role, generation }: AccountDocument): Identity {
  return { account, role, manages: isManager(role) ? 'read_write' : 'nothing', trusted: false, generation };
}

/** Finds out who brings credentials. */
export class Identifier {
  readonly #parts: IdentifyParts;
  readonly #remembered = new Remembered();
  /** Passwords that are being verified, by what they are remembered by. */
  readonly #running = new Map<string, Promise<Outcome>>();

  constructor(parts: IdentifyParts) {
    this.#parts = parts;
  }

  /**
   * Only failures are counted, and what is one too many is not looked at. Whoever is asked for, known or not, it is
   * the same work. No password is verified after the `deadline`, Unix milliseconds.
   *
   * @throws ServiceError `service_authentication_error` whatever is wrong; `service_rate_limited`; `service_unavailable`
   * when it cannot be counted or too many passwords wait
   */
  async identify(credentials: Credentials, deadline = Number.POSITIVE_INFINITY): Promise<Identity> {
    return credentials.kind === 'keys' ? this.#byKeys(credentials) : this.#byPassword(credentials, deadline);
  }

  /** A pair cannot be guessed, so that it is looked at first: its failures count for its address alone. */
  async #byKeys({ identifier, secret, address }: Credentials): Promise<Identity> {
    const { apiKeys, attempts } = this.#parts;
    try {
      const identity = await apiKeys.identify({ identifier, secret });
      await attempts.passFrom(address);
      return identity;
    } catch (error) {
      if (isWrong(error)) {
        await attempts.failFrom(address);
        this.#parts.refusals.note({ account: null, method: 'api_key', reason: error.code });
      }
      throw error;
    }
  }

  async #byPassword({ identifier, secret, address }: Credentials, deadline: number): Promise<Identity> {
    if (identifier === '' || secret === '') throw refusal('service_authentication_error', {});
    const { accounts, attempts, networks, now = performance.now.bind(performance) } = this.#parts;
    const askedAt = now();
    const found = await accounts.named(identifier);
    const attempted = { name: normalised(identifier), address };
    const bringer = { account: found?._id ?? attempted.name, address };
    const digest = this.#remembered.digest(bringer, found?.passwordHash ?? null, secret);
    // A page sends several requests at once: the first is verified, the others are remembered then. Those with another
    // name do not wait for it: that would tell that both names are one account's.
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
        const toldAt = askedAt + toldAfterMs + delayMs;
        return await this.#refuse(found, Math.max(owedMs, toldAt - now()));
      }
    } finally {
      if (this.#running.get(same) === verifying) this.#running.delete(same);
    }
    this.#remembered.remember(digest);
    void networks.remember(found._id, 'password', address);
    return identityOf(found);
  }

  /** Verifies a password unless it is one too many: later the more often its name has failed, in no thread that hashes. */
  async #attempt(
    attempted: PasswordAttempt,
    found: AccountDocument | null,
    verify: () => Promise<boolean>,
  ): Promise<Outcome> {
    const { attempts, slowdown, networks } = this.#parts;
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

  /** Notes a failure, and tells it after so many milliseconds. */
  async #refuse(found: AccountDocument | null, afterMs: number): Promise<never> {
    const { refusals, slowdown, logger } = this.#parts;
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
    const { pause = sleep } = this.#parts;
    if (ms > 0) await pause(ms);
  }

  /** Whether the password is the account's. Without an account another hash is verified, and it is not. */
  async #verify(found: AccountDocument | null, secret: string, deadline: number): Promise<boolean> {
    const verdict = await this.#parts.hasher.verify(secret, found?.passwordHash ?? null, deadline);
    if (found && verdict === 'rehash') await rehash(this.#parts, found, secret);
    return verdict !== 'no';
  }
}

function isWrong(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.code === 'service_authentication_error';
}
