import { expect, test } from 'vitest';
import { untaxed } from './levy.ts';
import { leviesIn } from './levy-cache.ts';
import { rateOf, taxOf } from './rate.fixture.ts';

const rates = [
  rateOf(1, 20, { country: 'GB' }),
  rateOf(2, 5, { shipping: false }),
  rateOf(3, 7, { taxClass: 'reduced-rate' }),
];
/** Returns a new settings object, as after a change of the settings. */
const ownTax = () => taxOf({ rates });
const gb = { country: 'GB', state: '', postcode: '', city: '' };
const ids = ({ rates: all }: typeof untaxed) => all.map(({ id }) => id);

test('a place has one levy object for each tax class (docs/money.md)', () => {
  const tax = ownTax();
  const levyOf = leviesIn(gb, tax);
  expect([levyOf('standard'), levyOf('reduced-rate'), levyOf('')].map(ids)).toEqual([[1, 2], [3], [1, 2]]);
  // Callers group lines by the levy object, so equal levies must be one object.
  expect(levyOf('')).toBe(levyOf('standard'));
  expect(leviesIn({ ...gb }, tax)('')).toBe(levyOf(''));
});

test('another place, shipping and other settings have their own levies (docs/money.md)', () => {
  const tax = ownTax();
  expect(ids(leviesIn(gb, tax)(''))).toEqual([1, 2]);
  expect(ids(leviesIn({ ...gb, country: 'DE' }, tax)(''))).toEqual([2]);
  expect(ids(leviesIn(gb, tax, true)(''))).toEqual([1]);
  expect(ids(leviesIn(gb, { ...tax, rates: rates.slice(1) })(''))).toEqual([2]);
  expect(ids(leviesIn(gb, { ...tax, enabled: false })(''))).toEqual([]);
});

test('an unknown tax class has no tax', () => {
  const levyOf = leviesIn(gb, ownTax());
  expect(levyOf('zero-rate')).toBe(untaxed);
  expect(levyOf('__proto__')).toBe(untaxed);
});

test('only recent places are cached, and the levies of an evicted place are computed again', () => {
  const tax = ownTax();
  const at = (number: number) => leviesIn({ ...gb, postcode: String(number) }, tax)('');
  const [first, second] = [at(1), at(2)];
  for (let number = 3; number <= 1_000; number += 1) at(number);
  expect(at(1)).toBe(first);
  // The cache has room for a thousand places, so one more place removes the place that was used longest ago.
  at(1_001);
  expect(at(1)).toBe(first);
  expect(at(2)).not.toBe(second);
  expect(at(2)).toEqual(second);
});
