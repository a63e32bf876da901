import { describe, expect, test } from 'vitest';
import { settings } from '#testing/gateway/samples.ts';
import { asRead, links } from '#testing/gateway/shown.ts';
import { cocartStoreViews, storeViews } from './store.ts';

type Data = Parameters<typeof storeViews.store.present>[0];
const offers = { version: '1.2.3', registration: true, checkout: false };
const store = (data: Pick<Data, 'settings'>) =>
  asRead(storeViews.store.present({ ...offers, ...data }, links, null));

test('the store is written with name, language, time zone, address, currency and tax display', () => {
  const tax = { ...settings.tax, pricesIncludeTax: true, shownInShop: 'excl', shownInCart: 'incl' } as const;
  expect(store({ settings: { ...settings, tax, timezone: 'Europe/Amsterdam', gmtOffset: 2 } })).toEqual({
    version: '1.2.3',
    title: 'Shop',
    description: '',
    home_url: 'https://shop.example',
    language: 'en-GB',
    gmt_offset: '2',
    timezone_string: 'Europe/Amsterdam',
    store_address: { address: '', address_2: '', city: '', country: 'NL', postcode: '' },
    currency: {
      currency_code: 'EUR',
      currency_symbol: '€',
      currency_symbol_pos: 'left',
      currency_minor_unit: 2,
      currency_decimal_separator: ',',
      currency_thousand_separator: '.',
      currency_prefix: '€',
      currency_suffix: '',
    },
    tax: { prices_include_tax: true, display_in_shop: 'excl', display_in_cart: 'incl' },
    registration: true,
    checkout: false,
    routes: {},
  });
});

test('a state appears only if the shop has one, and half hours are kept', () => {
  const address = { ...settings.address, state: 'CA' };
  const shown = store({ settings: { ...settings, address, gmtOffset: -3.5 } });
  expect([shown.store_address.state, shown.gmt_offset]).toEqual(['CA', '-3.5']);
});

test('CoCart says nothing of what a store offers', () => {
  const shown = asRead(cocartStoreViews.store.present({ ...offers, settings }, links, null));
  expect(Object.keys(shown)).not.toContain('registration');
  expect(Object.keys(shown)).not.toContain('checkout');
});

describe('the countries of the store', () => {
  const countries = (changes: Partial<Data['settings']>) =>
    storeViews.countries.present({ settings: { ...settings, ...changes } }, links, null) as {
      code: string;
      name: string;
    }[];

  test('are named and sorted in its language', () => {
    const german = countries({ language: 'de-DE', sellingCountries: ['NL', 'AT', 'DE'] });
    expect(german.map(({ name }) => name)).toEqual(['Deutschland', 'Niederlande', 'Österreich']);
    expect(countries({ language: 'pl', sellingCountries: ['DE'] })).toMatchObject([{ name: 'Niemcy' }]);
    expect(countries({ language: 'no such language', sellingCountries: ['DE'] })).toMatchObject([
      { name: 'Germany' },
    ]);
  });

  test('have states, a pattern of postcodes and required members', () => {
    const [netherlands] = countries({ sellingCountries: ['NL'] });
    expect(netherlands).toEqual({
      code: 'NL',
      name: 'Netherlands',
      billing: true,
      shipping: true,
      states: [],
      postcode: expect.stringContaining('\\d{3}'),
      required: ['first_name', 'last_name', 'country', 'address_1', 'postcode', 'city'],
    });
    const [emirates] = countries({ sellingCountries: ['AE'] });
    expect(emirates).toMatchObject({ postcode: null, required: expect.not.arrayContaining(['postcode']) });
    const [states] = countries({ sellingCountries: ['US'] });
    expect(states).toMatchObject({ required: expect.arrayContaining(['state']) });
  });

  test('are those to which it sells or ships, and all without a choice', () => {
    const some = countries({ sellingCountries: ['NL', 'DE'], shippingCountries: ['NL', 'BE'] });
    expect(some).toMatchObject([
      { code: 'BE', billing: false, shipping: true },
      { code: 'DE', billing: true, shipping: false },
      { code: 'NL', billing: true, shipping: true },
    ]);
    expect(countries({ sellingCountries: [], shippingCountries: [] }).length).toBeGreaterThan(240);
  });
});
