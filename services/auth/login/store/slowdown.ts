import type { RedisCommands } from '#platform/redis/connection.ts';
import { engineFault } from '#platform/redis/engine-fault.ts';
import type { AttemptBounds } from '../../settings.ts';
import { type LoginDigest, loginDigests } from './login-digests.ts';

/** The first delay; each further failure doubles it. A request's deadline leaves time to hash after the longest one. */
const firstDelayMs = 40;
const longestDelayMs = 600;

/**
 * Failures of one name from anywhere make further attempts with it slower, and never refuse one: else anybody could
 * lock anybody out (docs/reference/login.md#failed-attempts). They are counted by the name as it was given, whether it
 * is somebody's or not, so that no delay tells which names belong to one account. The failures of the account are
 * counted beside them, for the operator alone.
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
   * Counts an attempt as a failure until `giveBack`, so that many at once are delayed as those in a row.
   *
   * @returns milliseconds that the attempt has to wait
   * @throws ServiceError `service_unavailable`
   */
  async begin(name: string): Promise<number> {
    if (!this.#bounds) return 0;
    const before = (await this.#count('slow', name, 1)) - 1;
    const { free } = this.#bounds.slowdown;
    return before < free ? 0 : Math.min(longestDelayMs, firstDelayMs * 2 ** (before - free));
  }

  /** Takes an attempt back that has not failed. @throws ServiceError `service_unavailable` */
  async giveBack(name: string): Promise<void> {
    if (this.#bounds) await this.#count('slow', name, -1);
  }

  /**
   * Counts a failure of an account, by whichever name.
   *
   * @returns how many there were, in the moment in which the operator has to be told; else null
   * @throws ServiceError `service_unavailable`
   */
  async failed(account: number): Promise<number | null> {
    if (!this.#bounds) return null;
    const failures = await this.#count('failures', account, 1);
    return failures === this.#bounds.account.limit ? failures : null;
  }

  /** Failures are forgotten together, so long after the last. */
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
