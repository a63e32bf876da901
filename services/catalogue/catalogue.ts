import type { NatsConnection } from 'nats';
import type { CatalogueChange } from '#contracts/feed.ts';
import type { ImplementedOperation } from '#platform/bus/implement.ts';
import { asServiceError } from '#platform/errors/errors.ts';
import { EventStream } from '#platform/events/event-stream.ts';
import { measureOutboxes, streamDependency } from '#platform/events/stream-dependency.ts';
import { FeedPublisher } from '#platform/feed/publisher.ts';
import { ChangeRelay } from '#platform/mongodb/change-relay.ts';
import { Engine } from '#platform/mongodb/engine.ts';
import { mongodbDependency } from '#platform/mongodb/probe.ts';
import { RelayWatch } from '#platform/mongodb/relay-watch.ts';
import { upIf } from '#platform/service/finding.ts';
import type { Logger } from '#platform/service/logger.ts';
import type { Metrics } from '#platform/service/metrics.ts';
import type { ProcessBody } from '#platform/service/process-body.ts';
import { productEventRelay } from './events/product-events.ts';
import { IndexFile } from './listing/index-file.ts';
import { ListingCache } from './listing/listing-cache.ts';
import { catalogueOperations } from './operations.ts';
import { ProductCache } from './products/product-cache.ts';
import { settingsOperations } from './settings/operations.ts';
import { SettingsCache } from './settings/settings-cache.ts';
import { EngineOutage } from './shared/freshness.ts';
import { Counter } from './store/changes.ts';
import { CouponStore } from './store/coupons.ts';
import { ProductChanger } from './store/product-changer.ts';
import { ProductWriter } from './store/product-writer.ts';
import { ProductStore } from './store/products.ts';
import { ReviewWriter } from './store/review-writer.ts';
import { ReviewLists, ReviewStore } from './store/reviews.ts';
import { SettingsStore } from './store/settings.ts';
import { CategoryStore, TermStore } from './store/terms.ts';
import { TermCache } from './terms/term-cache.ts';

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
  /** The number of NATS nodes on which each event is stored. */
  /** How long the replica answers from its caches while MongoDB is unavailable. Milliseconds. */
  readonly staleForMs: number;
  /** The folder in which the replica saves its index of lists for the next start; empty if the index is not saved. */
  readonly listsDir?: string;
  /** Whether the caches are filled before the first request; true by default. */
  readonly fills?: boolean;
  readonly metrics?: Metrics;
}

/** Creates all stores. As soon as MongoDB answers, the stores create their collections and indexes. */
function storesOf(engine: Engine) {
  const counter = new Counter(engine.connection);
  const stores = {
    counter,
    products: new ProductStore(engine.connection),
    terms: new TermStore(engine, counter),
    reviews: new ReviewStore(engine, counter),
    coupons: new CouponStore(engine, counter),
    settings: new SettingsStore(engine.connection),
  };
  void engine.start(async () => {
    for (const store of Object.values(stores)) await store.prepare();
  });
  return stores;
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
  const { counter, products, terms, reviews, coupons, settings: store } = storesOf(engine);
  const last = () => counter.last();
  const outage = new EngineOutage(engine, counter, staleForMs);
  const settings = new SettingsCache(nats, store, outage, logger);
  const cacheDeps = { nats, outage, last, fills, logger };
  const memory = new ProductCache({ ...cacheDeps, changes: counter.changes }, products, reviews);
  const termCache = new TermCache(cacheDeps, terms);
  const file = listsDir === '' ? null : new IndexFile(listsDir, counter.changes, logger);
  const listing = new ListingCache({ nats, store: products, counter, outage, logger, now, file });
  const feeds = new FeedPublisher(nats, { catalogue: last, settings: () => store.lastNumber() }, logger);
  const publish = (number: number, change: CatalogueChange) => feeds.publish('catalogue', number, change);
  const stream = new EventStream(nats);
  const relay = holder && new ChangeRelay(engine.connection, productEventRelay(stream), holder, logger);
  const watches = relay ? [new RelayWatch(relay, logger)] : [];
  const alarms = watches.map(({ alarm }) => alarm);
  if (metrics) measureOutboxes(alarms, metrics);
  if (relay) void relay.run();
  return {
    served: [
      ...catalogueOperations({
        products: memory,
        listing,
        terms,
        termCache,
        reviews,
        reviewLists: new ReviewLists(engine),
        reviewWriter: new ReviewWriter(engine, counter),
        coupons,
        counter,
        writer: new ProductWriter(engine, counter),
        categories: new CategoryStore(engine, counter),
        changer: new ProductChanger(engine, counter, ({ number, touched, documents, onlyPricesAndStock }) => {
          listing.wrote(number, documents);
          try {
            publish(number, { products: [...touched], onlyPricesAndStock });
          } catch (error) {
            // The next heartbeat has the number of the change.
            logger.warn({ err: error }, 'a change of products was not announced');
          }
        }),
        portionBytes: (nats.info?.max_payload ?? usualPayload) * portionShare,
        outage,
        settings: () => settings.current(),
        now,
        publish,
      }),
      ...settingsOperations({
        ...{ store, outage },
        current: () => settings.current(),
        publish: (number, change) => feeds.publish('settings', number, change),
      }),
    ].map((one) => withRetryInOutage(one, outage)),
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
      settings.close();
      memory.close();
      termCache.close();
      await listing.close();
      if (relay) await relay.close();
      await engine.close();
    },
  };
}
