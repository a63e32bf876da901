import { join } from 'node:path';
import { runProcess } from '#platform/service/process.ts';
import { CatalogueSettings, catalogueBody } from './service.ts';

await runProcess({
  role: 'catalogue',
  description: "Products, variations, terms, and the store's settings",
  settings: CatalogueSettings,
  build: async (settings, deps) =>
    catalogueBody({
      ...deps,
      holder: deps.replicaId,
      mongodbUrl: settings.CATALOGUE_MONGODB_URL,
      staleForMs: settings.STALE_READS_FOR * 1_000,
      listsDir: settings.DATA_DIR && join(settings.DATA_DIR, 'lists'),
      now: Date.now,
    }),
});
