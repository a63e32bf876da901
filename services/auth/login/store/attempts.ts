import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { refusal } from '#platform/errors/errors.ts';
import { networkOf } from '#platform/networks/networks.ts';
import type { RedisCommands } from '#platform/redis/connection.ts';
import { engineFault } from '#platform/redis/engine-fault.ts';
import { script } from '#platform/redis/script.ts';
import type { AttemptBounds, Bound } from '../../settings.ts';
import { type LoginDigest, loginDigests } from './login-digests.ts';

const beginAttempt = script<[bound: number, waitMs: number]>(
  new URL('./lua/begin-attempt.lua', import.meta.url),
);
const endAttempt = script<null>(new URL('./lua/end-attempt.lua', import.meta.url));

/** After so long nobody waits for an attempt any more: it has taken its place in vain. Milliseconds. */
const givenUpMs = 5_000;
/** Pauses before an attempt that others stand before is tried again. Milliseconds. */
const pausesMs = [25, 50, 100, 200, 300];

/** A login that is tried: with which name, as it was given and normalised, and from where. */
export interface Attempted {
  /** For what an extension is asked, the account's id: its password was right already. */
  readonly name: string | number;
  readonly address: string;
}

/** A bound with what is counted by it. */
interface Counter extends Bound {
  readonly name: string;
}

/**
 * Attempts to log in that failed, counted in Redis over all replicas: with one name from one address, and of one address
 * (docs/reference/login.md#failed-attempts). A name counts as it was given, so that no bound tells which names belong to
 * one account. Nothing is counted where attempts are not bounded. Names and addresses are in no key.
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
   * Runs an attempt whose outcome nobody knows yet; `verify` tells whether it succeeds, and is not called for one too
   * many. One that throws counts for nothing. Where others that go on could still fail and make this one too many, it
   * waits for them a moment. With `everywhere`, failures of the name from all addresses count together, too: for an
   * attempt that only those make who know the password.
   *
   * @throws ServiceError `service_rate_limited`; `service_unavailable` when it cannot be counted
   */
  async run(attempted: Attempted, verify: () => Promise<boolean>, everywhere = false): Promise<boolean> {
    if (!this.#bounds) return verify();
    const counters = this.#countersOf(attempted, everywhere);
    const attempt = randomUUID();
    await this.#begin(counters, attempt);
    let failed = false;
    try {
      failed = !(await verify());
      return !failed;
    } finally {
      const ended = this.#end(counters, attempt, failed);
      // A place that could not be freed is free soon; a failure that could not be counted must not be told.
      await (failed ? ended.catch(engineFault) : ended.catch(() => null));
    }
  }

  /**
   * Lets an attempt through that is known to succeed.
   *
   * @throws ServiceError `service_rate_limited`; `service_unavailable`
   */
  async pass(attempted: Attempted): Promise<void> {
    await this.#refuseTooMany(this.#countersOf(attempted), '', 'look');
  }

  /**
   * The same for one that needs no account: it is bounded by its address alone.
   *
   * @throws ServiceError `service_rate_limited`; `service_unavailable`
   */
  async passFrom(address: string): Promise<void> {
    await this.#refuseTooMany(this.#ofAddress(address), '', 'look');
  }

  /**
   * Counts a failure of an address that is known already.
   *
   * @throws ServiceError `service_rate_limited` for one too many; `service_unavailable`
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

  /** Whether the attempt may be made now. @throws ServiceError `service_rate_limited` where it is one too many */
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

  #countersOf({ name, address }: Attempted, everywhere = false): Counter[] {
    if (!this.#bounds) return [];
    const pair = { ...this.#bounds.nameAndAddress, name: this.#digest('pair', name, networkOf(address)) };
    const account = { ...this.#bounds.account, name: this.#digest('account', name) };
    return [pair, ...this.#ofAddress(address), ...(everywhere ? [account] : [])];
  }

  #ofAddress(address: string): Counter[] {
    if (!this.#bounds) return [];
    return [{ ...this.#bounds.address, name: this.#digest('address', networkOf(address)) }];
  }
}

/** The keys of counters, all in one slot: a script touches several of them. */
function keysOf(counters: readonly Counter[]): string[] {
  return counters.flatMap(({ name }) => [`{login}:failed:${name}`, `{login}:begun:${name}`]);
}
