import type { Redis } from 'ioredis';
import { engineFault } from '#platform/redis/engine-fault.ts';
import { shardKeys } from './keys.ts';

/** An event as the outbox of a shard has it. */
export interface OutboxEntry {
  /** Its place in the outbox, `milliseconds-number` by Redis' clock. */
  readonly place: string;
  readonly cartKey: string;
  readonly revision: number;
  /** JSON of a `CartEvent`. */
  readonly event: string;
}

type StreamEntry = [place: string, members: string[]];

function entryIn([place, [, cartKey = '', , revision = '0', , event = '']]: StreamEntry): OutboxEntry {
  return { place, cartKey, revision: Number(revision), event };
}

/**
 * What carts have to tell, as the commits left it (docs/reference/rules.md#events). Shards are asked about together, in
 * one go.
 */
export class OutboxStore {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  /** The oldest events of each of the shards, `most` of one at most. */
  async heads(shards: readonly number[], most: number): Promise<OutboxEntry[][]> {
    const asked = this.#redis.pipeline();
    for (const shard of shards) asked.xrange(shardKeys(shard).outbox, '-', '+', 'COUNT', most);
    return (await answersOf(asked.exec())).map((found) => (found as StreamEntry[]).map(entryIn));
  }

  /** How many events each of the shards has. */
  async lengths(shards: readonly number[]): Promise<number[]> {
    const asked = this.#redis.pipeline();
    for (const shard of shards) asked.xlen(shardKeys(shard).outbox);
    return (await answersOf(asked.exec())).map(Number);
  }

  /** Removes events that have been told, by their shards. */
  async remove(told: ReadonlyMap<number, readonly OutboxEntry[]>): Promise<void> {
    const asked = this.#redis.pipeline();
    for (const [shard, entries] of told) {
      if (entries.length > 0) asked.xdel(shardKeys(shard).outbox, ...entries.map(({ place }) => place));
    }
    await answersOf(asked.exec());
  }
}

/** The answers to what was asked together. @throws ServiceError 503 unless all of them came */
async function answersOf(asked: Promise<[Error | null, unknown][] | null>): Promise<unknown[]> {
  const answers = (await asked.catch(engineFault)) ?? engineFault(new Error('redis does not answer'));
  return answers.map(([error, answer]) => (error ? engineFault(error) : answer));
}
