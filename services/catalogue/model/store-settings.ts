import type { ShopTime, ShopUnits, ShownTax } from '#contracts/product.ts';
import type { StoreSettings, TaxRate } from '#contracts/settings.ts';
import { basePlace, defaultPlace } from '#platform/tax/place.ts';
import { ratesIn } from '#platform/tax/rates.ts';
import { memo } from '#platform/util/memo.ts';

/** Settings of a new store that differ from `defaultSettings`. They are stored when the store is made. */
export const newStore: Partial<StoreSettings> = { calculation: 'woocommerce-10' };

/**
 * The settings that were never written: no taxes, counted stock, prices in US dollars. The calculation is the one of
 * stores that are older than the setting.
 */
export const defaultSettings: StoreSettings = {
  title: 'Store',
  description: '',
  homeUrl: '',
  language: 'en-US',
  timezone: 'UTC',
  gmtOffset: 0,
  address: { address1: '', address2: '', city: '', state: '', country: '', postcode: '' },
  currency: {
    code: 'USD',
    symbol: '$',
    position: 'left',
    decimals: 2,
    decimalSeparator: '.',
    thousandSeparator: ',',
  },
  calculation: 'woocommerce-9.9',
  tax: {
    enabled: false,
    pricesIncludeTax: false,
    shownInShop: 'excl',
    shownInCart: 'excl',
    roundAtSubtotal: false,
    basedOn: 'base',
    shippingTaxClass: 'inherit',
    rates: [],
  },
  weightUnit: 'kg',
  dimensionUnit: 'cm',
  manageStock: true,
  lowStockAmount: 2,
  reviewsEnabled: true,
  reviewsHeld: true,
  reviewsByBuyersOnly: false,
  couponsEnabled: true,
  sequentialDiscounts: false,
  shippingEnabled: true,
  shippingZones: [],
  shippingHiddenUntilAddress: false,
  sellingCountries: [],
  shippingCountries: [],
  defaultCountry: '',
  customerRoles: [],
};

type ShopClock = Pick<StoreSettings, 'timezone' | 'gmtOffset'>;

/** The format of the shop's time zone, whose creation takes 0.3 ms; null if IANA has no time zone with this name. */
const formatOf = memo(({ timezone: timeZone }: ShopClock): Intl.DateTimeFormat | null => {
  try {
    return timeZone === ''
      ? null
      : new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  } catch {
    return null;
  }
});

/**
 * Returns a moment in the shop's local time and in UTC. If `timezone` is not the IANA name of a time zone, the local
 * time is `gmtOffset` hours ahead of UTC.
 */
export function shopTime(now: number, settings: ShopClock): ShopTime {
  const seconds = (unixMs: number) => new Date(unixMs).toISOString().slice(0, 19);
  const parts = formatOf(settings)?.formatToParts(now);
  const zone = parts?.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes] = /^GMT(?:([+-])(\d{2}):(\d{2}))?/.exec(zone) ?? [];
  const offset = Number(hours ?? 0) * 60 + Number(minutes ?? 0);
  const ahead = parts ? (sign === '-' ? -offset : offset) : Math.round(settings.gmtOffset * 60);
  return { local: seconds(now + ahead * 60_000), utc: seconds(now) };
}

const withoutPlace = ({ id, ppm, compound }: TaxRate) => ({ id, ppm, compound });

/**
 * Returns how entered prices are converted for display; null if prices are shown as entered. Uses the taxes
 * of the default address, because all clients get the same answer (docs/money.md#prices-of-products).
 */
function shownTaxOf(settings: StoreSettings): ShownTax | null {
  const { enabled, pricesIncludeTax, roundAtSubtotal, shownInShop: shown, basedOn, rates } = settings.tax;
  if (!enabled || (shown === 'excl' && !pricesIncludeTax)) return null;
  const home = basePlace(settings);
  const here = basedOn === 'base' ? home : defaultPlace(settings);
  const classes: ShownTax['classes'] = {};
  for (const taxClass of new Set(rates.map((rate) => rate.taxClass))) {
    const ratesAt = (place: typeof home) => ratesIn(place, settings.tax, taxClass).map(withoutPlace);
    const both = { home: ratesAt(home), here: ratesAt(here) };
    if (both.home.length + both.here.length > 0) classes[taxClass] = both;
  }
  return { shown, pricesIncludeTax, roundAtSubtotal, classes };
}

/** Returns the data of the store that the presenters of products need. */
export const unitsOf = memo((settings: StoreSettings): ShopUnits => {
  const { currency, weightUnit, dimensionUnit } = settings;
  return { currency, weightUnit, dimensionUnit, tax: shownTaxOf(settings) };
});
