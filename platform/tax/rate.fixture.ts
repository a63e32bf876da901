import type { StoreSettings, TaxRate } from '#contracts/settings.ts';

const standard: TaxRate = {
  id: 1,
  name: 'VAT',
  country: '',
  state: '',
  postcodes: [],
  cities: [],
  ppm: 200_000,
  priority: 1,
  order: 0,
  compound: false,
  shipping: true,
  taxClass: 'standard',
};

/** A rate of so many per cent that holds everywhere, each id at a priority of its own, with what a test changes. */
export function rateOf(id: number, percent: number, changed: Partial<TaxRate> = {}): TaxRate {
  return { ...standard, id, name: `T${id}`, ppm: Math.round(percent * 10_000), priority: id, ...changed };
}

/** The same as a compound rate. */
export function compoundOf(id: number, percent: number, changed: Partial<TaxRate> = {}): TaxRate {
  return rateOf(id, percent, { compound: true, ...changed });
}

/** A store's rules of tax: 20 % everywhere, prices without tax, with what a test changes. */
export function taxOf(changed: Partial<StoreSettings['tax']> = {}): StoreSettings['tax'] {
  return {
    enabled: true,
    pricesIncludeTax: false,
    shownInShop: 'excl',
    shownInCart: 'excl',
    roundAtSubtotal: false,
    basedOn: 'base',
    shippingTaxClass: 'inherit',
    rates: [standard],
    ...changed,
  };
}
