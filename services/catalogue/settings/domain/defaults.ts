import type { StoreSettings } from '#contracts/settings.ts';

/** What holds in a store that nobody has set up yet: no tax, stock counted, prices in US dollars. */
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
  tax: {
    enabled: false,
    pricesIncludeTax: false,
    shownInShop: 'excl',
    shownInCart: 'excl',
    roundAtSubtotal: false,
    basedOn: 'base',
    rates: [],
  },
  weightUnit: 'kg',
  dimensionUnit: 'cm',
  manageStock: true,
  lowStockAmount: 2,
  reviewsEnabled: true,
  couponsEnabled: true,
  shippingEnabled: true,
  defaultCountry: '',
};
