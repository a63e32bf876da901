import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RedisConnection } from '#platform/redis/connection.ts';
import { ReplicatedScripts } from '#platform/redis/scripts.ts';
import { CartStore } from './cart-store.ts';
import { shardOf, shards } from './keys.ts';

/** For each shard, the cart key of a guest's cart in this shard. */
export const keyOfShard: readonly string[] = Array.from({ length: shards }, (_, shard) => {
  for (;;) {
    const key = `t_${randomUUID()}`;
    if (shardOf(key) === shard) return key;
  }
});

/** Results of the writes to one cart. */
export interface Tally {
  acknowledged: number;
  failures: string[];
}

/**
 * Sends writes to one cart in each shard. Each write adds 1 to the number in the state of the cart. Repeats each write
 * under its idempotency key until Redis acknowledges the write, and then sends the next write to this cart.
 */
export class Adders {
  readonly store: CartStore;
  readonly tallies: readonly Tally[];
  readonly #writes: ReplicatedScripts | null;
  #running: Promise<unknown> | null = null;
  #stopped = false;
  #closed = false;

  /** `replicas` is the number of replicas that must confirm each write. */
  constructor(connection: RedisConnection, replicas: number) {
    this.#writes = replicas > 0 ? new ReplicatedScripts(connection, replicas) : null;
    this.store = new CartStore(connection.commands, Date.now, () => {}, this.#writes ?? connection.commands);
    this.tallies = keyOfShard.map(() => ({ acknowledged: 0, failures: [] }));
  }

  start(pauseMs: number): void {
    this.#stopped = false;
    this.#running = Promise.all(
      keyOfShard.map(async (_, shard) => {
        while (!this.#stopped) {
          await this.add(shard);
          await sleep(pauseMs * (0.5 + Math.random()));
        }
      }),
    );
  }

  /** Stops after the current writes are acknowledged. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }

  close(): void {
    this.#stopped = true;
    this.#closed = true;
    this.#writes?.close();
  }

  /** Sends one write, and repeats the write until Redis acknowledges it or `close` is called. */
  async add(shard: number): Promise<void> {
    const tally = this.tallies[shard] as Tally;
    const once = randomUUID();
    while (!(await this.#attempt(shard, once, tally))) {
      if (this.#closed) return;
      await sleep(50);
    }
    tally.acknowledged += 1;
  }

  /** Returns the number in the state of a cart, which counts the writes. Waits until the cart's Redis answers. */
  async held(shard: number): Promise<number> {
    for (let tries = 0; ; tries += 1) {
      try {
        return Number((await this.store.read(keyOfShard[shard] ?? '')).state || 0);
      } catch (error) {
        if (tries > 600) throw error;
        await sleep(100);
      }
    }
  }

  async #attempt(shard: number, once: string, tally: Tally): Promise<boolean> {
    const key = keyOfShard[shard] ?? '';
    try {
      const from = await this.store.read(key, [once]);
      if (from.outcomes[0] !== null) return true;
      const committed = await this.store.commit(key, {
        from,
        state: String(Number(from.state || 0) + 1),
        lifetimeMs: 600_000,
        emailBefore: '',
        email: '',
        events: ['{}'],
        deadline: Date.now() + 5_000,
        remembered: [{ key: once, outcome: 'done', keepMs: 600_000 }],
      });
      return committed !== null;
    } catch (error) {
      tally.failures.push(String((error as Error).cause ?? error));
      return false;
    }
  }
}
