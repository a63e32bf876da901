import type { StoreSettings } from '#contracts/settings.ts';
import { utcOffsetHours } from '#platform/time/shop-time.ts';
import { shippingZones } from './shipping.ts';

export const home = 'https://kettleandclay.example';
export const timezone = 'Europe/Amsterdam';

const vat = {
  country: 'NL',
  state: '',
  postcodes: [],
  cities: [],
  priority: 1,
  order: 0,
  compound: false,
};

const taxClasses = {
  standard: { ...vat, id: 1, name: 'VAT', ppm: 210_000, shipping: true, taxClass: 'standard' },
  reduced: { ...vat, id: 2, name: 'VAT', ppm: 90_000, shipping: false, taxClass: 'reduced-rate' },
  zero: { ...vat, id: 3, name: 'VAT', ppm: 0, shipping: false, taxClass: 'zero-rate' },
};

/** The customer role of cafés and shops, which resell products. */
export const wholesale = 'wholesale';

/** Slug of the tax class of food, drink and books. */
export const reducedRate = taxClasses.reduced.taxClass;
/** Slug of the tax class of vouchers, which are taxed when they are redeemed. */
export const zeroRate = taxClasses.zero.taxClass;

/** Settings of the demo shop: a workshop in Utrecht that sells in euros, with tax in its prices. */
export function demoSettings(now: number): Partial<StoreSettings> {
  return {
    title: 'Kettle & Clay',
    description: 'Stoneware, coffee and the tools in between, from a small workshop in Utrecht.',
    homeUrl: home,
    language: 'en-GB',
    timezone,
    gmtOffset: utcOffsetHours(now, timezone),
    address: {
      address1: 'Oudegracht 999',
      address2: 'Wharf cellar',
      city: 'Utrecht',
      state: '',
      country: 'NL',
      postcode: '3511 AB',
    },
    currency: {
      code: 'EUR',
      symbol: '€',
      position: 'left',
      decimals: 2,
      decimalSeparator: '.',
      thousandSeparator: ',',
    },
    calculation: 'woocommerce-10',
    tax: {
      enabled: true,
      pricesIncludeTax: true,
      shownInShop: 'incl',
      shownInCart: 'incl',
      roundAtSubtotal: false,
      basedOn: 'base',
      shippingTaxClass: 'inherit',
      rates: Object.values(taxClasses),
    },
    weightUnit: 'kg',
    dimensionUnit: 'cm',
    manageStock: true,
    lowStockAmount: 3,
    reviewsEnabled: true,
    reviewsHeld: true,
    reviewsByBuyersOnly: false,
    couponsEnabled: true,
    shippingEnabled: true,
    shippingZones,
    shippingHiddenUntilAddress: false,
    sellingCountries: [],
    shippingCountries: [],
    defaultCountry: 'NL',
    customerRoles: [wholesale],
  };
}
