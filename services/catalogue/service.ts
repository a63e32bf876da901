import type { NatsConnection } from 'nats';
import { z } from 'zod';
import type { CatalogueChange } from '#contracts/feed.ts';
import type { ImplementedOperation } from '#platform/bus/dispatcher.ts';
import { asServiceError } from '#platform/errors/errors.ts';
import { EventStream } from '#platform/events/event-stream.ts';
import { measureOutboxes } from '#platform/events/outbox.ts';
import { streamDependency } from '#platform/events/streams.ts';
import { FeedPublisher } from '#platform/feed/publisher.ts';
import { ChangeRelay, RelayWatch } from '#platform/mongodb/change-relay.ts';
import { Engine, mongodbDependency } from '#platform/mongodb/engine.ts';
import { upIf } from '#platform/service/dependency.ts';
import type { Logger } from '#platform/service/logger.ts';
import type { Metrics } from '#platform/service/metrics.ts';
import type { ProcessBody } from '#platform/service/process.ts';
import { ProcessSettings, secret, wholeNumber } from '#platform/service/settings.ts';
import { EngineOutage, SettingsCache } from './caches/freshness.ts';
import { ProductCache } from './caches/product-cache.ts';
import { TermCache } from './caches/term-cache.ts';
import { IndexFile } from './listing/index-file.ts';
import { ListingCache } from './listing/listing-cache.ts';
import { couponOperations } from './operations/coupons.ts';
import { importOperations } from './operations/import.ts';
import { facetOperations, listingOperations } from './operations/lists.ts';
import { operatorOperations } from './operations/operators.ts';
import { Ownership } from './operations/ownership.ts';
import { productOperations } from './operations/products.ts';
import { reviewOperations } from './operations/reviews.ts';
import { settingsOperations } from './operations/settings.ts';
import { termOperations } from './operations/terms.ts';
import { termsOf } from './operations/whole-products.ts';
import { Counter, productEventRelay } from './store/changes.ts';
import { CouponStore } from './store/coupons.ts';
import { ProductChanger } from './store/product-changer.ts';
import { ProductWriter } from './store/product-writer.ts';
import { ProductStore } from './store/products.ts';
import { ReviewWriter } from './store/review-writer.ts';
import { ReviewLists, ReviewStore } from './store/reviews.ts';
import { SettingsStore } from './store/settings.ts';
import { CategoryStore, TermStore } from './store/terms.ts';

/** Settings of the catalogue process. The settings that all processes have are in platform/service/settings.ts. */
export const CatalogueSettings = ProcessSettings.extend({
  CATALOGUE_MONGODB_URL: secret(z.string().regex(/^mongodb(\+srv)?:\/\/./, 'must be a mongodb:// URL')),
  /** How long the catalogue answers from its caches while MongoDB is unavailable. Seconds. */
  STALE_READS_FOR: wholeNumber.pipe(z.int().min(0)).default(3_600),
  /** A folder on this machine for the saved index of lists, in its subfolder `lists`. If empty, nothing is saved. */
  DATA_DIR: z.string().default(''),
});

/** The share of a NATS message that products may fill. The sizes of products are estimates, so half stays free. */
const portionShare = 0.5;
/** The maximum message size in bytes if NATS does not report one. */
const usualPayload = 1_048_576;

interface Foundation {
  readonly mongodbUrl: string;
  readonly nats: NatsConnection;
  readonly logger: Logger;
  readonly now: () => number;
  /** The name with which this replica publishes product events; null if this replica publishes no events. */
  readonly holder: string | null;
  /** How long the replica answers from its caches while MongoDB is unavailable. Milliseconds. */
  readonly staleForMs: number;
  /** The folder in which the replica saves its index of lists for the next start; empty if the index is not saved. */
  readonly listsDir?: string;
  /** Whether the caches are filled before the first request; true by default. */
  readonly fills?: boolean;
  readonly metrics?: Metrics;
}

/**
 * Creates one replica of the catalogue. The replica starts without MongoDB. Until MongoDB answers, the
 * replica refuses operations with 503 and is not ready.
 */
export function catalogueBody({
  mongodbUrl,
  nats,
  logger,
  now,
  holder,
  staleForMs,
  listsDir = '',
  fills = true,
  metrics,
}: Foundation): ProcessBody {
  const engine = new Engine(mongodbUrl, logger);
  const counter = new Counter(engine.connection);
  const store = new ProductStore(engine.connection);
  const terms = new TermStore(engine, counter);
  const reviews = new ReviewStore(engine, counter);
  const coupons = new CouponStore(engine, counter);
  const settingsStore = new SettingsStore(engine.connection);
  void engine.start(async () => {
    for (const one of [counter, store, terms, reviews, coupons, settingsStore]) await one.prepare();
  });

  const last = () => counter.last();
  const outage = new EngineOutage(engine, counter, staleForMs);
  const settingsCache = new SettingsCache(nats, settingsStore, outage, logger);
  const settings = () => settingsCache.current();
  const cacheDeps = { nats, outage, last, fills, logger };
  const products = new ProductCache({ ...cacheDeps, changes: counter.changes }, store, reviews);
  const termCache = new TermCache(cacheDeps, terms);
  const file = listsDir === '' ? null : new IndexFile(listsDir, counter.changes, logger);
  const listing = new ListingCache({ nats, store, counter, outage, logger, now, file });

  const feeds = new FeedPublisher(
    nats,
    { catalogue: last, settings: () => settingsStore.lastNumber() },
    logger,
  );
  const publish = (number: number, change: CatalogueChange) => feeds.publish('catalogue', number, change);
  const changer = new ProductChanger(
    engine,
    counter,
    ({ number, touched, documents, onlyPricesAndStock }) => {
      listing.wrote(number, documents);
      try {
        publish(number, { products: [...touched], onlyPricesAndStock });
      } catch (error) {
        // The next heartbeat has the number of the change.
        logger.warn({ err: error }, 'a change of products was not announced');
      }
    },
  );
  const ownership = new Ownership(settingsStore, now);
  const parts = {
    ...{
      store,
      products,
      listing,
      terms,
      termCache,
      reviews,
      coupons,
      counter,
      changer,
      outage,
      settings,
      ownership,
      now,
      publish,
    },
    reviewLists: new ReviewLists(engine),
    reviewWriter: new ReviewWriter(engine, counter),
    writer: new ProductWriter(engine, counter),
    categories: new CategoryStore(engine, counter),
    portionBytes: (nats.info?.max_payload ?? usualPayload) * portionShare,
  };
  const operations = [
    ...productOperations(parts),
    ...listingOperations(parts),
    ...facetOperations(parts),
    ...termOperations({ ...parts, productTerms: (id, viewer) => termsOf(parts, id, viewer) }),
    ...reviewOperations(parts),
    ...couponOperations(parts),
    ...importOperations(parts),
    ...operatorOperations(parts),
    ...settingsOperations({
      ...{ store: settingsStore, outage, ownership, current: settings },
      publish: (number, change) => feeds.publish('settings', number, change),
    }),
    ...ownership.operations(),
  ];

  const stream = new EventStream(nats);
  const relay = holder && new ChangeRelay(engine.connection, productEventRelay(stream), holder, logger);
  const watches = relay ? [new RelayWatch(relay, logger)] : [];
  const alarms = watches.map(({ alarm }) => alarm);
  if (metrics) measureOutboxes(alarms, metrics);
  if (relay) void relay.run();

  return {
    served: operations.map((one) => withRetryInOutage(ownership.guarded(one), outage)),
    dependencies: [
      mongodbDependency(engine),
      {
        name: 'listing',
        notReadyWhileDown: true,
        check: async () => upIf(listing.loaded, 'products are still being read'),
      },
      ...(relay ? [streamDependency(nats, stream, alarms)] : []),
    ],
    backlogs: watches,
    async close() {
      feeds.close();
      settingsCache.close();
      products.close();
      termCache.close();
      await listing.close();
      if (relay) await relay.close();
      await engine.close();
    },
  };
}

/**
 * Returns an operation that repeats a failed read once if MongoDB has just become unavailable. The second try
 * answers from a cache or from a secondary.
 */
function withRetryInOutage(served: ImplementedOperation, outage: EngineOutage): ImplementedOperation {
  if (served.operation.effect !== 'read') return served;
  return {
    ...served,
    async run(request, context) {
      const wasAway = outage.isOngoing;
      try {
        return await served.run(request, context);
      } catch (error) {
        if (wasAway || !outage.isOngoing || asServiceError(error).code !== 'service_unavailable') throw error;
        return served.run(request, context);
      }
    },
  };
}
