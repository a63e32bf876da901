import type { RecordedIds, RecordedStore } from './recorded-cases.ts';
import { couponFiles } from './store-coupons.ts';
import { productFiles } from './store-products.ts';
import { settingsFiles } from './store-settings.ts';

/**
 * Returns a recorded shop as files for the import, by file name, in the form of WooCommerce's REST API v3.
 * All ids are the ids in WooCommerce, because the recorded carts use them.
 */
export function storeFolder(store: RecordedStore, ids: RecordedIds): Readonly<Record<string, unknown>> {
  return { ...settingsFiles(store, ids), ...productFiles(store, ids), ...couponFiles(store, ids) };
}
