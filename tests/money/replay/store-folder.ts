import type { RecordedIds, RecordedStore } from './recorded-cases.ts';
import { couponFiles } from './store-coupons.ts';
import { productFiles } from './store-products.ts';
import { settingsFiles } from './store-settings.ts';

/**
 * A recorded shop as the folder of REST API v3 that the import takes: file names to what stands in them. Pure. The ids
 * are WooCommerce's, so that lines, coupons, tax rates and ways to ship keep their names.
 */
export function storeFolder(store: RecordedStore, ids: RecordedIds): Readonly<Record<string, unknown>> {
  return { ...settingsFiles(store, ids), ...productFiles(store, ids), ...couponFiles(store, ids) };
}
