import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CartState, decodeState, emptyState, encodeState, type Line, NewerStateError } from './state.ts';

/** Returns the stored text of a version. A file in `states/` is never changed; each new version adds a file. */
const kept = (version: number) => readFileSync(new URL(`states/v${version}.json`, import.meta.url), 'utf8');

const line = (changed: Partial<Line>): Line => ({
  key: 'c51ce410c124a10e0db5e4b97fc2af39',
  productId: 13,
  variationId: 0,
  quantity: 2,
  attributes: {},
  itemData: {},
  ownPrice: null,
  seenPrice: 1800,
  stockUnit: 13,
  name: 'T-Shirt',
  ...changed,
});
const hoodie = line({
  key: '0f4f3e1d6a4b1d0a9e5c7b2a8d9f6c31',
  productId: 10,
  variationId: 27,
  quantity: 1,
  attributes: { attribute_pa_color: 'blue', attribute_pa_size: 'l' },
  itemData: { engraving: 'For Ána', lines: [1, 2.5, true, null] },
  ownPrice: 350,
  seenPrice: 4500,
  stockUnit: 10,
  name: 'Hoodie - Blue, L',
});
const vase = line({
  key: '642e92efb79421734881b53e1e1b18b6',
  productId: 48,
  quantity: 3,
  seenPrice: null,
  stockUnit: 48,
  name: 'Vase',
});
const { customer: nobody } = emptyState(0);
const gill = {
  ...nobody.billing,
  firstName: 'Gill',
  lastName: 'Guest',
  country: 'GB',
  address1: '2 Low St',
  postcode: 'SW1A 1AA',
  city: 'London',
  phone: '+447700900111',
  email: 'gill@example.com',
};

/** The members that the versions three and four added to the state. */
const added = {
  v: 4,
  audience: 'public',
  prefilled: false,
  transfers: [],
  moving: null,
  offeredRates: {},
} as const;

const second: CartState = {
  ...added,
  createdAt: 1_767_225_600_000,
  lines: [line({}), hoodie],
  removed: [vase],
  customer: {
    billing: gill,
    shipping: { ...nobody.shipping, firstName: 'Ship', country: 'GB', postcode: 'LS1 1UR', city: 'Leeds' },
  },
  shipElsewhere: true,
  coupons: ['ten'],
  fees: [{ name: 'Gift wrap', amount: 300, taxable: true, taxClass: '' }],
  chosenRates: { 0: 'flat_rate:1' },
  extensions: { 'gift-message': { text: 'For Ana', from: 'Gill' } },
};

const third: CartState = {
  ...second,
  audience: 'wholesale',
  prefilled: true,
  transfers: [{ from: 't_0123456789abcdef0123456789abcdef', id: '5b1f0c9e-0c7a-4b5e-9a51-4d3c1f1f6a10' }],
  moving: { to: '7', id: '0d9b6c0e-64d8-4ad0-8d7b-3f3c5d1d8e21', done: false },
};

/** The state of each version after the upgrade to the current version. */
const now: Readonly<Record<number, CartState>> = {
  1: {
    ...added,
    createdAt: 1_767_225_600_000,
    lines: [line({}), hoodie],
    removed: [vase],
    customer: { billing: gill, shipping: nobody.shipping },
    shipElsewhere: false,
    coupons: [],
    fees: [],
    chosenRates: {},
    extensions: {},
  },
  2: second,
  3: third,
  4: { ...third, offeredRates: { 0: ['flat_rate:1', 'local_pickup:2'] } },
};

test.each(Object.entries(now))(
  'a state of version %s is upgraded to the current form',
  (version, expected) => {
    expect(decodeState(kept(Number(version)))).toEqual(expected);
  },
);

test('there is a stored text of every version up to the current one', () => {
  const { v } = emptyState(0);
  expect(Object.keys(now).map(Number)).toEqual(Array.from({ length: v }, (_, index) => index + 1));
  expect(decodeState(kept(v)).v).toBe(v);
});

const json = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<never>;
const text = fc.string({ unit: 'binary', maxLength: 12 });
const aLine: fc.Arbitrary<Line> = fc.record({
  key: fc.stringMatching(/^[0-9a-f]{32}$/),
  productId: fc.integer({ min: 1 }),
  variationId: fc.nat(),
  quantity: fc.integer({ min: 1, max: 9_999 }),
  attributes: fc.dictionary(text, text, { noNullPrototype: true }),
  itemData: fc.dictionary(text, json, { noNullPrototype: true }),
  ownPrice: fc.option(fc.nat()),
  seenPrice: fc.option(fc.maxSafeNat()),
  stockUnit: fc.nat(),
  name: text,
});

test('any state is decoded as it was encoded', () => {
  const results = fc.record({
    createdAt: fc.maxSafeNat(),
    lines: fc.array(aLine, { maxLength: 5 }),
    removed: fc.array(aLine, { maxLength: 5 }),
    shipElsewhere: fc.boolean(),
    coupons: fc.array(text),
    chosenRates: fc.dictionary(text, text, { noNullPrototype: true }),
    extensions: fc.dictionary(text, json, { noNullPrototype: true }),
  });
  fc.assert(
    fc.property(results, (some) => {
      const state = { ...emptyState(0), ...some };
      expect(decodeState(encodeState(state))).toEqual(JSON.parse(JSON.stringify(state)));
      expect(encodeState(decodeState(encodeState(state)))).toBe(encodeState(state));
    }),
  );
});

test('a state of a newer version is refused', () => {
  const newer = { ...emptyState(0), v: emptyState(0).v + 1 };
  expect(() => decodeState(JSON.stringify(newer))).toThrow(NewerStateError);
});

test.each(['', '{', 'null', '7', '[]', '{}', '{"v":0}', '{"v":"2"}', '{"v":1.5}', '{"v":-1}'])(
  '%j is not a state',
  (bad) => {
    expect(() => decodeState(bad)).toThrow();
    expect(() => decodeState(bad)).not.toThrow(NewerStateError);
  },
);
