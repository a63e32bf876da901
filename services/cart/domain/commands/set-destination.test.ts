import { expect, test } from 'vitest';
import type { CommandOf } from '#contracts/cart-commands.ts';
import { commandContextOf, store } from '../../model/context.fixture.ts';
import { type CartState, emptyState } from '../../model/state.ts';
import { refusalOf } from './cart-with.fixture.ts';
import { setDestination } from './shipping.ts';

type Destination = Partial<CommandOf<'set-destination'>>;

const empty = emptyState(0);
const { billing, shipping } = empty.customer;
const existing: CartState = {
  ...empty,
  customer: {
    billing: {
      ...billing,
      firstName: 'Gill',
      country: 'GB',
      city: 'London',
      postcode: 'SW1A 1AA',
      state: 'X',
    },
    shipping: {
      ...shipping,
      firstName: 'Gill',
      country: 'GB',
      city: 'London',
      postcode: 'SW1A 1AA',
      state: 'X',
    },
  },
};
const nowhere = { kind: 'set-destination', country: '', state: '', postcode: '', city: '' } as const;
const set = (asked: Destination, state = existing, settings = store) =>
  setDestination.apply(state, { ...nowhere, ...asked }, commandContextOf([], settings));
const california = { country: 'us', state: 'California', postcode: '902101234', city: ' Beverly  Hills ' };
const place = { country: 'US', state: 'CA', postcode: '90210-1234', city: 'Beverly Hills' };

test('an address used for both is set as a whole, formatted for the country', () => {
  expect(set(california)).toEqual({
    state: {
      ...existing,
      customer: {
        billing: { ...existing.customer.billing, ...place },
        shipping: { ...existing.customer.shipping, ...place },
      },
    },
    lineKeys: [],
    notices: [{ kind: 'success', code: 'shipping_updated', data: {} }],
  });
  expect(set({ country: 'NL' }).state.customer.shipping).toEqual({
    ...shipping,
    firstName: 'Gill',
    country: 'NL',
  });
});

test('the billing address stays when shipping goes elsewhere', () => {
  const elsewhere = { ...existing, shipElsewhere: true };
  const { customer } = set(california, elsewhere).state;
  expect(customer.billing).toBe(elsewhere.customer.billing);
  expect(customer.shipping).toMatchObject(place);
});

test('the same destination changes nothing', () => {
  const { state } = set(california);
  expect(set(california, state).state).toBe(state);
});

const selling = { ...store, sellingCountries: ['GB', 'DE'] };
const shippingTo = { ...selling, shippingCountries: ['GB'] };

test.each<[string, Destination, typeof store, string, string]>([
  ['no country', {}, store, 'country', 'no_country'],
  ['an unknown country', { country: 'ZZ' }, store, 'country', 'no_country'],
  ['a country that is not sold to', { country: 'FR' }, selling, 'country', 'no_country'],
  ['a country that is sold to, not shipped to', { country: 'DE' }, shippingTo, 'country', 'no_country'],
  ['a state of another country', { country: 'US', state: 'Ontario' }, store, 'state', 'no_state'],
  ['a long city', { country: 'GB', city: 'x'.repeat(201) }, store, 'city', 'long_text'],
])('%s is refused', (_, asked, settings, name, rule) => {
  expect(refusalOf(() => set(asked, existing, settings))).toMatchObject({
    code: 'rest_invalid_param',
    data: { faults: { [name]: { rule, values: { path: name } } } },
  });
});

test('a postcode that is invalid in the country is refused, and so is any destination when the store does not ship', () => {
  expect(set({ country: 'IN', postcode: '110 001' }).state.customer.shipping.postcode).toBe('110001');
  expect(set({ country: 'XK', postcode: '10000' }).state.customer.shipping.country).toBe('XK');
  expect(refusalOf(() => set({ country: 'US', postcode: 'SW1A 1AA' })).code).toBe('service_invalid_postcode');
  const none = { ...store, shippingEnabled: false };
  expect(refusalOf(() => set(california, existing, none)).code).toBe('service_shipping_disabled');
});
