import { runProcess } from '#platform/service/process.ts';
import { catalogueBody } from './catalogue.ts';
import { CatalogueSettings } from './process-settings.ts';

await runProcess({
  role: 'catalogue',
  description: "Products, variations, terms, and the store's settings",
  settings: CatalogueSettings,
  build: async ({ CATALOGUE_MONGODB_URL: mongodbUrl, EVENT_REPLICAS: eventReplicas }, parts) =>
    catalogueBody({ ...parts, mongodbUrl, eventReplicas, now: Date.now }),
});
