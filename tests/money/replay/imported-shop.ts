import { z } from 'zod';
import type { ProductFacts } from '#contracts/catalogue.ts';
import type { Coupon } from '#contracts/coupons.ts';
import type { StoreSettings } from '#contracts/settings.ts';
import { zoneOf } from '#platform/time/shop-time.ts';
import { TermsOfAttributes } from '#platform/woocommerce/attributes.ts';
import { couponRecord, WooCoupon } from '#platform/woocommerce/coupons.ts';
import { Notes } from '#platform/woocommerce/notes.ts';
import { WooStatus } from '#platform/woocommerce/plugins.ts';
import { productRecord, WooProduct, WooVariation } from '#platform/woocommerce/products.ts';
import { WooSetting } from '#platform/woocommerce/setting-values.ts';
import { settingsRecord, WooSite } from '#platform/woocommerce/settings.ts';
import { WooShippingZone } from '#platform/woocommerce/shipping.ts';
import { WooTaxRate } from '#platform/woocommerce/taxes.ts';
import { categoryRecord, WooCategory } from '#platform/woocommerce/terms.ts';
import type { ShopFormat } from '#platform/woocommerce/values.ts';
import { documentsOf, isVariation } from '../../../services/catalogue/model/documents.ts';
import { factsOf } from '../../../services/catalogue/model/product-facts.ts';
import { defaultSettings } from '../../../services/catalogue/model/store-settings.ts';
import { CategoryTree } from '../../../services/catalogue/model/terms.ts';
import type { RecordedCase } from './recorded-cases.ts';
import { storeFolder } from './store-folder.ts';

/** The data of a shop that a command context needs. */
export interface ImportedShop {
  readonly settings: StoreSettings;
  readonly products: readonly ProductFacts[];
  readonly coupons: readonly Coupon[];
}

/** The time at which the recorded carts are filled again, in Unix milliseconds. */
export const replayedAt = Date.UTC(2026, 5, 1);

type Folder = Readonly<Record<string, unknown>>;

function listIn<S extends z.ZodType>(folder: Folder, file: string, schema: S): z.output<S>[] {
  return z.array(schema).parse(folder[file]);
}

function settingsIn(folder: Folder, notes: Notes): StoreSettings {
  const files = {
    general: listIn(folder, 'settings-general.json', WooSetting),
    products: listIn(folder, 'settings-products.json', WooSetting),
    tax: listIn(folder, 'settings-tax.json', WooSetting),
    shipping: listIn(folder, 'settings-shipping.json', WooSetting),
    rates: listIn(folder, 'taxes.json', WooTaxRate),
    zones: listIn(folder, 'shipping-zones.json', WooShippingZone),
    site: WooSite.parse(folder['site.json']),
    status: WooStatus.parse(folder['plugins.json']),
  };
  return { ...defaultSettings, ...settingsRecord(files, defaultSettings, notes) };
}

function formatOf(settings: StoreSettings): ShopFormat {
  const { decimals, decimalSeparator } = settings.currency;
  return { decimals, decimalSeparator, zone: zoneOf(settings) };
}

function productsIn(folder: Folder, settings: StoreSettings, notes: Notes): ProductFacts[] {
  const context = { ...formatOf(settings), terms: new TermsOfAttributes([]), roles: [], notes };
  const variations = z.record(z.string(), z.array(WooVariation)).parse(folder['variations.json']);
  const categories = new CategoryTree(
    listIn(folder, 'categories.json', WooCategory).map((one) => categoryRecord(one)),
  );
  const moment = { now: replayedAt, countsStock: settings.manageStock, categories };
  return listIn(folder, 'products.json', WooProduct).flatMap((given) => {
    const own = variations[given.id] ?? [];
    const documents = documentsOf(productRecord(given, own, context));
    return documents.map((one) => factsOf(one, moment, documents.filter(isVariation)));
  });
}

/** Returns the data of a recorded shop that the cart service needs, as an import would store them. Runs no process. */
export function importedShop({ store, ids }: RecordedCase): ImportedShop {
  const notes = new Notes();
  const folder = storeFolder(store, ids);
  const settings = settingsIn(folder, notes);
  const coupons = listIn(folder, 'coupons.json', WooCoupon).map((given) =>
    couponRecord(given, formatOf(settings), notes),
  );
  return { settings, products: productsIn(folder, settings, notes), coupons };
}
