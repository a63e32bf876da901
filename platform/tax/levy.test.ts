import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TaxRate } from '#contracts/settings.ts';
import { minor } from '#platform/money/money.ts';
import { fine, fineOf, fineSum } from '../money/money.ts';
import { addTax, extractTax, isSameLevy, leviesIn, levyOf, priceSplitOf, untaxed } from './levy.ts';
import { compoundOf, rateOf, taxOf } from './rate.fixture.ts';

type Rates = readonly TaxRate[];

const vat20 = [rateOf(1, 20)];
const canada = [rateOf(1, 5), compoundOf(2, 9.975)];

describe('a levy', () => {
  test.each<[string, Rates, object]>([
    ['no rate', [], { shares: [], whole: 1, withTax: 1 }],
    // 20/100 = 1/5
    ['20 %', vat20, { shares: [1], whole: 5, withTax: 6 }],
    // 21/100 and 6/100
    ['21 % and 6 %', [rateOf(1, 21), rateOf(2, 6)], { shares: [21, 6], whole: 100, withTax: 127 }],
    // 5/100 = 4,000/80,000; 9.975 % of 105/100 = 10.47375/100 = 8,379/80,000
    ['5 % and 9.975 % on top', canada, { shares: [4_000, 8_379], whole: 80_000, withTax: 92_379 }],
    // 10/100, 10 % of 110/100 = 11/100, 10 % of 121/100 = 12.1/100
    [
      '10 % and twice 10 % on top',
      [rateOf(1, 10), compoundOf(2, 10), compoundOf(3, 10)],
      { shares: [100, 110, 121], whole: 1_000, withTax: 1_331 },
    ],
    ['0 %', [rateOf(1, 0)], { shares: [0], whole: 1, withTax: 1 }],
  ])('of %s has fractions in lowest terms', (_what, rates, levy) => {
    expect(levyOf(rates)).toEqual({ rates, ...levy });
  });

  test('adds compound rates after the plain rates, whatever their order', () => {
    const [first, second] = [compoundOf(1, 10), rateOf(2, 20)];
    // 20/100 = 5/25 first; then 10 % of 120/100 = 12/100 = 3/25
    expect(levyOf([first, second])).toEqual({
      rates: [second, first],
      shares: [5, 3],
      whole: 25,
      withTax: 33,
    });
  });

  test('uses big integers if plain numbers are too small', () => {
    const levy = levyOf([rateOf(1, 9.9999), compoundOf(2, 9.9999), compoundOf(3, 9.9999)]);
    // `whole` is 1,000,000³. The shares are 99,999 × 1,000,000²; 1,099,999 × 99,999 × 1,000,000; and
    // 1,099,999² × 99,999.
    expect(levy).toMatchObject({
      whole: 1_000_000_000_000_000_000n,
      shares: [99_999_000_000_000_000n, 109_998_800_001_000_000n, 120_998_570_002_299_999n],
    });
    // The exact taxes on 100.00 are 9.9999, 10.99988… and 12.09985….
    expect(addTax(fine(10_000), levy).taxes).toEqual([1_000, 1_100, 1_210]);
  });
});

/** Converts an amount in minor units to millionths of a minor unit. */
const units = (amount: number) => fineOf(minor(amount), 1_000_000);

test.each<[string, Rates, number, readonly number[]]>([
  ['19.99 at 20 %: 3.998', vat20, 1999, [399_800_000]],
  ['10.05 at 21 % and 6 %: 2.1105 and 0.603', [rateOf(1, 21), rateOf(2, 6)], 1005, [211_050_000, 60_300_000]],
  // The base of the second rate is 19.99 with 5 % tax, 20.9895. 9.975 % of 20.9895 is 2.093702625.
  ['19.99 at 5 % and 9.975 % on top', canada, 1999, [99_950_000, 209_370_263]],
  ['−0.05 at 10 %', [rateOf(1, 10)], -5, [-500_000]],
  ['nothing', canada, 0, [0, 0]],
  ['what bears no tax', [], 1999, []],
])('tax that is added, in millionths: %s', (_what, rates, net, taxes) => {
  expect(addTax(units(net), levyOf(rates))).toEqual({ net: units(net), taxes });
});

test.each<[string, Rates, number, readonly [net: number, ...taxes: readonly number[]]]>([
  ['12.00 with 20 %: 12 × 20/120 = 2.00', vat20, 1200, [1_000_000_000, 200_000_000]],
  // 19.99 / 6 = 3.331666…
  ['19.99 with 20 %', vat20, 1999, [1_665_833_333, 333_166_667]],
  // 19.99 × 21/127 = 3.30543307…; × 6/127 = 0.94440944…
  ['19.99 with 21 % and 6 %', [rateOf(1, 21), rateOf(2, 6)], 1999, [1_574_015_748, 330_543_307, 94_440_945]],
  // A net amount of 80,000 has taxes of 4,000 and 8,379, so the gross amount is 92,379. The taxes in 19.99 are
  // 19.99 × 4,000/92,379 and 19.99 × 8,379/92,379.
  ['19.99 with 5 % and 9.975 % on top', canada, 1999, [1_731_129_370, 86_556_468, 181_314_162]],
  ['nothing', canada, 0, [0, 0, 0]],
  ['what bears no tax', [], 1999, [1_999_000_000]],
])('tax that is extracted, in millionths: %s', (_what, rates, gross, [net, ...taxes]) => {
  expect(extractTax(units(gross), levyOf(rates))).toEqual({ net, taxes });
});

test('a store adds tax to net prices, and extracts tax from gross prices', () => {
  const levy = levyOf([rateOf(1, 10)]);
  const splitOf = (pricesIncludeTax: boolean) => priceSplitOf(taxOf({ pricesIncludeTax }));
  expect(splitOf(false)(fine(50), levy)).toEqual({ net: 50, taxes: [5] });
  expect(splitOf(true)(fine(55), levy)).toEqual({ net: 50, taxes: [5] });
});

test('levies with the same rates in the same order are the same', () => {
  const [one, other] = [rateOf(1, 20), rateOf(2, 20)];
  expect(isSameLevy(levyOf([one, other]), levyOf([{ ...one }, other]))).toBe(true);
  expect(isSameLevy(levyOf([one, other]), levyOf([other, one]))).toBe(false);
  expect(isSameLevy(levyOf([one]), levyOf([other]))).toBe(false);
  expect(isSameLevy(levyOf([one]), levyOf([one, other]))).toBe(false);
  expect(isSameLevy(levyOf([]), levyOf([]))).toBe(true);
});

const anyRates = fc
  .array(fc.tuple(fc.nat(4_000_000), fc.boolean()), { maxLength: 5 })
  .map((all) => all.map(([ppm, compound], index) => rateOf(index, 0, { ppm, compound })));
const anyAmount = fc.oneof(fc.nat(1_000), fc.nat(100_000_000), fc.nat(2 ** 40));

test('for any rates, net amount and taxes add up to the gross amount, and are not negative beyond rounding', () => {
  fc.assert(
    fc.property(anyRates, anyAmount, (rates, amount) => {
      const levy = levyOf(rates);
      const { net, taxes } = extractTax(fine(amount), levy);
      expect(net + fineSum(taxes)).toBe(amount);
      // Rounding raises each tax by at most 0.5, so the net amount can be slightly below zero.
      expect(net).toBeGreaterThanOrEqual(-rates.length / 2);
      expect(Math.min(0, ...taxes, ...addTax(fine(amount), levy).taxes)).toBe(0);
    }),
    { numRuns: 2_000 },
  );
});

test('reduced fractions give the same taxes as unreduced ones', () => {
  fc.assert(
    fc.property(anyRates, (rates) => {
      const levy = levyOf(rates);
      let [withTax, whole] = [1_000_000n, 1_000_000n];
      for (const { ppm, compound } of levy.rates) if (!compound) withTax += BigInt(ppm);
      for (const { ppm, compound } of levy.rates) {
        if (compound) [withTax, whole] = [withTax * (1_000_000n + BigInt(ppm)), whole * 1_000_000n];
      }
      expect(BigInt(levy.withTax) * whole).toBe(BigInt(levy.whole) * withTax);
      const all = levy.shares.reduce<bigint>((sofar, part) => sofar + BigInt(part), BigInt(levy.whole));
      expect(all).toBe(BigInt(levy.withTax));
    }),
    { numRuns: 2_000 },
  );
  expect(levyOf([])).toBe(untaxed);
});

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
