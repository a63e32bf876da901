import type { RecordedIds, RecordedStore } from './recorded-cases.ts';
import { couponFiles } from './store-coupons.ts';
import { productFiles } from './store-products.ts';
import { settingsFiles } from './store-settings.ts';

/**
 * Returns a recorded shop as the contents of a folder for the import, by file name, in the form of WooCommerce's REST
 * API v3. The ids are WooCommerce's, so that carts refer to the same lines, coupons, tax rates and shipping methods.
 */
export function storeFolder(store: RecordedStore, ids: RecordedIds): Readonly<Record<string, unknown>> {
  return { ...settingsFiles(store, ids), ...productFiles(store, ids), ...couponFiles(store, ids) };
}
