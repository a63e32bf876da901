import { z } from 'zod';
import { eventSettings } from '#platform/events/settings.ts';
import { ProcessSettings, wholeNumber } from '#platform/service/settings.ts';

/** Settings of the catalogue's process, besides those that every process has (platform/service/settings.ts). */
export const CatalogueSettings = ProcessSettings.extend({
  ...eventSettings,
  CATALOGUE_MONGODB_URL: z.string().regex(/^mongodb(\+srv)?:\/\/./, 'must be a mongodb:// URL'),
  /** Seconds that answers are given out of memory while MongoDB is away. */
  STALE_READS_FOR: wholeNumber.pipe(z.int().min(0)).default(3_600),
});
