import { expect, test } from 'vitest';
import type { ShippingZone } from '#contracts/settings.ts';
import { aZone, recordedZones } from './shipping.fixture.ts';
import { zoneOf } from './zones.ts';

/** Returns a place from a text such as `US:CA 90210`. */
function place(text: string) {
  const [region = '', ...postcode] = text.split(' ');
  const [country = '', state = ''] = region.split(':');
  return { country, state, postcode: postcode.join(' '), city: '' };
}

const kinds = [
  [/^\w\w$/, 'country'],
  [/^\w\w:/, 'state'],
  [/^continent /, 'continent'],
  [/^/, 'postcode'],
] as const;

/**
 * Returns a zone. Each of `places` is a country (`GB`), a state (`US:CA`), a continent (`continent EU`) or a postcode.
 */
function zone(id: number, places: readonly string[], order = 0): ShippingZone {
  const locations = places.map((code) => ({
    code: code.replace('continent ', ''),
    type: kinds.find(([form]) => form.test(code))?.[1] ?? 'postcode',
  }));
  return aZone({ id, order, locations });
}

test.each([
  ['its country', ['GB'], 'GB', true],
  ['another country', ['GB'], 'IE', false],
  ['any of its countries', ['GB', 'IE'], 'IE', true],
  ['no country', ['GB'], '', false],
  ['a country in small letters', ['GB'], 'gb', true],
  ['its state', ['US:CA'], 'US:CA', true],
  ['a state in small letters', ['US:CA'], 'US:ca', true],
  ['another state', ['US:CA'], 'US:NY', false],
  ['the state of another country', ['US:CA'], 'AU:CA', false],
  ['a country without the state', ['US:CA'], 'US', false],
  ['its continent', ['continent EU'], 'NL', true],
  ['another continent', ['continent EU'], 'US', false],
  ['a continent that is a country’s code, too', ['continent NA'], 'NA', false],
  ['a country that is a continent’s code, too', ['NA'], 'US', false],
  ['no country on no continent', ['continent EU'], '', false],
  ['a text that is no country code', ['continent EU'], 'constructor', false],
  ['country or continent', ['continent EU', 'US'], 'US', true],
  ['its postcode alone', ['SW1*'], 'GB SW1A 1AA', true],
  ['another postcode', ['SW1*'], 'GB LS1 1UR', false],
  ['no postcode', ['SW1*'], 'GB', false],
  ['country and postcode', ['GB', 'SW1*'], 'GB SW1A 1AA', true],
  ['country, and another postcode', ['GB', 'SW1*'], 'GB LS1 1UR', false],
  ['postcode, and another country', ['GB', 'SW1*'], 'US SW1A', false],
  ['any of its postcodes', ['US', '1000...1999', '90210'], 'US 90210', true],
  ['a range of postcodes', ['NL', '1000...1999'], 'NL 1012', true],
  ['a postcode with the blank of its country', ['GB', 'NG1 *'], 'GB NG1 5DJ', true],
  ['a longer postcode than the blank allows', ['GB', 'NG1 *'], 'GB NG11 5DJ', false],
  ['a range of bare postcodes', ['BR', '01000000...05999999'], 'BR 01310-100', true],
  ['everywhere', [], 'JP', true],
])('%s: a zone of %j and %s (docs/money.md, Shipping: zone)', (_what, places, where, fits) => {
  expect(zoneOf(place(where), [zone(7, places)])?.id ?? null).toBe(fits ? 7 : null);
});

test.each([
  ['by order', [zone(1, ['GB'], 2), zone(2, ['GB'], 1)], 2],
  ['by id where orders are equal', [zone(2, ['GB'], 1), zone(1, ['GB'], 1)], 1],
  ['one that fits, whatever comes before', [zone(1, ['US'], 0), zone(2, ['GB'], 1)], 2],
  ['one with places before one without', [zone(0, [], 0), zone(2, ['GB'], 9)], 2],
  ['one without places where no other fits', [zone(0, [], 0), zone(2, ['US'], 0)], 0],
  ['the more exact one only if it comes first', [zone(1, ['GB'], 0), zone(2, ['GB', 'SW1*'], 1)], 1],
  ['of two without places the first', [zone(3, [], 1), zone(4, [], 0)], 4],
])('the first zone %s (docs/money.md, Shipping: zone)', (_what, zones, id) => {
  expect(zoneOf(place('GB SW1A 1AA'), zones)?.id).toBe(id);
});

test('Europe and Asia have the countries that WooCommerce gives them', () => {
  const zones = [zone(1, ['continent EU']), zone(2, ['continent AS']), zone(3, ['continent NA'])];
  const found = ['RU', 'TR', 'XK', 'CY', 'TL', 'KZ', 'DK', 'GL'].map(
    (code) => zoneOf(place(code), zones)?.id,
  );
  expect(found).toEqual([1, 1, 1, 2, 2, 2, 1, 3]);
});

test('a place may have no zone', () => {
  expect(zoneOf(place('GB'), [])).toBeNull();
});

test('the recorded store ships in Great Britain; elsewhere is a zone without methods (conformance, no-zone)', () => {
  expect(zoneOf(place('GB'), recordedZones)?.id).toBe(1);
  expect(zoneOf(place('US:CA 90210'), recordedZones)).toMatchObject({ id: 0, methods: [] });
});

test('a place is cached by all that its zone depends on, per list of zones', () => {
  const zones = [zone(1, ['US:CA', '9*']), zone(2, ['US'])];
  const found = (text: string, some = zones) => zoneOf(place(text), some)?.id ?? null;
  for (const _again of [1, 2]) {
    expect(['US:CA 90210', 'US:NY 90210', 'US:CA 10001', 'GB:CA 90210'].map((one) => found(one))).toEqual([
      1,
      2,
      2,
      null,
    ]);
  }
  expect(found('US:CA 90210', [zone(3, ['US'])])).toBe(3);
});
