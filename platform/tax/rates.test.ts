import { expect, test } from 'vitest';
import type { StoreSettings, TaxRate } from '#contracts/settings.ts';
import { growthOf } from '#testing/linear.ts';
import type { Place } from './place.ts';
import { rateOf, taxOf } from './rate.fixture.ts';
import { rateCode, ratesIn } from './rates.ts';

const vat = rateOf(1, 20, { name: 'VAT' });

/** Returns a rate that applies everywhere. `changed` replaces members of the rate. */
const rate = (id: number, changed: Partial<TaxRate> = {}): TaxRate => ({ ...vat, id, order: id, ...changed });

const camden: Place = { country: 'GB', state: 'LND', postcode: 'NW1 8AB', city: 'London' };

const idsIn = (rates: readonly TaxRate[], place: Partial<Place> = {}, taxClass = 'standard') =>
  ratesIn({ ...camden, ...place }, taxOf({ rates: [...rates] }), taxClass).map(({ id }) => id);

test.each<[string, Partial<TaxRate>, Partial<Place>, boolean]>([
  ['nothing named', {}, {}, true],
  ['nothing named, the country alone known', {}, { state: '', postcode: '', city: '' }, true],
  ['nothing named, no country known', {}, { country: '' }, false],
  ['its country', { country: 'GB' }, {}, true],
  ['another country', { country: 'DE' }, {}, false],
  ['a country where none is known', { country: 'GB' }, { country: '' }, false],
  ['its state', { country: 'GB', state: 'LND' }, {}, true],
  ['another state', { country: 'GB', state: 'KEN' }, {}, false],
  ['its state in another country', { country: 'DE', state: 'LND' }, {}, false],
  ['a state where none is known', { country: 'GB', state: 'LND' }, { state: '' }, false],
  ['one of its postcodes', { postcodes: ['SW1*', 'NW1*'] }, {}, true],
  ['none of its postcodes', { postcodes: ['SW1*', 'NW2...NW9'] }, {}, false],
  ['a postcode that leaves out the blank', { postcodes: ['NW18*'] }, {}, false],
  ['a postcode with the blank', { country: 'GB', postcodes: ['NW1 *'] }, {}, true],
  ['a range of postcodes', { postcodes: ['1000...1999'] }, { postcode: '1500' }, true],
  ['postcodes where none is known', { postcodes: ['NW1*'] }, { postcode: '' }, false],
  ['one of its cities in capitals', { cities: ['PARIS', 'LONDON'] }, {}, true],
  ['its city in other letters', { cities: ['London'] }, { city: 'lonDON' }, true],
  ['none of its cities', { cities: ['Londonderry'] }, {}, false],
  ['its postcode, but not its city', { postcodes: ['NW1*'], cities: ['Paris'] }, {}, false],
  ['its class', { taxClass: 'standard' }, {}, true],
  ['another class', { taxClass: 'reduced-rate' }, {}, false],
])('a rate with %s: %o in %o (docs/money.md, tax address and rates)', (_what, changed, place, holds) => {
  expect(idsIn([rate(1, changed)], place)).toEqual(holds ? [1] : []);
});

test.each<[string, readonly TaxRate[], readonly number[]]>([
  ['its country before none', [rate(1), rate(2, { country: 'GB' })], [2]],
  [
    'its state before its postcode',
    [
      rate(1, { country: 'GB', postcodes: ['NW1*'], cities: ['London'] }),
      rate(2, { country: 'GB', state: 'LND' }),
    ],
    [2],
  ],
  ['its country before its state', [rate(1, { state: 'LND' }), rate(2, { country: 'GB' })], [2]],
  ['its postcode before none', [rate(1), rate(2, { postcodes: ['NW1*'] })], [2]],
  ['more postcodes', [rate(1, { postcodes: ['NW*'] }), rate(2, { postcodes: ['NW1*', 'X*'] })], [2]],
  [
    'more matching ones',
    [rate(1, { postcodes: ['NW*', 'X*', 'Y*'] }), rate(2, { postcodes: ['NW1*', 'NW*'] })],
    [2],
  ],
  ['more cities', [rate(1, { postcodes: ['NW*'] }), rate(2, { cities: ['London', 'Paris'] })], [2]],
  [
    'postcodes alone before postcodes with cities',
    [rate(1, { postcodes: ['NW*'], cities: ['London'] }), rate(2, { postcodes: ['NW1*', 'X*'] })],
    [2],
  ],
  [
    'the lower id of one postcode and one city',
    [rate(2, { postcodes: ['NW*'] }), rate(1, { cities: ['London'] })],
    [1],
  ],
  ['its city before none', [rate(1), rate(2, { cities: ['London'] })], [2]],
  ['the lower id, whatever the order', [rate(2, { order: 3 }), rate(1, { order: 7 })], [1]],
  ['an exact one before a lower id', [rate(1), rate(2, { country: 'GB' })], [2]],
  ['one that holds, however open', [rate(1), rate(2, { country: 'DE' })], [1]],
])('with one priority %s is charged (docs/money.md, tax address and rates)', (_what, rates, ids) => {
  expect(idsIn(rates)).toEqual(ids);
  expect(idsIn(rates.toReversed())).toEqual(ids);
});

test('one rate of each priority is charged, in order (docs/money.md, tax address and rates)', () => {
  const rates = [
    rate(1, { priority: 3 }),
    rate(2, { priority: 1 }),
    rate(3, { priority: 2, country: 'GB', compound: true }),
    rate(4, { priority: 2 }),
    rate(5, { priority: 1, country: 'GB' }),
  ];
  expect(idsIn(rates)).toEqual([5, 3, 1]);
  expect(idsIn(rates, { country: 'DE' })).toEqual([2, 4, 1]);
});

test('the time to find rates does not grow with the number of rates of other places', async () => {
  const storeOf = (count: number) =>
    taxOf({
      rates: Array.from({ length: count }, (_, id) =>
        rate(id + 1, {
          country: 'GB',
          postcodes: [`NW${id + 2}*`, `${id}...${id + 1}`, `AA${10_000 + id}...AA${10_001 + id}`],
          cities: [],
        }),
      ),
    });
  const stores = [storeOf(100), storeOf(20_000)];
  const ask = (tax: StoreSettings['tax'] | undefined) => {
    if (!tax) throw new Error('there are two stores');
    for (let number = 0; number < 2_000; number += 1) {
      ratesIn({ ...camden, postcode: String(number) }, tax, 'standard');
      ratesIn({ ...camden, postcode: `AA${10_000 + number}` }, tax, 'standard');
    }
  };
  for (const tax of stores) ask(tax);
  expect(await growthOf((size) => ask(stores[size - 1]), 1, 1_000)).toMatchObject({ linear: true });
});

test('a store that charges no tax has no rates', () => {
  expect(ratesIn(camden, taxOf({ enabled: false }), 'standard')).toEqual([]);
});

test.each([
  [{}, 'VAT-1'],
  [{ country: 'GB', priority: 2 }, 'GB-VAT-2'],
  [{ country: 'US', state: 'CA', name: 'State tax' }, 'US-CA-STATE TAX-1'],
  [{ country: 'CA', name: '' }, 'CA-1'],
])('the code of a rate with %o is %s', (changed, code) => {
  expect(rateCode(rate(1, changed))).toBe(code);
});
