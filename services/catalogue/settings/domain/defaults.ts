import type { StoreSettings } from '#contracts/settings.ts';

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
