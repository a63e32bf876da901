import { hash } from 'node:crypto';
import type { CartCommand, WriteRate } from '#contracts/cart-commands.ts';
import type { IdempotencyRecord } from '#contracts/write.ts';
import type { Context } from '#platform/bus/dispatcher.ts';
import { refusal, ServiceError } from '#platform/errors/errors.ts';
import type { RedisCommands } from '#platform/redis/connection.ts';
import { engineFault, script } from '#platform/redis/scripts.ts';

const countWrite = script<[allowed: 0 | 1, count: number, resetsInMs: number]>(
  new URL('./count-write.lua', import.meta.url),
);

/** Maximum number of writes of a client in a sliding time window. */
interface WriteBound {
  readonly limit: number;
  readonly windowSeconds: number;
}

/** A kind of limit. `name` is the prefix of its counters. A refusal has the `reason`. */
interface LimitKind {
  readonly name: string;
  readonly reason?: 'coupon_codes';
}

function idOf(cartKey: string, { key, digest }: IdempotencyRecord): string {
  return hash('sha256', JSON.stringify([cartKey, key, digest]), 'base64url');
}

/**
 * Limits the writes of each client over all replicas. Before each write, a script in Redis raises the
 * client's counter; a repeated write is not counted again. The counter belongs to no shard, because a client
 * may write to carts of several shards.
 */
export class WriteLimit {
  readonly #redis: RedisCommands;
  readonly #bound: WriteBound;
  readonly #kind: LimitKind;

  constructor(redis: RedisCommands, bound: WriteBound, kind: LimitKind = { name: 'writes' }) {
    this.#redis = redis;
    this.#bound = bound;
    this.#kind = kind;
  }

  get limit(): number {
    return this.#bound.limit;
  }

  #keyOf(client: string): string {
    return `${this.#kind.name}:${client}`;
  }

  /**
   * Counts a write to a cart, once for each of its `commands`. A repetition of the write, which has the same cart,
   * idempotency key and content, is not counted again.
   *
   * @throws ServiceError `service_rate_limit_exceeded`; `service_unavailable` when the write cannot be counted
   */
  async count(client: string, cartKey: string, once: IdempotencyRecord, commands = 1): Promise<WriteRate> {
    const { limit, windowSeconds } = this.#bound;
    const args = [idOf(cartKey, once), limit, windowSeconds * 1_000, commands];
    const counted = await countWrite(this.#redis, [this.#keyOf(client)], args).catch(engineFault);
    const [allowed, count, resetsInMs] = counted;
    const resetsIn = Math.max(1, Math.ceil(resetsInMs / 1_000));
    if (allowed === 0) {
      const { reason } = this.#kind;
      const data = { retry_after: resetsIn, limit, window: windowSeconds, ...(reason && { reason }) };
      throw refusal('service_rate_limit_exceeded', data);
    }
    return { limit, window: windowSeconds, remaining: Math.max(0, limit - count), resetsIn };
  }

  /** Reduces the count of a write from `commands` to `keep` commands. */
  async takeBack(
    client: string,
    cartKey: string,
    once: IdempotencyRecord,
    { commands, keep }: { readonly commands: number; readonly keep: number },
  ): Promise<void> {
    const id = idOf(cartKey, once);
    const names = Array.from({ length: commands }, (_, index) => (index === 0 ? id : `${id}:${index + 1}`));
    await this.#redis.zrem(this.#keyOf(client), ...names.slice(keep)).catch(engineFault);
  }
}

type Limit = Pick<WriteLimit, 'count' | 'takeBack' | 'limit'>;

/**
 * Factor between two limits on wrong coupon codes: a client may try 20 times as many codes as one cart, because a
 * client can be a network with many shoppers.
 */
const guessesOfClient = 20;

/** Limits on wrong coupon codes: for each cart, and for each client, which is a network or a customer. */
interface GuessLimits {
  readonly cart: Limit;
  readonly client: Limit;
}

/** A write that may apply coupon codes. Each code counts as a wrong guess until the coupon is found. */
interface Guessing {
  readonly key: string;
  readonly once: IdempotencyRecord;
  readonly commands: readonly CartCommand[];
}

/** Result of one command in a write of several commands. Null if the command was cancelled. */
type Result = { readonly ok: boolean; readonly code?: string } | null;

function isWrong(code: string | undefined): boolean {
  return code === 'service_coupon_not_exist';
}

/**
 * Limits how many unknown coupon codes a client may try, so that nobody can guess valid codes. Codes are counted before
 * the write tries them, so that concurrent requests cannot exceed the limit. After the write, `takeBack` subtracts the
 * codes that exist.
 */
export class CouponGuesses {
  /** Counts in Redis. `rate` limits the wrong codes for one cart. */
  static inRedis(redis: RedisCommands, rate: WriteBound): CouponGuesses {
    const reason = 'coupon_codes';
    const ofClient = { ...rate, limit: rate.limit * guessesOfClient };
    return new CouponGuesses({
      cart: new WriteLimit(redis, rate, { name: 'coupons-cart', reason }),
      client: new WriteLimit(redis, ofClient, { name: 'coupons-client', reason }),
    });
  }

  readonly #limits: GuessLimits;

  constructor(limits: GuessLimits) {
    this.#limits = limits;
  }

  /**
   * Runs a write and returns its result. Refuses the write if its cart or client has tried too many unknown
   * codes. `resultsOf` returns the result of each command in a write of several commands. Codes from managers
   * are not counted.
   *
   * @throws ServiceError `service_rate_limit_exceeded`, and the errors of the write
   */
  async during<Changed>(
    guessing: Guessing,
    { claim }: Context,
    write: () => Promise<Changed>,
    resultsOf: (changed: Changed) => readonly Result[] = () => [],
  ): Promise<Changed> {
    const codes = guessing.commands.filter(({ kind }) => kind === 'apply-coupon').length;
    if (codes === 0 || !claim || claim.manages !== 'nothing') return write();
    const counted = Math.min(codes, this.#limits.cart.limit);
    const takeBack = await this.#count(guessing, claim.client, counted);
    let wrong = 0;
    try {
      const result = await write();
      wrong = resultsOf(result).filter((one) => one && isWrong(one.code)).length;
      return result;
    } catch (error) {
      wrong = error instanceof ServiceError && isWrong(error.code) ? 1 : 0;
      throw error;
    } finally {
      // An error of `takeBack` is ignored, because the count expires by itself.
      if (wrong < counted) await takeBack(wrong).catch(() => {});
    }
  }

  /** Counts all codes as wrong. The returned function reduces the count to a given number of wrong codes. */
  async #count({ key, once }: Guessing, client: string, codes: number) {
    const { cart, client: ofClient } = this.#limits;
    await ofClient.count(client, key, once, codes);
    const takeBack = (limit: Limit, subject: string, keep: number) =>
      limit.takeBack(subject, key, once, { commands: codes, keep });
    try {
      await cart.count(key, key, once, codes);
    } catch (error) {
      await takeBack(ofClient, client, 0);
      throw error;
    }
    return async (keep: number) => {
      await Promise.all([takeBack(ofClient, client, keep), takeBack(cart, key, keep)]);
    };
  }
}
