import { z } from 'zod';
import { runProcess } from '#platform/service/process.ts';
import { ProcessSettings } from '#platform/service/settings.ts';
import { catalogueBody } from './catalogue.ts';

const CatalogueSettings = ProcessSettings.extend({
  CATALOGUE_MONGODB_URL: z.string().regex(/^mongodb(\+srv)?:\/\/./, 'must be a mongodb:// URL'),
});

await runProcess({
  role: 'catalogue',
  description: "Products, variations, terms, and the store's settings",
  settings: CatalogueSettings,
  build: async ({ CATALOGUE_MONGODB_URL: mongodbUrl }, { nats, logger }) =>
    catalogueBody({ mongodbUrl, nats, logger, now: Date.now }),
});
