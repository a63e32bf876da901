import { EventStream } from '#platform/events/event-stream.ts';
import { OutboxAlarm } from '#platform/events/outbox-alarm.ts';
import { measureOutboxes, streamDependency } from '#platform/events/stream-dependency.ts';
import { connectRedis, type RedisCommands } from '#platform/redis/connection.ts';
import { redisDependency } from '#platform/redis/probe.ts';
import { ReplicatedScripts } from '#platform/redis/replicated.ts';
import type { ProcessBody, ProcessDeps } from '#platform/service/process-body.ts';
import { maxOfShard, OutboxGauge, OutboxRelay } from './background/outbox.ts';
import { cartBody } from './cart.ts';
import { loadExtensions } from './extensions.ts';
import { GrowthLimit, MemoryGauge } from './limits/guest-memory.ts';
import { CouponGuesses, WriteLimit } from './limits/write-limits.ts';
import type { CartSettings } from './settings.ts';
import { CartStore } from './store/cart-store.ts';
import { shardKeys, shards } from './store/keys.ts';
import { AbandonedCartStore, OutboxStore } from './store/outbox-store.ts';
import { SessionIndex } from './store/session-index.ts';
import { TransferStore } from './store/transfer-store.ts';

/**
 * Factor between two limits on wrong coupon codes: a client may try 20 times as many codes as one cart, because a
 * client can be a network with many shoppers.
 */
const guessesOfClient = 20;

/**
 * One key of each shard for health probes. Every master of a Redis Cluster has some of these keys, so the
 * probes reach all masters.
 */
const probedKeys = Array.from({ length: shards }, (_, shard) => shardKeys(shard).probe);

/** Returns the limit on wrong coupon codes. Null if the setting `COUPON_GUESS_LIMIT` is off. */
function couponGuesses(
  { COUPON_GUESS_LIMIT: rate }: CartSettings,
  redis: RedisCommands,
): CouponGuesses | null {
  if (!rate) return null;
  const sentence = 'Too many coupon codes that do not exist. Please wait a moment.';
  const ofClient = { ...rate, limit: rate.limit * guessesOfClient };
  return new CouponGuesses({
    cart: new WriteLimit(redis, rate, { name: 'coupons-cart', sentence }),
    client: new WriteLimit(redis, ofClient, { name: 'coupons-client', sentence }),
  });
}

/** Returns the limit on the growth of guests' carts. Null if the setting `GUEST_CART_LIMIT` is off. */
function growthLimit({ GUEST_CART_LIMIT: rate, GUEST_CART_BYTES: bytes }: CartSettings) {
  return rate && new GrowthLimit({ carts: rate.limit, bytes, windowSeconds: rate.windowSeconds });
}

/**
 * Builds one replica of the cart service and its stores from the settings.
 *
 * @throws SettingsError if a cart extension cannot be loaded
 */
export async function assembleCart(settings: CartSettings, deps: ProcessDeps): Promise<ProcessBody> {
  const extensions = await loadExtensions(settings.CART_EXTENSIONS, deps.logger);
  const connection = connectRedis(settings.CART_REDIS_URL, deps.logger);
  const redis = connection.commands;
  const replicas = settings.CART_DURABILITY;
  const replicated = replicas > 0 ? new ReplicatedScripts(connection, replicas) : null;
  const writes = replicated ?? redis;
  const rateLimit = settings.CART_RATE_LIMIT;
  const contractOfAll = () => deps.caller.replicas.contract;
  const stream = new EventStream(deps.nats, contractOfAll);
  const outbox = new OutboxStore(redis);
  const relay = new OutboxRelay({ outbox, stream, log: deps.logger });
  const alarm = new OutboxAlarm('carts', `${maxOfShard} of each shard`, deps.logger);
  measureOutboxes([alarm], deps.metrics);
  const schedulePublishing = (shard: number) => relay.schedulePublishing(shard);
  const stores = {
    outbox: new OutboxGauge(outbox, alarm, Date.now),
    store: new CartStore(redis, Date.now, schedulePublishing, writes),
    transferStore: new TransferStore(redis, Date.now, schedulePublishing, writes),
    abandonedStore: new AbandonedCartStore(redis, schedulePublishing),
    index: new SessionIndex(redis),
    limit: rateLimit && new WriteLimit(redis, rateLimit),
    guesses: couponGuesses(settings, redis),
    growth: growthLimit(settings),
    watch: new MemoryGauge(() => connection.masters(), settings.CART_MEMORY_MARGIN),
    redis: redisDependency(connection, probedKeys),
    close() {
      replicated?.close();
      connection.close();
    },
  };
  const body = cartBody(settings, { ...stores, relay, extensions }, deps);
  return { ...body, dependencies: [...body.dependencies, streamDependency(deps.nats, stream, [alarm])] };
}
