import { z } from 'zod';
import { StoreSettings } from '#contracts/settings.ts';
import { symbolOf } from '../money/money.ts';
import { countryCodes } from '../tax/place.ts';
import { isTimezone } from '../time/shop-time.ts';
import { list, number, text } from './fields.ts';
import type { ShopFiles } from './folder.ts';
import { issueOf, type Notes, readable, shown, validated, wholeFile } from './notes.ts';
import { calculationOf, pluginsFile, shopLanguage, WooStatus } from './plugins.ts';
import { isOn, type Values, valuesOf, WooSetting, wholeOf } from './setting-values.ts';
import { WooShippingZone, zoneRecord } from './shipping.ts';
import { taxOf, WooTaxRate } from './taxes.ts';
import { knownOr, plainText } from './values.ts';

export const WooSite = z.object({
  name: text,
  description: text,
  url: text,
  home: text,
  gmt_offset: number.catch(null),
  timezone_string: text,
});
export type WooSite = z.infer<typeof WooSite>;

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
  folder: ShopFiles,
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
    site: await readSite(folder, notes),
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

async function readSite(folder: ShopFiles, notes: Notes): Promise<WooSite | null> {
  if (!folder.has('site.json')) return null;
  const content = await folder.whole('site.json');
  return fits('site.json', content, WooSite, notes) ? WooSite.parse(content) : null;
}

/** The contents of the exported settings files: a member for each file, or null if the file is missing. */
interface WooSettings {
  readonly general: readonly WooSetting[] | null;
  readonly products: readonly WooSetting[] | null;
  readonly tax: readonly WooSetting[] | null;
  readonly shipping: readonly WooSetting[] | null;
  readonly rates: readonly WooTaxRate[] | null;
  readonly zones: readonly WooShippingZone[] | null;
  readonly site: WooSite | null;
  readonly status: WooStatus | null;
}

/**
 * Returns the store settings that the files define. `current` are the settings of this system. Their tax rates stay if
 * the files may lack rates (`hasAllRates`).
 */
export function settingsRecord(
  files: WooSettings,
  current: StoreSettings,
  notes: Notes,
  hasAllRates = true,
): Partial<StoreSettings> {
  const { general, products, tax, shipping, rates, zones, site, status } = files;
  noteUnsupportedSettings([general, products, tax], notes);
  return {
    ...(general && generalOf(general, current, notes)),
    ...(products && productsOf(products, current, notes)),
    ...((general || tax || rates) && { tax: taxOf(files, current.tax, notes, hasAllRates) }),
    ...(shipping && shippingOf(shipping, current, notes)),
    ...(zones && {
      shippingZones: zones.map((one) => zoneRecord(one, notes)).filter((zone) => zone !== null),
    }),
    ...(site && siteOf(site, notes)),
    ...(status && calculationOf(status, notes)),
    ...(status && shopLanguage(status)),
  };
}

/**
 * Returns the settings of the site. A site that has a UTC offset instead of a time zone uses the offset for all dates.
 */
function siteOf(site: WooSite, notes: Notes): Partial<StoreSettings> {
  const gmtOffset = site.gmt_offset ?? 0;
  const isKnown = site.timezone_string === '' || isTimezone(site.timezone_string);
  if (!isKnown) {
    notes.adjust(
      'timezone_string',
      `${shown(site.timezone_string)} is no time zone: the offset from UTC counts`,
    );
  }
  const timezone = isKnown ? site.timezone_string : '';
  return {
    title: plainText(site.name),
    description: plainText(site.description),
    homeUrl: site.home || site.url,
    timezone: timezone || (gmtOffset === 0 ? 'UTC' : ''),
    gmtOffset,
  };
}

/** Returns country and state of the setting `default_country`, such as `GB` or `US:CA`. */
function placeOf(values: Values): { country: string; state: string } {
  const [country = '', state = ''] = (values.get('default_country') ?? '').split(':');
  return { country, state: state === '*' ? '' : state };
}

function currencyOf(
  values: Values,
  current: StoreSettings['currency'],
  notes: Notes,
): StoreSettings['currency'] {
  const code = values.get('currency')?.trim() ?? current.code;
  const given = values.get('currency_pos') ?? current.position;
  const position = knownOr(['left', 'right', 'left_space', 'right_space'], given, 'currency_pos', notes);
  return {
    code,
    symbol: /^[A-Z]{3}$/.test(code) ? symbolOf(code) : code,
    position,
    decimals: wholeOf(values, 'price_num_decimals', current.decimals, notes),
    decimalSeparator: values.get('price_decimal_sep') ?? current.decimalSeparator,
    thousandSeparator: values.get('price_thousand_sep') ?? current.thousandSeparator,
  };
}

function generalOf(
  settings: readonly WooSetting[],
  current: StoreSettings,
  notes: Notes,
): Partial<StoreSettings> {
  const values = valuesOf(settings);
  const place = placeOf(values);
  return {
    address: {
      address1: plainText(values.get('store_address') ?? ''),
      address2: plainText(values.get('store_address_2') ?? ''),
      city: plainText(values.get('store_city') ?? ''),
      postcode: values.get('store_postcode') ?? '',
      ...place,
    },
    currency: currencyOf(values, current.currency, notes),
    couponsEnabled: isOn(values, 'enable_coupons', current.couponsEnabled),
    sequentialDiscounts: isOn(values, 'calc_discounts_sequentially', current.sequentialDiscounts),
    shippingEnabled: values.get('ship_to_countries') !== 'disabled',
    ...placesOf(settings, current, notes),
    // In WooCommerce, an empty `default_customer_address` means that a customer has no location before
    // entering an address.
    defaultCountry: values.get('default_customer_address') === '' ? '' : place.country,
  };
}

function productsOf(
  settings: readonly WooSetting[],
  current: StoreSettings,
  notes: Notes,
): Partial<StoreSettings> {
  const values = valuesOf(settings);
  return {
    weightUnit: values.get('weight_unit') ?? current.weightUnit,
    dimensionUnit: values.get('dimension_unit') ?? current.dimensionUnit,
    manageStock: isOn(values, 'manage_stock', current.manageStock),
    lowStockAmount: wholeOf(values, 'notify_low_stock_amount', current.lowStockAmount, notes),
    reviewsEnabled: isOn(values, 'enable_reviews', current.reviewsEnabled),
    reviewsByBuyersOnly: isOn(values, 'review_rating_verification_required', current.reviewsByBuyersOnly),
  };
}

function shippingOf(
  settings: readonly WooSetting[],
  current: StoreSettings,
  notes: Notes,
): Partial<StoreSettings> {
  const values = valuesOf(settings);
  if (values.get('ship_to_destination') === 'billing_only') {
    notes.leaveOut('shipping to the billing address only', 'customers may name another one here');
  }
  const name = 'shipping_cost_requires_address';
  return { shippingHiddenUntilAddress: isOn(values, name, current.shippingHiddenUntilAddress) };
}

type Places = Pick<StoreSettings, 'sellingCountries' | 'shippingCountries'>;

const prefix = 'woocommerce_';
/** Values of settings by name. A value is a text or a list of codes. */
type RawValues = ReadonlyMap<string, unknown>;

/** Returns the country codes of a setting. PHP may write the list as an object. Adds a note for invalid codes. */
function codesOf(values: RawValues, name: string, notes: Notes): string[] {
  const value = values.get(name);
  const given = typeof value === 'object' && value !== null ? Object.values(value) : [];
  const codes = given.filter((one) => typeof one === 'string' && /^[A-Z]{2}$/.test(one)) as string[];
  notes.leaveOut(`countries of ${name}`, 'they are no codes of countries', given.length - codes.length);
  return [...new Set(codes)];
}

/**
 * Returns the countries that a setting lists. Adds a note for an empty list, because in Cartwright an empty
 * list means all countries.
 */
function listedCountries(values: RawValues, name: string, notes: Notes): string[] {
  const codes = codesOf(values, name, notes);
  if (codes.length === 0) notes.adjust(name, 'names no country, which here is no limit');
  return codes;
}

function allBut(codes: readonly string[]): string[] {
  return countryCodes.filter((code) => !codes.includes(code));
}

function sellingCountries(values: RawValues, notes: Notes): string[] | undefined {
  switch (values.get('allowed_countries')) {
    case 'all':
      return [];
    case 'all_except': {
      const codes = codesOf(values, 'all_except_countries', notes);
      return codes.length === 0 ? [] : allBut(codes);
    }
    case 'specific':
      return listedCountries(values, 'specific_allowed_countries', notes);
    default:
      return undefined;
  }
}

function shippingCountries(
  values: RawValues,
  selling: readonly string[],
  notes: Notes,
): string[] | undefined {
  switch (values.get('ship_to_countries')) {
    case '':
    case 'disabled':
      return [];
    case 'all':
      return selling.length === 0 ? [] : allBut([]);
    case 'specific':
      return listedCountries(values, 'specific_ship_to_countries', notes);
    default:
      return undefined;
  }
}

/**
 * Returns the countries that a shop sells to and ships to; the countries in `current` for a missing setting.
 * An empty list of selling countries means all countries. An empty list of shipping countries means all
 * selling countries.
 */
export function placesOf(settings: readonly WooSetting[], current: Places, notes: Notes): Places {
  const values = new Map(settings.map(({ id, value }) => [id.replace(prefix, ''), value]));
  const selling = sellingCountries(values, notes) ?? current.sellingCountries;
  return {
    sellingCountries: selling,
    shippingCountries: shippingCountries(values, selling, notes) ?? current.shippingCountries,
  };
}

/** A WooCommerce setting that affects customers, but that Cartwright does not have. */
interface UnsupportedSetting {
  readonly id: string;
  readonly what: string;
  readonly why: string;
  /** Returns whether a value of the setting affects customers. */
  counts(value: string): boolean;
}

const unsupportedSettings: readonly UnsupportedSetting[] = [
  {
    id: 'woocommerce_default_customer_address',
    what: 'location of new customers',
    why: 'the shop finds it by the network address; here a new cart starts in the country of the shop',
    counts: (value) => value.startsWith('geolocation'),
  },
  {
    id: 'woocommerce_hide_out_of_stock_items',
    what: 'products out of stock',
    why: 'the shop hides them; here lists have them, unless they ask for stock_status=instock',
    counts: (value) => value === 'yes',
  },
  {
    id: 'woocommerce_notify_no_stock_amount',
    what: 'amount at which stock is out',
    why: 'the shop stops selling at this amount; here a product is sold down to 0 pieces',
    counts: (value) => Number(value) > 0,
  },
  {
    id: 'woocommerce_price_display_suffix',
    what: 'text behind prices',
    why: 'it is not in any answer here: the storefront has to write it',
    counts: (value) => value.trim() !== '',
  },
];

/** Adds a note for each setting of the shop that affects customers, but that Cartwright does not have. */
function noteUnsupportedSettings(groups: readonly (readonly WooSetting[] | null)[], notes: Notes): void {
  const values = new Map(groups.flatMap((group) => group ?? []).map(({ id, value }) => [id, value]));
  for (const { id, what, why, counts } of unsupportedSettings) {
    const value = values.get(id);
    if ((typeof value === 'string' || typeof value === 'number') && counts(String(value))) {
      notes.leaveOut(what, why);
    }
  }
}
