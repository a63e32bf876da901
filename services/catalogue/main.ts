import { z } from 'zod';
import { FeedPublisher } from '#platform/feed/publisher.ts';
import { runProcess } from '#platform/service/process.ts';
import { ProcessSettings } from '#platform/service/settings.ts';
import { catalogueOperations } from './operations.ts';
import { settingsOperations } from './settings/operations.ts';
import { SettingsMemory } from './settings/settings-memory.ts';
import { SettingsStore } from './settings/store/settings-store.ts';
import { Counter } from './store/counter.ts';
import { Engine } from './store/engine.ts';
import { ProductStore } from './store/product-store.ts';
import { ProductWriter } from './store/product-writer.ts';
import { TermStore } from './store/term-store.ts';

const CatalogueSettings = ProcessSettings.extend({
  CATALOGUE_MONGODB_URL: z.string().regex(/^mongodb(\+srv)?:\/\/./, 'must be a mongodb:// URL'),
});

await runProcess({
  role: 'catalogue',
  description: "Products, variations, terms, and the store's settings",
  settings: CatalogueSettings,
  async build({ CATALOGUE_MONGODB_URL }, { nats, logger }) {
    const engine = new Engine(CATALOGUE_MONGODB_URL, logger);
    const counter = new Counter(engine.connection);
    const products = new ProductStore(engine.connection);
    const terms = new TermStore(engine, counter);
    const store = new SettingsStore(engine.connection);
    void engine.start(async () => {
      for (const part of [counter, products, terms, store]) await part.prepare();
    });

    const memory = new SettingsMemory(nats, store, logger);
    const catalogueFeed = new FeedPublisher(nats, 'catalogue', () => counter.last(), logger);
    const settingsFeed = new FeedPublisher(nats, 'settings', async () => (await store.read()).number, logger);
    return {
      served: [
        ...catalogueOperations({
          products,
          terms,
          counter,
          writer: new ProductWriter(engine, counter),
          settings: () => memory.current(),
          now: Date.now,
          tell: (number, change) => catalogueFeed.tell(number, change),
        }),
        ...settingsOperations({ store, tell: (number, change) => settingsFeed.tell(number, change) }),
      ],
      dependencies: [{ name: 'mongodb', check: () => engine.check() }],
      async close() {
        catalogueFeed.close();
        settingsFeed.close();
        memory.close();
        await engine.close();
      },
    };
  },
});
