import type { RecordedIds, RecordedStore } from './recorded-cases.ts';
import { couponFiles } from './store-coupons.ts';
import { productFiles } from './store-products.ts';
import { settingsFiles } from './store-settings.ts';

/**
 * Returns a recorded shop as a folder of REST API v3 for the import: file names to contents. Pure. The ids
 * are WooCommerce's, so that lines, coupons, tax rates and shipping methods keep their names.
 */
export function storeFolder(store: RecordedStore, ids: RecordedIds): Readonly<Record<string, unknown>> {
  return { ...settingsFiles(store, ids), ...productFiles(store, ids), ...couponFiles(store, ids) };
}
