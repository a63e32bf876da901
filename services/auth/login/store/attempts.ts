import type { Redis } from 'ioredis';

/** Attempts to log in, counted in Redis over all replicas. */
export class Attempts {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  /** Whether Redis answers. */
  async check(): Promise<boolean> {
    return this.#redis.ping().then(
      () => true,
      () => false,
    );
  }

  close(): void {
    this.#redis.disconnect();
  }
}
