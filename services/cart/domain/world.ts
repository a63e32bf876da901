import type { ProductFacts } from '#contracts/catalogue.ts';
import type { StoreSettings } from '#contracts/settings.ts';

/** Facts by product or variation id; null for one that is gone, absent for one that was not asked for. */
export type FactsById = ReadonlyMap<number, ProductFacts | null>;

/** What rules about a cart judge by, beside the cart: products and the store's settings as they are now. */
export interface World {
  readonly facts: FactsById;
  readonly settings: StoreSettings;
}
