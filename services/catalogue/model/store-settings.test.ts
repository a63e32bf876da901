import { expect, test } from 'vitest';
import type { StoreSettings } from '#contracts/settings.ts';
import { rateOf, taxOf } from '#platform/tax/rate.fixture.ts';
import { defaultSettings, unitsOf } from './store-settings.ts';

const rates = [
  rateOf(1, 19, { country: 'DE' }),
  rateOf(2, 20, { country: 'FR' }),
  rateOf(3, 7, { country: 'DE', taxClass: 'reduced-rate' }),
];

/** Returns how a German shop converts prices for display. The parameters replace settings of this shop. */
function taxIn(tax: Partial<StoreSettings['tax']>, changed: Partial<StoreSettings> = {}) {
  const address = { ...defaultSettings.address, country: 'DE' };
  return unitsOf({
    ...defaultSettings,
    address,
    defaultCountry: 'DE',
    tax: taxOf({ rates, ...tax }),
    ...changed,
  }).tax;
}

const withoutPlace = (id: number, ppm: number) => [{ id, ppm, compound: false }];

test.each<[string, Partial<StoreSettings['tax']>]>([
  ['without tax and shown without tax', { shownInShop: 'excl' }],
  ['in a shop without taxes', { shownInShop: 'incl', enabled: false }],
])('prices entered %s need no conversion for display', (_what, tax) => {
  expect(taxIn(tax)).toBeNull();
});

test('every customer sees prices with the taxes of the default address', () => {
  const tax = taxIn({ shownInShop: 'incl', basedOn: 'shipping' }, { defaultCountry: 'FR' });
  expect(tax).toEqual({
    shown: 'incl',
    pricesIncludeTax: false,
    roundAtSubtotal: false,
    classes: {
      standard: { home: withoutPlace(1, 190_000), here: withoutPlace(2, 200_000) },
      'reduced-rate': { home: withoutPlace(3, 70_000), here: [] },
    },
  });
  const atBase = taxIn({ shownInShop: 'incl', basedOn: 'base' }, { defaultCountry: 'FR' });
  expect(atBase?.classes.standard?.here).toEqual(withoutPlace(1, 190_000));
});

test('without a default address, prices are shown without tax', () => {
  const tax = taxIn({ shownInShop: 'incl', basedOn: 'shipping' }, { defaultCountry: '' });
  expect(tax?.classes.standard).toEqual({ home: withoutPlace(1, 190_000), here: [] });
});
