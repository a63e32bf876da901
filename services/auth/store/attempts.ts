import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { shopPasswordMs } from '#contracts/connect.ts';
import { refusal } from '#platform/errors/errors.ts';
import type { RedisCommands } from '#platform/redis/connection.ts';
import { engineFault, script } from '#platform/redis/scripts.ts';
import { networkOf } from '#platform/util/networks.ts';
import { type LoginDigest, loginDigests } from './secrets.ts';

const beginAttempt = script<[bound: number, waitMs: number]>(
  new URL('./lua/begin-attempt.lua', import.meta.url),
);
const endAttempt = script<null>(new URL('./lua/end-attempt.lua', import.meta.url));

/** The maximum number of failures in a number of seconds. An operator writes `5/60` for 5 failures in 60 seconds. */
interface Bound {
  readonly limit: number;
  readonly windowSeconds: number;
}

/** The limits of failed login attempts. */
export interface AttemptBounds {
  /** Limit on the failures of one name from one address. */
  readonly nameAndAddress: Bound;
  /** Limit on the failures from one address with any names. */
  readonly address: Bound;
  /** Limit on logins of one account, from all addresses, with the right password but refused by login extensions. */
  readonly account: Bound;
  /** The same limit for a network from which the account has logged in before, beyond the limit `account`. */
  readonly knownNetwork: Bound;
  /** Failures of one name from all addresses. After `free` failures, attempts are delayed. */
  readonly slowdown: { readonly free: number; readonly windowSeconds: number };
}

/**
 * Milliseconds for which an attempt in progress counts. After this time, its client no longer waits: neither for a place at
 * a hashing thread, nor for the connected shop.
 */
const givenUpMs = 10_000 + shopPasswordMs;
/** Pauses in milliseconds between the tries to begin an attempt, while concurrent attempts are still in progress. */
const pausesMs = [25, 50, 100, 200, 300];

/** A login attempt with a name from a network address. */
export interface Attempted {
  /** The name that the client sent, normalised. For a check by an extension: the id of the account. */
  readonly name: string | number;
  readonly address: string;
}

/**
 * Which failures of a name count for an attempt, beside those from its network in a minute: none, those from all addresses
 * (`everywhere`), or those from its network in a day (`known network`). The last two are for clients that have sent the
 * right password.
 */
type Scope = 'network' | 'everywhere' | 'known network';

/** A limit on failed attempts, and the name of the counter to which the limit applies. */
interface Counter extends Bound {
  readonly name: string;
}

/**
 * Counts failed login attempts of all replicas in Redis: by name and address, and by address
 * (docs/reference/login.md#failed-attempts). Two names of one account count separately, so that no limit
 * reveals which names belong to one account. Redis keys contain digests instead of names and addresses.
 */
export class Attempts {
  readonly #redis: RedisCommands;
  readonly #bounds: AttemptBounds | null;
  readonly #digest: LoginDigest;

  constructor(redis: RedisCommands, bounds: AttemptBounds | null, secret: string) {
    this.#redis = redis;
    this.#bounds = bounds;
    this.#digest = loginDigests(secret);
  }

  /**
   * Runs an attempt and counts a failure. `verify` returns whether the attempt succeeds. Over a limit, the
   * attempt is refused without a call of `verify`. The attempt waits briefly while other attempts in progress
   * could still reach a limit.
   *
   * @throws ServiceError `service_rate_limited`; `service_unavailable` when the attempt cannot be counted
   */
  async run(
    attempted: Attempted,
    verify: () => Promise<boolean>,
    scope: Scope = 'network',
  ): Promise<boolean> {
    if (!this.#bounds) return verify();
    const counters = this.#countersOf(attempted, scope);
    const attempt = randomUUID();
    await this.#begin(counters, attempt);
    let failed = false;
    try {
      failed = !(await verify());
      return !failed;
    } finally {
      const ended = this.#end(counters, attempt, failed);
      // A success is answered even if Redis fails. Redis then counts the attempt as still in progress, but only for
      // `givenUpMs`. A failure is answered only after Redis has counted the failure.
      await (failed ? ended.catch(engineFault) : ended.catch(() => null));
    }
  }

  /**
   * Throws if the name and address of an attempt are over a limit. Counts nothing, because the caller knows
   * that the attempt succeeds.
   *
   * @throws ServiceError `service_rate_limited`; `service_unavailable`
   */
  async refuseAttemptOverLimit(attempted: Attempted): Promise<void> {
    await this.#refuseTooMany(this.#countersOf(attempted), '', 'look');
  }

  /**
   * Throws if the failures of an address are over the limit. Counts nothing.
   *
   * @throws ServiceError `service_rate_limited`; `service_unavailable`
   */
  async refuseAddressOverLimit(address: string): Promise<void> {
    await this.#refuseTooMany(this.#ofAddress(address), '', 'look');
  }

  /**
   * Counts a failure of an address.
   *
   * @throws ServiceError `service_rate_limited` over the limit; `service_unavailable`
   */
  async failFrom(address: string): Promise<void> {
    await this.#refuseTooMany(this.#ofAddress(address), randomUUID(), 'fail');
  }

  async #begin(counters: readonly Counter[], attempt: string): Promise<void> {
    for (const pauseMs of pausesMs) {
      if (await this.#refuseTooMany(counters, attempt, 'begin')) return;
      await sleep(pauseMs);
    }
    if (await this.#refuseTooMany(counters, attempt, 'begin')) return;
    const [{ limit, windowSeconds }] = counters as [Counter];
    throw refusal('service_rate_limited', { retry_after: 1, limit, window: windowSeconds });
  }

  /**
   * Runs `begin-attempt.lua`. `how` tells the script to begin an attempt, only to look at the limits, or to count a
   * failure. Returns whether the attempt may start now; false if the attempt must wait for other attempts.
   *
   * @throws ServiceError `service_rate_limited`
   */
  async #refuseTooMany(
    counters: readonly Counter[],
    attempt: string,
    how: 'begin' | 'look' | 'fail',
  ): Promise<boolean> {
    if (counters.length === 0) return true;
    const bounds = counters.flatMap(({ limit, windowSeconds }) => [limit, windowSeconds * 1_000]);
    const args = [attempt, how, givenUpMs, ...bounds];
    const [bound, waitMs] = await beginAttempt(this.#redis, keysOf(counters), args).catch(engineFault);
    const exceeded = counters[bound - 1];
    if (!exceeded) return bound === 0;
    const { limit, windowSeconds: window } = exceeded;
    throw refusal('service_rate_limited', { retry_after: Math.ceil(waitMs / 1_000), limit, window });
  }

  async #end(counters: readonly Counter[], attempt: string, failed: boolean): Promise<void> {
    const windows = counters.map(({ windowSeconds }) => windowSeconds * 1_000);
    await endAttempt(this.#redis, keysOf(counters), [attempt, failed ? 1 : 0, ...windows]);
  }

  #countersOf({ name, address }: Attempted, scope: Scope = 'network'): Counter[] {
    if (!this.#bounds) return [];
    const pair = { ...this.#bounds.nameAndAddress, name: this.#digest('pair', name, networkOf(address)) };
    const counters = [pair, ...this.#ofAddress(address)];
    if (scope === 'network') return counters;
    const further =
      scope === 'everywhere'
        ? { ...this.#bounds.account, name: this.#digest('account', name) }
        : { ...this.#bounds.knownNetwork, name: this.#digest('known', name, networkOf(address)) };
    return [...counters, further];
  }

  #ofAddress(address: string): Counter[] {
    if (!this.#bounds) return [];
    return [{ ...this.#bounds.address, name: this.#digest('address', networkOf(address)) }];
  }
}

/**
 * Returns the Redis keys of counters, two for each. All keys are in one slot of a Redis Cluster, because one
 * script uses all keys.
 */
function keysOf(counters: readonly Counter[]): string[] {
  return counters.flatMap(({ name }) => [`{login}:failed:${name}`, `{login}:begun:${name}`]);
}

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
