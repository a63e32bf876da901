import {
  maxTaxPriorities,
  type StoreSettings,
  type TaxRate,
  withinTaxPriorities,
} from '#contracts/settings.ts';
import { fromDecimalText } from '#platform/money/text.ts';
import { symbolOf } from '../../currencies.ts';
import { isTimezone } from '../../shop-time.ts';
import type { Notes } from '../notes.ts';
import { flagOf } from './fields.ts';
import { placesOf } from './places.ts';
import { zoneRecord } from './shipping.ts';
import type { WooSetting, WooShippingZone, WooSite, WooStatus, WooTaxRate } from './shop-schemas.ts';
import { plainText } from './text.ts';
import { noteUnsupportedSettings } from './unsupported.ts';
import { knownOr, needsRounding, shown } from './values.ts';

/** The contents of the exported settings files: a member for each file, or null if the file is missing. */
export interface WooSettings {
  readonly general: readonly WooSetting[] | null;
  readonly products: readonly WooSetting[] | null;
  readonly tax: readonly WooSetting[] | null;
  readonly shipping: readonly WooSetting[] | null;
  readonly rates: readonly WooTaxRate[] | null;
  readonly zones: readonly WooShippingZone[] | null;
  readonly site: WooSite | null;
  readonly status: WooStatus | null;
}

type Values = ReadonlyMap<string, string>;

/** Returns all settings that are texts, numbers or flags, by their names without the prefix `woocommerce_`. */
function valuesOf(settings: readonly WooSetting[] | null): Values {
  const scalars = (settings ?? []).filter(({ value }) =>
    ['string', 'number', 'boolean'].includes(typeof value),
  );
  return new Map(scalars.map(({ id, value }) => [id.replace(/^woocommerce_/, ''), String(value)]));
}

/** Returns whether a setting is on. As in WooCommerce, an unknown word is off. */
function isOn(values: Values, name: string, otherwise: boolean): boolean {
  const value = values.get(name);
  return value === undefined ? otherwise : (flagOf(value) ?? false);
}

/** Returns a setting that is a whole number from 0 on; `otherwise`, with a note, for another value. */
function wholeOf(values: Values, name: string, otherwise: number, notes: Notes): number {
  const value = values.get(name)?.trim() ?? '';
  if (value === '') return otherwise;
  if (/^\d{1,9}$/.test(value)) return Number(value);
  notes.adjust(`woocommerce_${name}`, `${shown(value)} is no whole number: ${otherwise}`);
  return otherwise;
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

/**
 * Maximum number of decimals of a tax rate in per cent. Rates are stored in millionths, and one millionth is
 * 0.0001 %.
 */
const rateDecimals = 4;

function listOf(list: readonly string[], joined: string): string[] {
  return list.length > 0
    ? [...list]
    : joined
        .split(';')
        .map((one) => one.trim())
        .filter((one) => one !== '');
}

function rateOf(given: WooTaxRate, notes: Notes): TaxRate {
  if (needsRounding(given.rate, rateDecimals))
    notes.adjust('tax rates', 'rounded to four decimals of a per cent');
  // WooCommerce compares countries and states without regard to case. An asterisk means every place.
  const place = (text: string) => (text.trim() === '*' ? '' : text.trim().toUpperCase());
  return {
    id: given.id,
    name: plainText(given.name),
    country: place(given.country),
    state: place(given.state),
    postcodes: listOf(given.postcodes, given.postcode),
    cities: listOf(given.cities, given.city),
    ppm: fromDecimalText(given.rate, rateDecimals) ?? 0,
    priority: given.priority,
    order: given.order,
    compound: given.compound,
    shipping: given.shipping,
    taxClass: given.class || 'standard',
  };
}

/** Returns the given tax rates, and the rates of `further` with other ids. */
function ratesOf(given: readonly WooTaxRate[], further: readonly TaxRate[], notes: Notes): TaxRate[] {
  const ids = new Set(given.map(({ id }) => id));
  const others = further.filter(({ id }) => !ids.has(id));
  const rates = [...given.map((one) => rateOf(one, notes)), ...others];
  const taken = withinTaxPriorities(rates);
  const why = `a tax class has at most ${maxTaxPriorities} priorities here; the first are taken`;
  notes.leaveOut('tax rates', why, rates.length - taken.length);
  return taken;
}

function display(value: string | undefined, otherwise: 'incl' | 'excl'): 'incl' | 'excl' {
  return value === 'incl' || value === 'excl' ? value : otherwise;
}

/** Returns the tax class of shipping. WooCommerce writes an empty text for the standard class. */
function shippingTaxClassOf(values: Values, otherwise: string): string {
  const value = values.get('shipping_tax_class');
  return value === undefined ? otherwise : value || 'standard';
}

function taxOf(
  { general, tax, rates }: WooSettings,
  current: StoreSettings['tax'],
  notes: Notes,
  hasAllRates: boolean,
): StoreSettings['tax'] {
  const values = valuesOf(tax);
  const basedOn = values.get('tax_based_on');
  return {
    enabled: isOn(valuesOf(general), 'calc_taxes', current.enabled),
    pricesIncludeTax: isOn(values, 'prices_include_tax', current.pricesIncludeTax),
    shownInShop: display(values.get('tax_display_shop'), current.shownInShop),
    shownInCart: display(values.get('tax_display_cart'), current.shownInCart),
    roundAtSubtotal: isOn(values, 'tax_round_at_subtotal', current.roundAtSubtotal),
    basedOn:
      basedOn === 'shipping' || basedOn === 'billing' || basedOn === 'base' ? basedOn : current.basedOn,
    shippingTaxClass: shippingTaxClassOf(values, current.shippingTaxClass),
    rates: rates ? ratesOf(rates, hasAllRates ? [] : current.rates, notes) : current.rates,
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

/**
 * Returns the rules of calculation of the shop's version of WooCommerce. If the version is not known, the rules stay as
 * they are.
 */
function calculationOf(
  { environment, active_plugins: plugins }: WooStatus,
  notes: Notes,
): Partial<StoreSettings> {
  const plugin = plugins?.find((one) => one.plugin === 'woocommerce/woocommerce.php');
  const version = environment?.version || plugin?.version || '';
  const [, major, minor] = /^(\d{1,4})\.(\d{1,4})/.exec(version) ?? [];
  if (major === undefined) {
    notes.leaveOut('version of WooCommerce', 'it is not known: the setting calculation stays as it is');
    return {};
  }
  if (Number(major) < 10) return { calculation: 'woocommerce-9.9' };
  if (Number(major) === 10 && Number(minor) === 0)
    notes.adjust('tax on shipping', 'follows WooCommerce 10.1, where a tax class without rates has none');
  return { calculation: 'woocommerce-10' };
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
  };
}
