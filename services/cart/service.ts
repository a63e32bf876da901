import { EventStream } from '#platform/events/event-stream.ts';
import { measureOutboxes, OutboxAlarm } from '#platform/events/outbox.ts';
import { streamDependency } from '#platform/events/streams.ts';
import { FeedSubscriber } from '#platform/feed/subscriber.ts';
import { connectRedis } from '#platform/redis/connection.ts';
import { redisDependency } from '#platform/redis/probe.ts';
import { ReplicatedScripts } from '#platform/redis/scripts.ts';
import { upIf } from '#platform/service/dependency.ts';
import type { ProcessBody, ProcessDeps } from '#platform/service/process.ts';
import { maxOfShard, OutboxGauge, OutboxRelay } from './background/outbox.ts';
import { AbandonedCarts, Sweeper } from './background/sweeper.ts';
import { Carts } from './carts/carts.ts';
import { Charges } from './carts/charges.ts';
import { Expiry } from './carts/expiry.ts';
import { orderOperations } from './carts/orders.ts';
import { Transfers } from './carts/transfers.ts';
import { loadExtensions } from './extensions.ts';
import { Accounts } from './facts/accounts.ts';
import { CommandContexts } from './facts/command-contexts.ts';
import { CouponsCache, catalogueListener } from './facts/coupons-cache.ts';
import { FactsCache } from './facts/facts-cache.ts';
import { SettingsCache } from './facts/settings-cache.ts';
import { GrowthLimit, GuestMemory, MemoryGauge, outcomesOfADay } from './limits/guest-memory.ts';
import { CouponGuesses, WriteLimit } from './limits/write-limits.ts';
import { cartOperations } from './operations.ts';
import { erasureOperations } from './sessions/erase-person.ts';
import { Sessions, warmUp } from './sessions/sessions.ts';
import type { CartSettings } from './settings.ts';
import { CartStore } from './store/cart-store.ts';
import { allShards, shardKeys } from './store/keys.ts';
import { AbandonedCartStore, OutboxStore } from './store/outbox-store.ts';
import { SessionIndex } from './store/session-index.ts';
import { TransferStore } from './store/transfer-store.ts';

/**
 * Builds one replica of the cart service from its settings.
 *
 * @throws SettingsError if a cart extension cannot be loaded
 */
export async function cartBody(
  settings: CartSettings,
  { caller, logger, metrics, nats }: ProcessDeps,
): Promise<ProcessBody> {
  const extensions = await loadExtensions(settings.CART_EXTENSIONS, logger);
  const now = Date.now;

  // Redis. Scripts whose effect must not be lost wait for its replicas, if `CART_DURABILITY` demands it.
  const connection = connectRedis(settings.CART_REDIS_URL, logger);
  const redis = connection.commands;
  const replicas = settings.CART_DURABILITY;
  const replicated = replicas > 0 ? new ReplicatedScripts(connection, replicas) : null;
  const writes = replicated ?? redis;

  // Events: commits put them into the outbox, the relay publishes them.
  const stream = new EventStream(nats, () => caller.replicas.contract);
  const outbox = new OutboxStore(redis);
  const relay = new OutboxRelay({ outbox, stream, log: logger });
  const alarm = new OutboxAlarm('carts', `${maxOfShard} of each shard`, logger);
  const schedulePublishing = (shard: number) => relay.schedulePublishing(shard);
  measureOutboxes([alarm], metrics);

  const store = new CartStore(redis, now, schedulePublishing, writes);
  const transferStore = new TransferStore(redis, now, schedulePublishing, writes);
  const abandonedStore = new AbandonedCartStore(redis, schedulePublishing);
  const index = new SessionIndex(redis);

  // Limits. Each is null if its setting is `off`.
  const rate = settings.CART_RATE_LIMIT;
  const limit = rate && new WriteLimit(redis, rate);
  const guesses = settings.COUPON_GUESS_LIMIT && CouponGuesses.inRedis(redis, settings.COUPON_GUESS_LIMIT);
  const guests = settings.GUEST_CART_LIMIT;
  const growth =
    guests &&
    new GrowthLimit({
      carts: guests.limit,
      bytes: settings.GUEST_CART_BYTES,
      windowSeconds: guests.windowSeconds,
    });
  const gauge = new MemoryGauge(() => connection.masters(), settings.CART_MEMORY_MARGIN);
  const memory = new GuestMemory({
    limit: growth,
    watch: gauge,
    outcomes: growth && new GrowthLimit(outcomesOfADay),
  });
  metrics.gauge('cart_memory_used', 'Used share of the memory limit of Redis', () => gauge.used);
  const expiry = new Expiry(
    { guest: settings.GUEST_CART_TTL * 1_000, customer: settings.CUSTOMER_CART_TTL * 1_000 },
    { lifetimeMs: settings.GUEST_CART_FIRST_TTL * 1_000, isShort: () => gauge.memory !== 'ample' },
  );

  // What other services know: products, coupons, settings, accounts.
  const bounds = { readMs: settings.STALE_READS_FOR * 1_000, addMs: settings.STALE_ADDS_FOR * 1_000 };
  const facts = new FactsCache(caller, bounds);
  const coupons = new CouponsCache(caller, bounds);
  // Facts depend on settings, such as whether stock is counted, so new settings make all facts stale.
  const shop = new SettingsCache(caller, () => facts.markAllStale());
  const catalogueFeed = new FeedSubscriber(nats, 'catalogue', catalogueListener(facts, coupons), logger);
  const settingsFeed = new FeedSubscriber(nats, 'settings', shop, logger);
  for (const cache of [facts, coupons]) cache.follow(catalogueFeed, settingsFeed);
  const accounts = new Accounts(caller);
  const contexts = new CommandContexts({
    ...{ facts, coupons, accounts, extensions, now },
    settings: () => shop.settings,
  });

  const carts = new Carts({ store, contexts, accounts, expiry, memory, now });
  const transfers = new Transfers({ store, transferStore, carts, expiry, now });
  const charges = new Charges({ store, contexts, now });
  const afterMs = settings.ABANDONED_CART_AFTER * 1_000;
  const abandoned = new AbandonedCarts({ store, abandonedStore, afterMs });
  const sweeper = new Sweeper(store, { transfers, abandoned });
  const sessions = new Sessions({ store, index, sweeper, contexts, expiry });

  relay.start();
  gauge.start();
  sweeper.start(settings.CART_SWEEP_INTERVAL * 1_000, logger);
  return {
    served: [
      ...cartOperations({ carts, transfers, charges, sessions, limit, guesses }),
      ...orderOperations({ store, carts }),
      ...erasureOperations({ store, transferStore, index }),
    ],
    dependencies: [
      // Every master of a Redis Cluster has some of the shards, so the probes reach all masters.
      redisDependency(
        connection,
        allShards.map((shard) => shardKeys(shard).probe),
      ),
      {
        name: 'settings',
        notReadyWhileDown: true,
        check: async () => upIf(shop.known, "the store's settings are not known yet"),
      },
      streamDependency(nats, stream, [alarm]),
    ],
    backlogs: [new OutboxGauge(outbox, alarm, now)],
    feeds: { catalogue: catalogueFeed, settings: settingsFeed },
    warmUp: () => warmUp(sessions),
    async close() {
      for (const part of [catalogueFeed, settingsFeed, sweeper, gauge, relay]) part.close();
      replicated?.close();
      connection.close();
    },
  };
}
