import type { ShopUnits } from '#contracts/product.ts';
import { productCurrency } from './currency.ts';
import type { Links } from './links.ts';

/** The store's data for presenters of products. All products of a list share one object. */
export interface StoreData {
  readonly units: ShopUnits;
  /** The currency in the dialect's form for products. */
  readonly currency: Readonly<Record<string, unknown>>;
  readonly links: Links;
}

/**
 * Returns the data about the store for one answer. The function `currency` writes the currency in the
 * dialect's form.
 */
export function storeDataOf(units: ShopUnits, links: Links, currency = productCurrency): StoreData {
  return { units, currency: currency.present(units.currency, null, null), links };
}
