import type { StoreSettings } from '#contracts/settings.ts';
import { hoursBeforeUtc } from '../../shop-time.ts';

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
};

/** Slug of the class that food, drink and books are in. */
export const reducedRate = taxClasses.reduced.taxClass;

const shippingZones: StoreSettings['shippingZones'] = [
  {
    id: 1,
    name: 'The Netherlands and Belgium',
    order: 1,
    locations: [
      { code: 'NL', type: 'country' },
      { code: 'BE', type: 'country' },
    ],
    methods: [
      {
        instanceId: 1,
        methodId: 'flat_rate',
        title: 'Parcel, two working days',
        order: 1,
        enabled: true,
        settings: { title: 'Parcel, two working days', tax_status: 'taxable', cost: '5.95' },
      },
      {
        instanceId: 2,
        methodId: 'free_shipping',
        title: 'Free above 75 euros',
        order: 2,
        enabled: true,
        settings: { title: 'Free above 75 euros', requires: 'min_amount', min_amount: '75' },
      },
      {
        instanceId: 3,
        methodId: 'local_pickup',
        title: 'Collect it from the workshop',
        order: 3,
        enabled: true,
        settings: { title: 'Collect it from the workshop', tax_status: 'none', cost: '0' },
      },
    ],
  },
];

/** Settings of the demo shop: a workshop in Utrecht that sells in euros, with tax in its prices. */
export function demoSettings(now: number): Partial<StoreSettings> {
  return {
    title: 'Kettle & Clay',
    description: 'Stoneware, coffee and the tools in between, from a small workshop in Utrecht.',
    homeUrl: home,
    language: 'en-GB',
    timezone,
    gmtOffset: hoursBeforeUtc(now, timezone),
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
  };
}
