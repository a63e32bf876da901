import { z } from 'zod';
import { secret } from '#platform/service/secret-files.ts';
import { ProcessSettings, wholeNumber } from '#platform/service/settings.ts';

/** Settings of the catalogue process. The settings that all processes have are in platform/service/settings.ts. */
export const CatalogueSettings = ProcessSettings.extend({
  CATALOGUE_MONGODB_URL: secret(z.string().regex(/^mongodb(\+srv)?:\/\/./, 'must be a mongodb:// URL')),
  /** How long the catalogue answers from its caches while MongoDB is unavailable. Seconds. */
  STALE_READS_FOR: wholeNumber.pipe(z.int().min(0)).default(3_600),
  /** A folder on this machine for the saved index of lists, in its subfolder `lists`. If empty, nothing is saved. */
  DATA_DIR: z.string().default(''),
});
