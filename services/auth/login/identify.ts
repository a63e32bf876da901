import { setTimeout as sleep } from 'node:timers/promises';
import { isManager } from '#contracts/audience.ts';
import type { Credentials, Identity } from '#contracts/login.ts';
import { refusal, ServiceError } from '#platform/errors/errors.ts';
import { rehash } from '../accounts/rehash.ts';
import type { AccountDocument } from '../accounts/store/account-schema.ts';
import type { AccountStore } from '../accounts/store/account-store.ts';
import type { ApiKeys } from '../api-keys/api-keys.ts';
import { normalised } from '../domain/identifiers.ts';
import type { Hasher } from '../passwords/hasher.ts';
import { Remembered } from './remembered.ts';
import type { Attempts } from './store/attempts.ts';
import type { RefusalStore } from './store/refusal-store.ts';

/** What credentials are verified by. */
export interface IdentifyParts {
  readonly accounts: AccountStore;
  readonly hasher: Hasher;
  readonly apiKeys: Pick<ApiKeys, 'identify'>;
  readonly attempts: Attempts;
  /** Where it is noted that somebody was refused. */
  readonly refusals: Pick<RefusalStore, 'note'>;
  /** By which it is seen to when a failure is told: a clock in milliseconds, and how time is let pass. */
  readonly now?: () => number;
  readonly pause?: (ms: number) => Promise<unknown>;
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
  readonly #running = new Map<string, Promise<boolean>>();

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
    const { accounts, attempts, refusals, now = performance.now.bind(performance) } = this.#parts;
    const askedAt = now();
    const found = await accounts.named(identifier);
    const attempted = { account: found?._id ?? normalised(identifier), address };
    const digest = this.#remembered.digest(attempted, found?.passwordHash ?? null, secret);
    // A page sends several requests at once: the first is verified, the others are remembered then.
    await this.#running.get(digest)?.catch(() => false);
    if (found && this.#remembered.isRight(digest)) {
      await attempts.pass(attempted);
      return identityOf(found);
    }
    const verifying = attempts.run(attempted, () => this.#verify(found, secret, deadline));
    this.#running.set(digest, verifying);
    try {
      if (!(await verifying) || !found) {
        const wrong = refusal('service_authentication_error', {});
        refusals.note({ account: found?._id ?? null, method: 'basic_auth', reason: wrong.code });
        await this.#pause(askedAt + toldAfterMs - now());
        throw wrong;
      }
    } finally {
      if (this.#running.get(digest) === verifying) this.#running.delete(digest);
    }
    this.#remembered.remember(digest);
    return identityOf(found);
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
