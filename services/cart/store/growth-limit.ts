import type { Redis } from 'ioredis';
import { refusal } from '#platform/errors/errors.ts';
import { engineFault } from '#platform/redis/engine-fault.ts';
import { script } from '#platform/redis/script.ts';

const countGrowth = script<[allowed: 0 | 1, waitMs: number]>(
  new URL('./lua/count-growth.lua', import.meta.url),
);

/** What one client may add to the memory of carts in so many seconds. */
interface GrowthBound {
  /** New carts of guests. */
  readonly carts: number;
  /** Bytes of unusually large carts. */
  readonly bytes: number;
  readonly windowSeconds: number;
}

/** What a write adds. */
export interface Added {
  readonly carts: 0 | 1;
  readonly bytes: number;
}

/** Bounds what each client adds to the memory of carts, over all replicas. */
export class GrowthLimit {
  readonly #redis: Redis;
  readonly #bound: GrowthBound;

  constructor(redis: Redis, bound: GrowthBound) {
    this.#redis = redis;
    this.#bound = bound;
  }

  /**
   * Counts what a client adds. With `anyway` it is counted and never refused.
   *
   * @throws ServiceError `service_rate_limit_exceeded`; `service_unavailable` when it cannot be counted
   */
  async count(client: string, { carts, bytes }: Added, anyway = false): Promise<void> {
    const { windowSeconds: window, ...most } = this.#bound;
    const args = [window * 1_000, most.carts, most.bytes, carts, bytes, anyway ? 1 : 0];
    const [allowed, waitMs] = await countGrowth(this.#redis, [`growth:${client}`], args).catch(engineFault);
    if (allowed === 1) return;
    const data = { retry_after: Math.max(1, Math.ceil(waitMs / 1_000)), limit: most.carts, window };
    throw refusal('service_rate_limit_exceeded', data, {
      message: 'Too many new carts, or too much in them, in a short time. Please wait a moment.',
    });
  }
}
