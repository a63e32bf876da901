import { expect, test } from 'vitest';
import type { Customer } from '#contracts/cart.ts';
import type { StoreSettings } from '#contracts/settings.ts';
import { commandContextOf, factsOf, store } from '../../model/context.fixture.ts';
import { emptyState } from '../../model/state.ts';
import { destinationLine } from '../customer/countries.ts';
import { aMethod, aZone, recordedZones } from '../shipping/shipping.fixture.ts';
import { ratesForProduct, viewOf } from './view.ts';

const nowhere = emptyState(0).customer.shipping;

test.each([
  ['NL', { address1: 'Singel 1', postcode: '1012 AB', city: 'Amsterdam' }, 'Singel 1, 1012 AB Amsterdam'],
  ['NL', { address1: 'Singel 1', address2: '2 hoog', city: 'Amsterdam' }, 'Singel 1, 2 hoog, Amsterdam'],
  ['NL', { postcode: '1012 AB' }, '1012 AB'],
  ['NL', {}, ''],
  [
    'GB',
    { address1: '10 Downing St', postcode: 'SW1A 2AA', city: 'London' },
    '10 Downing St, London, SW1A 2AA',
  ],
  [
    'US',
    { address1: '548 Market St', postcode: '94016', city: 'San Francisco', state: 'CA' },
    '548 Market St, San Francisco, CA 94016',
  ],
  ['US', { state: 'CA' }, 'CA'],
  [
    'DE',
    { address1: 'Am Markt 1', postcode: '10115', city: 'Berlin', state: 'BE' },
    'Am Markt 1, 10115 Berlin',
  ],
  [
    'BR',
    { address1: 'Rua A, 1', postcode: '01310-100', city: 'São Paulo', state: 'SP' },
    'Rua A, 1, São Paulo-SP, 01310-100',
  ],
  // The postal formats of these countries have no line for a city, but shops ask for a city.
  [
    'JP',
    { address1: '1-1', postcode: '100-0001', city: 'Chiyoda', state: 'JP13' },
    '〒100-0001, JP13, 1-1, Chiyoda',
  ],
  ['AE', { address1: 'Al Wasl 1', city: 'Dubai' }, 'Al Wasl 1, Dubai'],
  [
    'SG',
    { address1: 'Orchard Rd 1', postcode: '238801', city: 'Singapore' },
    'Orchard Rd 1, SINGAPORE 238801',
  ],
  // In these countries, both the shops' postcodes and the postal format begin with the country's code.
  ['LT', { address1: 'Gedimino 1', postcode: 'LT-01100', city: 'Vilnius' }, 'Gedimino 1, LT-01100 Vilnius'],
  ['LV', { address1: 'Brīvības 1', postcode: 'LV-1010', city: 'Rīga' }, 'Brīvības 1, Rīga, LV-1010'],
])('in %s an address of %j is one line', (country, texts, line) => {
  const settings = { ...store, address: { ...store.address, country } };
  expect(destinationLine({ ...nowhere, country, ...texts }, settings)).toBe(line);
});

test('an address outside the store’s own country ends with the country’s name', () => {
  const amsterdam = { ...nowhere, country: 'NL', city: 'Amsterdam' };
  expect(destinationLine(amsterdam, store)).toBe('Amsterdam, Netherlands');
  expect(destinationLine({ ...nowhere, country: 'ZZ', city: 'X' }, store)).toBe('X, ZZ');
});

test('an address without a country is in the store’s default country', () => {
  expect(destinationLine({ ...nowhere, city: 'London' }, store)).toBe('London');
  expect(destinationLine(nowhere, { ...store, defaultCountry: 'NL' })).toBe('Netherlands');
  expect(destinationLine({ ...nowhere, city: 'London' }, { ...store, defaultCountry: '' })).toBe('London');
});

/** Returns the shipping of a cart with 2 mugs and a cap. */
function shown(address: Partial<Customer['shipping']>, changed: Partial<StoreSettings> = {}) {
  const line = (key: string, productId: number, quantity: number) => ({
    ...{ key, productId, variationId: 0, quantity, attributes: {}, itemData: {} },
    ...{ ownPrice: null, seenPrice: null, stockUnit: productId, name: '' },
  });
  const empty = emptyState(0);
  const state = {
    ...empty,
    lines: [line('a', 13, 2), line('b', 16, 1)],
    customer: { ...empty.customer, shipping: { ...nowhere, ...address } },
  };
  const products = [factsOf({ id: 13, name: 'Mug' }), factsOf({ id: 16, name: 'Cap', price: 1600 })];
  const context = commandContextOf(products, { ...store, shippingZones: [...recordedZones], ...changed });
  const times = { key: 't_0123456789abcdef', revision: 1, renewsAt: 0, expiresAt: 0 };
  return viewOf(state, times, context, []).shipping;
}

test('a package has its goods, rates and destination', () => {
  const items = 'Mug × 2, Cap × 1';
  expect(shown({ country: 'GB', address1: '10 Downing St', postcode: 'SW1A 2AA', city: 'London' })).toEqual({
    calculated: true,
    unshipped: false,
    packages: [
      {
        ...{ details: '', index: 0, chosenRate: 'flat_rate:1' },
        destination: '10 Downing St, London, SW1A 2AA',
        shopDestination: '10 Downing St, London, SW1A 2AA',
        rates: [
          {
            ...{ key: 'flat_rate:1', methodId: 'flat_rate', instanceId: 1, label: 'Flat rate' },
            ...{ cost: 500, tax: 100, shown: 500, taxNote: null, chosen: true, items },
          },
          {
            ...{ key: 'free_shipping:2', methodId: 'free_shipping', instanceId: 2, label: 'Free shipping' },
            ...{ cost: 0, tax: 0, shown: 0, taxNote: null, chosen: false, items },
          },
        ],
      },
    ],
  });
});

test('shipping is calculated once the customer has a country, even if no method applies', () => {
  expect(shown({}).calculated).toBe(false);
  expect(shown({}).packages).toHaveLength(1);
  expect(shown({ country: 'US' })).toEqual({ calculated: true, packages: [], unshipped: true });
});

test('a cart whose rates wait for an address differs from a cart without a shipping method', () => {
  const hidden = { shippingHiddenUntilAddress: true };
  expect(shown({}, hidden)).toEqual({ calculated: false, packages: [], unshipped: false });
  expect(shown({ country: 'US', postcode: '94016' }, hidden).unshipped).toBe(true);
});

test.each([
  ['GB', 'incl', false, 'incl_vat'],
  ['GB', 'excl', true, 'ex_vat'],
  ['US', 'incl', false, 'incl_tax'],
  ['US', 'excl', true, 'ex_tax'],
  ['GB', 'incl', true, null],
  ['GB', 'excl', false, null],
] as const)(
  'in %s amounts shown %s. tax, with prices including tax %s, have the note %j',
  (country, shownInCart, pricesIncludeTax, note) => {
    const settings = {
      tax: { ...store.tax, shownInCart, pricesIncludeTax },
      address: { ...store.address, country },
    };
    const [one] = shown({ country: 'GB' }, settings).packages;
    // Free shipping, if offered, has no tax.
    const [flat, ...free] = one?.rates.map(({ taxNote }) => taxNote) ?? [];
    expect([flat, ...free]).toEqual([note, ...free.map(() => null)]);
  },
);

test('a rate is shown with its tax if the store shows cart amounts with tax', () => {
  const amounts = (shownInCart: 'incl' | 'excl') => {
    const [one] = shown({ country: 'GB' }, { tax: { ...store.tax, shownInCart } }).packages;
    return one?.rates.map((rate) => rate.shown);
  };
  // The shown amount is 5.00 and 20 % of 5.00.
  expect(amounts('incl')).toEqual([600, 0]);
  expect(amounts('excl')).toEqual([500, 0]);
});

const context = commandContextOf([], { ...store, shippingZones: [...recordedZones] });
const london = { country: 'GB', state: '', postcode: 'SW1A 1AA', city: 'London' };
const mug = factsOf();

test('the shipping rates of 3 mugs for 54.00, with 20 % tax on 5.00 (contracts/cart-charges.ts)', () => {
  expect(ratesForProduct(mug, 3, london, context)).toEqual([
    {
      ...{ key: 'flat_rate:1', methodId: 'flat_rate', instanceId: 1, label: 'Flat rate' },
      ...{ cost: 500, tax: 100, shown: 500, taxNote: null, chosen: true, items: 'Mug × 3' },
    },
    {
      ...{ key: 'free_shipping:2', methodId: 'free_shipping', instanceId: 2, label: 'Free shipping' },
      ...{ cost: 0, tax: 0, shown: 0, taxNote: null, chosen: false, items: 'Mug × 3' },
    },
  ]);
});

test('2 mugs for 36.00 have no free shipping', () => {
  expect(ratesForProduct(mug, 2, london, context).map(({ key }) => key)).toEqual(['flat_rate:1']);
});

test("a variation's own price and class count: 2 × 1.50 for the heavy one", () => {
  const heavy = factsOf({
    id: 61,
    parentId: 60,
    type: 'variation',
    shippingClass: 'heavy',
    shippingClassId: 31,
  });
  const methods = [aMethod({ settings: { class_cost_31: '[qty] * 1.5' } })];
  const shop = commandContextOf([], { ...store, shippingZones: [aZone({ methods })] });
  expect(ratesForProduct(heavy, 2, london, shop)).toMatchObject([{ cost: 300, tax: 60 }]);
});

test('tax is that of the destination if the store taxes by address', () => {
  const [rate] = store.tax.rates;
  const rates = [{ ...rate, country: 'NL', ppm: 210_000 } as typeof rate & object];
  const zones = [aZone({ locations: [], methods: [aMethod({ settings: { cost: '5' } })] })];
  const tax = (basedOn: 'shipping' | 'billing' | 'base', country: string) =>
    ratesForProduct(
      ...([mug, 1, { ...london, country }] as const),
      commandContextOf([], { ...store, shippingZones: zones, tax: { ...store.tax, rates, basedOn } }),
    ).map((one) => one.tax);
  // 21 % of 5.00 in the Netherlands, nothing in Great Britain.
  expect([tax('shipping', 'NL'), tax('billing', 'NL'), tax('base', 'NL'), tax('shipping', 'GB')]).toEqual([
    ...[[105], [105], [0], [0]],
  ]);
});

test('a product has no rates if it is not shipped, no method applies, or the store does not ship', () => {
  const disabled = { ...context, settings: { ...context.settings, shippingEnabled: false } };
  expect(ratesForProduct(factsOf({ shippingRequired: false }), 1, london, context)).toEqual([]);
  expect(ratesForProduct(mug, 1, { ...london, country: 'US' }, context)).toEqual([]);
  expect(ratesForProduct(mug, 1, london, disabled)).toEqual([]);
});
