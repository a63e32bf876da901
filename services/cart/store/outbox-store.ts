import type { CartOwner } from '#contracts/cart.ts';
import type { RedisCommands } from '#platform/redis/connection.ts';
import { engineFault, script } from '#platform/redis/scripts.ts';
import { indexKeys, shardKeys } from './keys.ts';

/** An event in a shard's outbox. */
export interface OutboxEntry {
  /**
   * Id of the entry in the Redis stream, such as `1767225600000-0`: Unix milliseconds by the clock of Redis, and a
   * number.
   */
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
 * Reads the outboxes of carts, and removes published events (docs/reference/rules.md#events). Commits add the events.
 */
export class OutboxStore {
  readonly #redis: RedisCommands;

  constructor(redis: RedisCommands) {
    this.#redis = redis;
  }

  /**
   * Returns up to `most` of the oldest events of each shard. Null for a shard whose Redis does not answer.
   *
   * @throws ServiceError 503 when no Redis answers
   */
  async heads(shards: readonly number[], most: number): Promise<(OutboxEntry[] | null)[]> {
    const requests = shards.map((shard) =>
      this.#redis.xrange(shardKeys(shard).outbox, '-', '+', 'COUNT', most),
    );
    return (await answersOf(requests)).map((found) => found?.map(entryIn) ?? null);
  }

  /** Returns the number of events in each shard's outbox. 0 for a shard whose Redis does not answer. */
  async lengths(shards: readonly number[]): Promise<number[]> {
    const lengths = await answersOf(shards.map((shard) => this.#redis.xlen(shardKeys(shard).outbox)));
    return lengths.map((one) => one ?? 0);
  }

  /** Removes published events of several shards. @throws ServiceError 503 if some events could not be removed */
  async remove(published: ReadonlyMap<number, readonly OutboxEntry[]>): Promise<void> {
    const requests = [...published].flatMap(([shard, entries]) =>
      entries.length > 0
        ? [this.#redis.xdel(shardKeys(shard).outbox, ...entries.map(({ place }) => place))]
        : [],
    );
    const answers = await answersOf(requests);
    if (answers.includes(null)) engineFault(new Error('published events could not be removed everywhere'));
  }
}

/**
 * Returns the answers of parallel requests, null for a failed request. @throws ServiceError 503 if all requests fail
 */
async function answersOf<T>(requests: readonly Promise<T>[]): Promise<(T | null)[]> {
  const answers = await Promise.allSettled(requests);
  const fault = answers.find((one) => one.status === 'rejected');
  if (fault && answers.every((one) => one.status === 'rejected')) engineFault(fault.reason);
  return answers.map((one) => (one.status === 'fulfilled' ? one.value : null));
}

const findAbandoned = script<[] | [watermark: string, nextWatermark: string, ...keys: string[]]>(
  new URL('./lua/find-abandoned.lua', import.meta.url),
);

const publishAbandoned = script<0 | 1>(new URL('./lua/publish-abandoned.lua', import.meta.url));

/** A batch of carts that nobody has changed for a while. */
interface AbandonedBatch {
  readonly shard: number;
  readonly owner: CartOwner;
  /**
   * The event is already published for each cart whose last change is at or before this time. Unix milliseconds as
   * text.
   */
  readonly watermark: string;
  /** The `watermark` after this batch is published. */
  readonly nextWatermark: string;
  readonly keys: readonly string[];
}

/** Finds abandoned carts by the index of last changes, and publishes the event of each cart once. */
export class AbandonedCartStore {
  readonly #redis: RedisCommands;
  readonly #schedulePublishing: (shard: number) => void;

  /** `schedulePublishing` is called for every shard with a new event. */
  constructor(redis: RedisCommands, schedulePublishing: (shard: number) => void = () => {}) {
    this.#redis = redis;
    this.#schedulePublishing = schedulePublishing;
  }

  /**
   * Returns about `most` carts that have not changed for `quietMs` milliseconds and whose event is not published
   * yet. Null if no cart is found.
   */
  async find(shard: number, owner: CartOwner, quietMs: number, most: number): Promise<AbandonedBatch | null> {
    const { abandonedWatermark, updated } = indexKeys(shard, owner);
    const found = await findAbandoned(this.#redis, [abandonedWatermark, updated], [quietMs, most]).catch(
      engineFault,
    );
    const [watermark, nextWatermark, ...keys] = found;
    return watermark === undefined || nextWatermark === undefined
      ? null
      : { shard, owner, watermark, nextWatermark, keys };
  }

  /** Publishes the events of carts in a batch. Does nothing if another replica has already published the batch. */
  async publish(
    { shard, owner, watermark, nextWatermark }: AbandonedBatch,
    events: readonly { cartKey: string; event: string }[],
  ): Promise<void> {
    const { abandonedWatermark, updated, expiry } = indexKeys(shard, owner);
    const { counter, outbox } = shardKeys(shard);
    const args = events.flatMap(({ cartKey, event }) => [cartKey, event]);
    const keys = [abandonedWatermark, updated, expiry, counter, outbox];
    const written = await publishAbandoned(this.#redis, keys, [watermark, nextWatermark, ...args]).catch(
      engineFault,
    );
    if (written === 1) this.#schedulePublishing(shard);
  }
}
