import type { NatsConnection } from 'nats';
import { FeedPublisher } from '#platform/feed/publisher.ts';
import type { Logger } from '#platform/service/logger.ts';
import type { ProcessBody } from '#platform/service/process.ts';
import { catalogueOperations } from './operations.ts';
import { ProductMemory } from './product-memory.ts';
import { settingsOperations } from './settings/operations.ts';
import { SettingsMemory } from './settings/settings-memory.ts';
import { SettingsStore } from './settings/store/settings-store.ts';
import { Counter } from './store/counter.ts';
import { Engine } from './store/engine.ts';
import { ProductStore } from './store/product-store.ts';
import { ProductWriter } from './store/product-writer.ts';
import { TermStore } from './store/term-store.ts';

/** What one replica of the catalogue stands on. */
interface Foundation {
  readonly mongodbUrl: string;
  readonly nats: NatsConnection;
  readonly logger: Logger;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/**
 * One replica of the catalogue. It does not wait for MongoDB: until that is there, operations are refused with 503
 * and the replica is not ready.
 */
export function catalogueBody({ mongodbUrl, nats, logger, now }: Foundation): ProcessBody {
  const engine = new Engine(mongodbUrl, logger);
  const counter = new Counter(engine.connection);
  const products = new ProductStore(engine.connection);
  const terms = new TermStore(engine, counter);
  const store = new SettingsStore(engine.connection);
  void engine.start(async () => {
    for (const part of [counter, products, terms, store]) await part.prepare();
  });

  const settings = new SettingsMemory(nats, store, logger);
  const memory = new ProductMemory(nats, products, () => counter.last(), logger);
  const catalogueFeed = new FeedPublisher(nats, 'catalogue', () => counter.last(), logger);
  const settingsFeed = new FeedPublisher(nats, 'settings', async () => (await store.read()).number, logger);
  return {
    served: [
      ...catalogueOperations({
        products: memory,
        terms,
        counter,
        writer: new ProductWriter(engine, counter),
        settings: () => settings.current(),
        now,
        tell: (number, change) => catalogueFeed.tell(number, change),
      }),
      ...settingsOperations({ store, tell: (number, change) => settingsFeed.tell(number, change) }),
    ],
    dependencies: [{ name: 'mongodb', check: () => engine.check() }],
    async close() {
      catalogueFeed.close();
      settingsFeed.close();
      settings.close();
      memory.close();
      await engine.close();
    },
  };
}
