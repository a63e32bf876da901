import { z } from 'zod';
import { StoreSettings } from '#contracts/settings.ts';
import type { Notes } from '../notes.ts';
import { list } from './fields.ts';
import type { ShopFolder } from './folder.ts';
import { settingsRecord } from './settings.ts';
import { WooSetting, WooShippingZone, WooSite, WooStatus, WooTaxRate } from './shop-schemas.ts';
import { pluginsFile } from './unsupported.ts';
import { issueOf, readable, validated, wholeFile } from './validation.ts';

/** Files that contain the store's settings. */
export const settingsFiles = [
  'settings-general.json',
  'settings-products.json',
  'settings-tax.json',
  'settings-shipping.json',
  'taxes.json',
  'shipping-zones.json',
  'site.json',
  pluginsFile,
] as const;
type SettingsFile = (typeof settingsFiles)[number];

/** The settings without which no amount can be read. */
const Currencies = StoreSettings.pick({ currency: true });

/** Schema of a file whose records are checked one by one. */
const Entries = list(z.unknown());

/**
 * Returns the store settings that a folder defines. `current` are the settings of this system. A setting that cannot be
 * read keeps its value.
 *
 * @throws Problem for an invalid file, and for a currency that is not supported, because all amounts depend on it
 */
export async function settingsOf(
  folder: ShopFolder,
  current: StoreSettings,
  notes: Notes,
): Promise<Partial<StoreSettings>> {
  const read = async <S extends z.ZodType>(file: SettingsFile, schema: S): Promise<z.output<S>[] | null> => {
    if (!folder.has(file)) return null;
    const entries = wholeFile(file, await folder.whole(file), Entries);
    const seen = new Set<string | number>();
    return entries.flatMap((one, index) => {
      const record = readable(index + 1, notes, () => validated(file, one, schema));
      if (record === undefined) return [];
      const { id } = record as { readonly id: string | number };
      if (seen.has(id)) notes.leaveOut(`${file}, record ${id}`, 'occurs again: the first one is taken');
      return seen.size < seen.add(id).size ? [record] : [];
    });
  };
  const files = {
    general: await read('settings-general.json', WooSetting),
    products: await read('settings-products.json', WooSetting),
    tax: await read('settings-tax.json', WooSetting),
    shipping: await read('settings-shipping.json', WooSetting),
    rates: await read('taxes.json', WooTaxRate),
    zones: await read('shipping-zones.json', WooShippingZone),
    site: await siteOf(folder, notes),
    // `notePlugins` says what is wrong with the file.
    status: folder.has(pluginsFile)
      ? (WooStatus.safeParse(await folder.whole(pluginsFile)).data ?? null)
      : null,
  };
  const settings = settingsRecord(files, current, notes, !folder.gaps.has('taxes.json'));
  if (settings.currency) wholeFile('settings-general.json', settings, Currencies);
  const members = Object.entries(settings).filter(([name, value]) =>
    fits(`setting ${name}`, value, StoreSettings.shape[name as keyof StoreSettings], notes),
  );
  return Object.fromEntries(members);
}

/** Returns whether a value fits a schema. Adds a note if it does not. */
function fits(what: string, value: unknown, schema: z.ZodType, notes: Notes): boolean {
  const { success, error } = schema.safeParse(value);
  if (!success) notes.leaveOut(what, `${issueOf(error, value)}: it stays as it is here`);
  return success;
}

async function siteOf(folder: ShopFolder, notes: Notes): Promise<WooSite | null> {
  if (!folder.has('site.json')) return null;
  const content = await folder.whole('site.json');
  return fits('site.json', content, WooSite, notes) ? WooSite.parse(content) : null;
}
