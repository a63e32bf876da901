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

/** Returns a rate in per cent that applies everywhere. The id is also the priority. `changed` replaces members. */
export function rateOf(id: number, percent: number, changed: Partial<TaxRate> = {}): TaxRate {
  return { ...standard, id, name: `T${id}`, ppm: Math.round(percent * 10_000), priority: id, ...changed };
}

/** Returns a compound rate in per cent that applies everywhere. */
export function compoundOf(id: number, percent: number, changed: Partial<TaxRate> = {}): TaxRate {
  return rateOf(id, percent, { compound: true, ...changed });
}

/** Returns tax settings: 20 % everywhere, net prices. `changed` replaces members. */
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
