import { z } from 'zod';
import { ProcessSettings } from '#platform/service/settings.ts';

/** Settings of the catalogue's process, besides those that every process has (platform/service/settings.ts). */
export const CatalogueSettings = ProcessSettings.extend({
  CATALOGUE_MONGODB_URL: z.string().regex(/^mongodb(\+srv)?:\/\/./, 'must be a mongodb:// URL'),
});
