import type { RedisCommands } from '#platform/redis/connection.ts';
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

/** What carts have to tell, as the commits left it (docs/reference/rules.md#events). */
export class OutboxStore {
  readonly #redis: RedisCommands;

  constructor(redis: RedisCommands) {
    this.#redis = redis;
  }

  /**
   * The oldest events of each of the shards, `most` of one at most; null for a shard whose Redis does not answer.
   *
   * @throws ServiceError 503 when none answers
   */
  async heads(shards: readonly number[], most: number): Promise<(OutboxEntry[] | null)[]> {
    const asked = shards.map((shard) => this.#redis.xrange(shardKeys(shard).outbox, '-', '+', 'COUNT', most));
    return (await answersOf(asked)).map((found) => found?.map(entryIn) ?? null);
  }

  /** How many events each of the shards has; 0 for a shard whose Redis does not answer. */
  async lengths(shards: readonly number[]): Promise<number[]> {
    const lengths = await answersOf(shards.map((shard) => this.#redis.xlen(shardKeys(shard).outbox)));
    return lengths.map((one) => one ?? 0);
  }

  /** Removes events that have been told, by their shards. @throws ServiceError 503 when some could not be removed */
  async remove(told: ReadonlyMap<number, readonly OutboxEntry[]>): Promise<void> {
    const asked = [...told].flatMap(([shard, entries]) =>
      entries.length > 0
        ? [this.#redis.xdel(shardKeys(shard).outbox, ...entries.map(({ place }) => place))]
        : [],
    );
    const answers = await answersOf(asked);
    if (answers.includes(null)) engineFault(new Error('told events could not be removed everywhere'));
  }
}

/** The answers to what was asked together, null for none. @throws ServiceError 503 when no answer came at all */
async function answersOf<T>(asked: readonly Promise<T>[]): Promise<(T | null)[]> {
  const answers = await Promise.allSettled(asked);
  const fault = answers.find((one) => one.status === 'rejected');
  if (fault && answers.every((one) => one.status === 'rejected')) engineFault(fault.reason);
  return answers.map((one) => (one.status === 'fulfilled' ? one.value : null));
}
