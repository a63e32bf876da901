import { z } from 'zod';
import { StoreSettings } from './settings.ts';

/**
 * A message of a feed. `number` is the number of the last change that the publisher has read from the
 * database. A heartbeat has no `change`.
 */
export const FeedMessage = z.object({ number: z.int().min(0), change: z.unknown().optional() });
export type FeedMessage = z.infer<typeof FeedMessage>;

/**
 * A change of the catalogue. `products` are the ids of changed products, including the parents of changed variations.
 * `terms` is true if a category, tag or other term changed. `coupons` are the codes of changed coupons.
 * `onlyPricesAndStock` is true if only prices, stock and times of modification changed.
 */
export const CatalogueChange = z.object({
  products: z.array(z.int()),
  terms: z.boolean().optional(),
  coupons: z.array(z.string()).optional(),
  onlyPricesAndStock: z.boolean().optional(),
});
export type CatalogueChange = z.infer<typeof CatalogueChange>;

/** A change in the feed `settings`. `settings` are the complete settings after the change. */
export const SettingsChange = z.object({ settings: StoreSettings });
export type SettingsChange = z.infer<typeof SettingsChange>;
