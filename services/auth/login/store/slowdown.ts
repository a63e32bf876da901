import type { RedisCommands } from '#platform/redis/connection.ts';
import { engineFault } from '#platform/redis/engine-fault.ts';
import type { AttemptBounds } from '../../settings.ts';
import { type LoginDigest, loginDigests } from './login-digests.ts';

/** The first delay in milliseconds. Each further failure doubles the delay. */
const firstDelayMs = 40;
/** The longest delay in milliseconds. This delay leaves enough time before a request's deadline to hash a password. */
const longestDelayMs = 600;

/**
 * Delays attempts with a name that has failed often, from any address. Does not refuse attempts, because
 * anybody could then lock an account (docs/reference/login.md#failed-attempts). Also counts the failures of
 * each account, for a warning to the operator.
 */
export class Slowdown {
  readonly #redis: RedisCommands;
  readonly #bounds: AttemptBounds | null;
  readonly #digest: LoginDigest;

  constructor(redis: RedisCommands, bounds: AttemptBounds | null, secret: string) {
    this.#redis = redis;
    this.#bounds = bounds;
    this.#digest = loginDigests(secret);
  }

  /**
   * Counts an attempt as a failure until the caller calls `giveBack`. Concurrent attempts are thus delayed
   * like consecutive attempts. Every name has its own counter, even a name without an account. Otherwise,
   * delays would reveal accounts.
   *
   * @returns how long the attempt must wait, in milliseconds
   *
   * @throws ServiceError `service_unavailable`
   */
  async begin(name: string): Promise<number> {
    if (!this.#bounds) return 0;
    const before = (await this.#count('slow', name, 1)) - 1;
    const { free } = this.#bounds.slowdown;
    return before < free ? 0 : Math.min(longestDelayMs, firstDelayMs * 2 ** (before - free));
  }

  /**
   * Stops counting an attempt as a failure, because the attempt has not failed.
   *
   * @throws ServiceError `service_unavailable`
   */
  async giveBack(name: string): Promise<void> {
    if (this.#bounds) await this.#count('slow', name, -1);
  }

  /**
   * Counts a failure of an account, under any of its names.
   *
   * @returns the number of failures if this number equals the threshold for the operator's warning; otherwise null
   *
   * @throws ServiceError `service_unavailable`
   */
  async failed(account: number): Promise<number | null> {
    if (!this.#bounds) return null;
    const failures = await this.#count('failures', account, 1);
    return failures === this.#bounds.account.limit ? failures : null;
  }

  /**
   * Adds `by` to the counter `what` of a name or account, and returns the new value. The counter expires
   * `windowSeconds` after the last change.
   *
   * @throws ServiceError `service_unavailable`
   */
  async #count(what: string, of: string | number, by: number): Promise<number> {
    const key = `{login}:${what}:${this.#digest(what, of)}`;
    const windowMs = (this.#bounds?.slowdown.windowSeconds ?? 0) * 1_000;
    const replies = await this.#redis
      .multi()
      .incrby(key, by)
      .pexpire(key, windowMs)
      .exec()
      .catch(engineFault);
    const [error, count] = replies?.[0] ?? [new Error('nothing was counted')];
    return error ? engineFault(error) : Number(count);
  }
}
