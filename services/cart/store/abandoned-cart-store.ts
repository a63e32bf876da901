import type { CartOwner } from '#contracts/cart.ts';
import type { RedisCommands } from '#platform/redis/connection.ts';
import { engineFault } from '#platform/redis/engine-fault.ts';
import { script } from '#platform/redis/script.ts';
import { indexKeys, shardKeys } from './keys.ts';

const findAbandoned = script<[] | [watermark: string, nextWatermark: string, ...keys: string[]]>(
  new URL('./lua/find-abandoned.lua', import.meta.url),
);
const publishAbandoned = script<0 | 1>(new URL('./lua/publish-abandoned.lua', import.meta.url));

/** A batch of carts that nobody has changed for a while. */
export interface AbandonedBatch {
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
