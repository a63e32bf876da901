import { expect, test } from 'vitest';
import type { CommandOf } from '#contracts/cart-commands.ts';
import { commandContextOf, store } from '../../model/context.fixture.ts';
import { type CartState, emptyState } from '../../model/state.ts';
import { withOwnAddresses } from '../customer/addresses.ts';
import { refillCustomer, updateCustomer } from './update.ts';

type CustomerUpdate = Partial<Omit<CommandOf<'update-customer'>, 'kind'>>;

const empty = emptyState(0);
const updated = (state: CartState, asked: CustomerUpdate, settings = store) =>
  updateCustomer.apply(
    state,
    { kind: 'update-customer', billing: {}, shipping: {}, shipElsewhere: null, ...asked },
    commandContextOf([], settings),
  );
const update = (...given: Parameters<typeof updated>) => updated(...given).state;

const success = [{ kind: 'success', code: 'cart_updated', data: {} }];
const gill = {
  firstName: 'Gill',
  lastName: 'Guest',
  email: 'gill@example.com',
  phone: '+447700900111',
  address1: '2 Low St',
  city: 'London',
  country: 'GB',
  postcode: 'sw1a1aa',
};
const billed = update(empty, { billing: gill });

const unsaved = (address: string, member: string, reason: string, place?: string) => {
  const data = { address, member, reason, ...(place !== undefined && { place }) };
  return { kind: 'error', code: 'address_not_saved', data };
};

test("texts of the billing address are stored, the postcode in the country's format", () => {
  const { state, notices, lineKeys } = updated(empty, { billing: gill });
  expect(state.customer.billing).toEqual({
    ...empty.customer.billing,
    ...gill,
    postcode: 'SW1A 1AA',
  });
  expect({ notices, lineKeys }).toEqual({ notices: success, lineKeys: [] });
});

test('the shipping address follows the billing address until it is set itself', () => {
  const { email, phone, ...address } = billed.customer.billing;
  expect(billed.customer.shipping).toEqual(address);
  expect(update(billed, { billing: { city: 'York' } }).customer.shipping.city).toBe('York');

  const elsewhere = update(billed, { shipping: { firstName: 'Ship', city: 'Leeds', postcode: 'ls11ur' } });
  expect(elsewhere.shipElsewhere).toBe(true);
  expect(elsewhere.customer.shipping).toEqual({
    ...address,
    firstName: 'Ship',
    city: 'Leeds',
    postcode: 'LS1 1UR',
  });
  expect(update(elsewhere, { billing: { city: 'York' } }).customer.shipping.city).toBe('Leeds');
});

test('the client may say whether shipping goes elsewhere, whatever texts there are', () => {
  const elsewhere = update(billed, { shipElsewhere: true });
  expect(elsewhere).toEqual({ ...billed, shipElsewhere: true });
  expect(update(elsewhere, { billing: { city: 'York' } }).customer.shipping.city).toBe('London');
  const back = updated(elsewhere, { shipElsewhere: false, shipping: { city: 'Leeds', country: 'ZZ' } });
  expect(back).toEqual({ state: billed, lineKeys: [], notices: success });
});

test.each([
  ['email', { email: 'bad' }],
  ['email', { email: `${'a'.repeat(250)}@example.com` }],
  ['phone', { phone: 'abc' }],
  ['country', { country: 'ZZ' }],
  ['country', { country: 'United Kingdom' }],
  ['postcode', { postcode: '!!' }],
  ['postcode', { postcode: '12345' }],
])('an invalid billing %s causes a notice, and the old one stays', (member, billing) => {
  const { state, notices } = updated(billed, { billing });
  expect(state).toBe(billed);
  expect(notices).toEqual([unsaved('billing', member, 'invalid')]);
});

test.each([
  ['city', { city: 'x'.repeat(201) }],
  ['address1', { address1: 'x'.repeat(201) }],
  ['address2', { address2: 'x'.repeat(201) }],
])('a billing %s that is too long causes a notice, and the old one stays', (member, billing) => {
  const { state, notices } = updated(billed, { billing });
  expect(state).toBe(billed);
  expect(notices).toEqual([unsaved('billing', member, 'too_long')]);
});

test('valid members are stored beside invalid ones, without a success notice', () => {
  const { state, notices } = updated(billed, {
    billing: { email: 'bad', country: 'ZZ', postcode: '!!', city: 'York' },
  });
  expect(state.customer.billing).toEqual({ ...billed.customer.billing, city: 'York' });
  expect(notices.map(({ kind }) => kind)).toEqual(['error', 'error', 'error']);
});

test('a postcode is checked for the country of the command, else of the address, else of the store', () => {
  const german = { postcode: '10115', country: 'de' };
  expect(update(billed, { billing: german }).customer.billing).toMatchObject({
    country: 'DE',
    postcode: '10115',
  });
  expect(updated(billed, { billing: { postcode: '10115' } }).state).toBe(billed);
  const inGermany = { ...store, defaultCountry: 'DE' };
  expect(update(empty, { billing: { postcode: '10115' } }, inGermany).customer.billing.postcode).toBe(
    '10115',
  );
  const shipping = { postcode: '1012js', country: 'NL' };
  expect(update(billed, { shipping }).customer.shipping).toMatchObject({
    country: 'NL',
    postcode: '1012 JS',
  });
});

const american = update(empty, {
  billing: { country: 'US', state: 'CA', postcode: '90210', city: 'Beverly Hills' },
});
const place = ({ customer: { billing, shipping } }: CartState) =>
  [billing, shipping].map(({ country, state, postcode }) => [country, state, postcode].join(' '));

test.each([
  ['a country with its postcode', { country: 'IN', postcode: '110 001' }, 'IN  110001'],
  ['a country with its state', { country: 'AU', state: 'Victoria' }, 'AU VIC '],
  ['a country alone', { country: 'XK' }, 'XK  '],
  ['the same country', { country: 'us', postcode: '10001' }, 'US CA 10001'],
])('%s leaves no state and no postcode of another country', (_, billing, expected) => {
  const { state, notices } = updated(american, { billing });
  expect(place(state)).toEqual([expected, expected]);
  expect(notices).toEqual(success);
});

test.each([
  [
    { country: 'DE', postcode: '9021' },
    [
      ['country', 'place', 'postcode'],
      ['postcode', 'invalid'],
    ],
  ],
  [
    { country: 'CA', state: 'Bavaria', postcode: 'K1A 0B1' },
    [
      ['country', 'place', 'state'],
      ['state', 'invalid'],
      ['postcode', 'place', 'state'],
    ],
  ],
  [
    { country: 'ZZ', state: 'NY', postcode: '10001' },
    [
      ['country', 'invalid'],
      ['state', 'place', 'country'],
      ['postcode', 'place', 'country'],
    ],
  ],
])('%j changes neither country nor state nor postcode, but other texts', (billing, faults) => {
  for (const which of ['billing', 'shipping'] as const) {
    const { state, notices } = updated(american, { [which]: { ...billing, city: 'York' } });
    expect(place(state)).toEqual(['US CA 90210', 'US CA 90210']);
    expect(state.customer[which].city).toBe('York');
    expect(notices).toEqual(
      faults.map(([member = '', reason = '', on]) => unsaved(which, member, reason, on)),
    );
  }
});

test('an invalid postcode of the same country leaves the old one, and the state is saved', () => {
  const { state, notices } = updated(american, { billing: { country: 'US', state: 'NY', postcode: '1' } });
  expect(place(state)[0]).toBe('US NY 90210');
  expect(notices).toEqual([unsaved('billing', 'postcode', 'invalid')]);
});

test('an invalid shipping text causes a notice and does not separate the addresses', () => {
  const { state, notices } = updated(billed, { shipping: { country: 'ZZ' } });
  expect(state).toBe(billed);
  expect(notices).toEqual([unsaved('shipping', 'country', 'invalid')]);
});

test.each([
  ['nothing', {}],
  ['empty texts', { billing: { city: '', email: ' ' }, shipping: { city: '\n' } }],
  ['the stored values', { billing: gill }],
  [
    'members that no address has',
    { billing: { nickname: 'G', toString: 'x' }, shipping: { email: 'a@b.org' } },
  ],
])('%s succeeds and changes nothing', (_, asked) => {
  expect(updated(billed, asked)).toEqual({ state: billed, lineKeys: [], notices: success });
  expect(update(billed, asked)).toBe(billed);
});

test('line breaks in a text become spaces', () => {
  expect(update(empty, { billing: { address1: ' 2\tLow\r\nSt\u0000 ' } }).customer.billing.address1).toBe(
    '2 Low St',
  );
});

const selling = { ...store, sellingCountries: ['GB', 'DE'], shippingCountries: ['GB'] };

test('the billing country must be sold to, the shipping country shipped to', () => {
  const { state, notices } = updated(
    empty,
    { billing: { country: 'DE' }, shipping: { country: 'DE' } },
    selling,
  );
  expect(state.customer.billing.country).toBe('DE');
  expect(notices).toEqual([unsaved('shipping', 'country', 'invalid')]);
  expect(updated(empty, { billing: { country: 'US' } }, selling)).toMatchObject({
    state: empty,
    notices: [unsaved('billing', 'country', 'invalid')],
  });
});

test('a state is stored by its code, in the country of the same command', () => {
  const { state, notices } = updated(empty, { billing: { state: 'California', country: 'US' } });
  expect(state.customer.billing).toMatchObject({ country: 'US', state: 'CA' });
  expect(notices).toEqual(success);
  expect(updated(state, { billing: { state: 'Ontario' } })).toMatchObject({
    state,
    notices: [unsaved('billing', 'state', 'invalid')],
  });
});

test('a cart with room for an address takes those of the account again, and another one does not', () => {
  const refill = (state: CartState) =>
    refillCustomer.apply(state, { kind: 'refill-customer' }, commandContextOf([])).state;
  const filled = { ...billed, prefilled: true };
  expect(refill(filled)).toBe(filled);
  const open = refill({ ...empty, prefilled: true });
  expect(open.prefilled).toBe(false);
  const own = { billing: filled.customer.billing, shipping: empty.customer.shipping };
  expect(withOwnAddresses(open, own).customer.billing).toEqual(own.billing);
  expect(refill(empty)).toBe(empty);
});
