import { z } from 'zod';
import { StoreSettings } from './settings.ts';

/**
 * A message of a numbered feed. `number` is the last change that the publisher has seen in the store that holds
 * the truth; `change` is absent in a heartbeat.
 */
export const FeedMessage = z.object({ number: z.int().min(0), change: z.unknown().optional() });
export type FeedMessage = z.infer<typeof FeedMessage>;

/**
 * What a change of the catalogue touched: products by id, of a variation also its parent. `terms` is true when it was
 * categories, tags or other terms; `coupons` are the codes of coupons.
 */
export const CatalogueChange = z.object({
  products: z.array(z.int()),
  terms: z.boolean().optional(),
  coupons: z.array(z.string()).optional(),
});
export type CatalogueChange = z.infer<typeof CatalogueChange>;

/** A change on the feed `settings`: the settings as they are after it, whole. */
export const SettingsChange = z.object({ settings: StoreSettings });
export type SettingsChange = z.infer<typeof SettingsChange>;
