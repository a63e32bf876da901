import { expect, test } from 'vitest';
import { settings } from '#testing/gateway/samples.ts';
import { asRead, links } from '#testing/gateway/shown.ts';
import { storeViews } from './store.ts';

const store = (data: Parameters<typeof storeViews.store.present>[0]) =>
  asRead(storeViews.store.present(data, links, null));

test('the store is written with name, language, time zone, address, currency and tax display', () => {
  const tax = { ...settings.tax, pricesIncludeTax: true, shownInShop: 'excl', shownInCart: 'incl' } as const;
  expect(
    store({ settings: { ...settings, tax, timezone: 'Europe/Amsterdam', gmtOffset: 2 }, version: '1.2.3' }),
  ).toEqual({
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
    routes: {},
  });
});

test('a state appears only if the shop has one, and half hours are kept', () => {
  const address = { ...settings.address, state: 'CA' };
  const shown = store({ settings: { ...settings, address, gmtOffset: -3.5 }, version: '1' });
  expect([shown.store_address.state, shown.gmt_offset]).toEqual(['CA', '-3.5']);
});
