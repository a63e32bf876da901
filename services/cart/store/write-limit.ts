import { hash } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { WriteRate } from '#contracts/cart-commands.ts';
import type { Once } from '#contracts/write.ts';
import { refusal } from '#platform/errors/errors.ts';
import { engineFault } from '#platform/redis/engine-fault.ts';
import { script } from '#platform/redis/script.ts';

const countWrite = script<[allowed: 0 | 1, count: number, resetsInMs: number]>(
  new URL('./lua/count-write.lua', import.meta.url),
);

/** How many writes a client may make in how many seconds, looking back from each. */
interface WriteBound {
  readonly limit: number;
  readonly windowSeconds: number;
}

/**
 * Bounds the writes of each client over all replicas. A client writes to carts of several shards, so that it has a
 * count of its own beside them; it is taken before the write, in one step that knows a write which is sent again.
 */
export class WriteLimit {
  readonly #redis: Redis;
  readonly #bound: WriteBound;

  constructor(redis: Redis, bound: WriteBound) {
    this.#redis = redis;
    this.#bound = bound;
  }

  /**
   * Counts a write of so many commands to a cart. The cart and the mark make it the same write when it is sent again.
   *
   * @throws ServiceError `service_rate_limit_exceeded`; `service_unavailable` when it cannot be counted
   */
  async count(client: string, cartKey: string, once: Once, commands = 1): Promise<WriteRate> {
    const { limit, windowSeconds } = this.#bound;
    const write = hash('sha256', JSON.stringify([cartKey, once.key, once.digest]), 'base64url');
    const args = [write, limit, windowSeconds * 1_000, commands];
    const counted = await countWrite(this.#redis, [`writes:${client}`], args).catch(engineFault);
    const [allowed, count, resetsInMs] = counted;
    const resetsIn = Math.max(1, Math.ceil(resetsInMs / 1_000));
    if (allowed === 0) {
      throw refusal('service_rate_limit_exceeded', { retry_after: resetsIn, limit, window: windowSeconds });
    }
    return { limit, window: windowSeconds, remaining: Math.max(0, limit - count), resetsIn };
  }
}
