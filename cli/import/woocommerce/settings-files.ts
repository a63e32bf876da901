import { z } from 'zod';
import { StoreSettings } from '#contracts/settings.ts';
import type { Notes } from '../notes.ts';
import type { ShopFolder } from './folder.ts';
import { settingsRecord } from './settings.ts';
import { WooSetting, WooShippingZone, WooSite, WooTaxRate } from './shop-schemas.ts';
import { validated } from './validation.ts';

/** Files that contain the store's settings. */
export const settingsFiles = [
  'settings-general.json',
  'settings-products.json',
  'settings-tax.json',
  'settings-shipping.json',
  'taxes.json',
  'shipping-zones.json',
  'site.json',
] as const;
type SettingsFile = (typeof settingsFiles)[number];

/**
 * Returns the store settings that a folder defines. `current` are the settings of this system. @throws Problem for an
 * invalid file
 */
export async function settingsOf(
  folder: ShopFolder,
  current: StoreSettings,
  notes: Notes,
): Promise<Partial<StoreSettings>> {
  const list = async <S extends z.ZodType>(file: SettingsFile, schema: S): Promise<z.output<S>[] | null> => {
    if (!folder.has(file)) return null;
    const records = validated(file, await folder.whole(file), z.array(z.unknown()));
    return records.map((one) => validated(file, one, schema));
  };
  const files = {
    general: await list('settings-general.json', WooSetting),
    products: await list('settings-products.json', WooSetting),
    tax: await list('settings-tax.json', WooSetting),
    shipping: await list('settings-shipping.json', WooSetting),
    rates: await list('taxes.json', WooTaxRate),
    zones: await list('shipping-zones.json', WooShippingZone),
    site: folder.has('site.json') ? validated('site.json', await folder.whole('site.json'), WooSite) : null,
  };
  const settings = settingsRecord(files, current, notes);
  return validated('the settings', settings, StoreSettings.partial()) as Partial<StoreSettings>;
}
