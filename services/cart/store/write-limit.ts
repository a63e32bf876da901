import { hash } from 'node:crypto';
import type { WriteRate } from '#contracts/cart-commands.ts';
import type { IdempotencyRecord } from '#contracts/write.ts';
import { refusal } from '#platform/errors/errors.ts';
import type { RedisCommands } from '#platform/redis/connection.ts';
import { engineFault } from '#platform/redis/engine-fault.ts';
import { script } from '#platform/redis/script.ts';

const countWrite = script<[allowed: 0 | 1, count: number, resetsInMs: number]>(
  new URL('./lua/count-write.lua', import.meta.url),
);

/** Maximum number of writes of a client in a sliding time window. */
interface WriteBound {
  readonly limit: number;
  readonly windowSeconds: number;
}

/** A kind of limit. `name` is the prefix of its counters. `sentence` replaces the usual message of the refusal. */
interface LimitKind {
  readonly name: string;
  readonly sentence?: string;
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
      const data = { retry_after: resetsIn, limit, window: windowSeconds };
      const { sentence } = this.#kind;
      throw refusal('service_rate_limit_exceeded', data, sentence === undefined ? {} : { message: sentence });
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
