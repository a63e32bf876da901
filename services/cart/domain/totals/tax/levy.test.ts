import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TaxRate } from '#contracts/settings.ts';
import { type Half, minor } from '#platform/money/money.ts';
import { store } from '../../facts.fixture.ts';
import { levied, levyOf, mover, partingBy, released, untaxed } from './levy.ts';
import { compoundOf, rateOf } from './rate.fixture.ts';

type Rates = readonly TaxRate[];

const vat20 = [rateOf(1, 20)];
const canada = [rateOf(1, 5), compoundOf(2, 9.975)];

describe('a levy', () => {
  test.each<[string, Rates, object]>([
    ['no rate', [], { parts: [], whole: 1, withTax: 1 }],
    // 20/100 = 1/5
    ['20 %', vat20, { parts: [1], whole: 5, withTax: 6 }],
    // 21/100 and 6/100
    ['21 % and 6 %', [rateOf(1, 21), rateOf(2, 6)], { parts: [21, 6], whole: 100, withTax: 127 }],
    // 5/100 = 4,000/80,000; 9.975 % of 105/100 = 10.47375/100 = 8,379/80,000
    ['5 % and 9.975 % on top', canada, { parts: [4_000, 8_379], whole: 80_000, withTax: 92_379 }],
    // 10/100, 10 % of 110/100 = 11/100, 10 % of 121/100 = 12.1/100
    [
      '10 % and twice 10 % on top',
      [rateOf(1, 10), compoundOf(2, 10), compoundOf(3, 10)],
      { parts: [100, 110, 121], whole: 1_000, withTax: 1_331 },
    ],
    ['0 %', [rateOf(1, 0)], { parts: [0], whole: 1, withTax: 1 }],
  ])('of %s has its parts in least terms', (_what, rates, levy) => {
    expect(levyOf(rates)).toEqual({ rates, ...levy });
  });

  test('of a compound rate that comes before a plain one has it on top all the same', () => {
    const [first, second] = [compoundOf(1, 10), rateOf(2, 20)];
    // 20/100 = 5/25 first; then 10 % of 120/100 = 12/100 = 3/25
    expect(levyOf([first, second])).toEqual({
      rates: [second, first],
      parts: [5, 3],
      whole: 25,
      withTax: 33,
    });
  });

  test('of parts that plain numbers do not hold has large ones', () => {
    const levy = levyOf([rateOf(1, 9.9999), compoundOf(2, 9.9999), compoundOf(3, 9.9999)]);
    // 1,000,000³; 99,999 × 1,000,000²; 1,099,999 × 99,999 × 1,000,000; 1,099,999² × 99,999
    expect(levy).toMatchObject({
      whole: 1_000_000_000_000_000_000n,
      parts: [99_999_000_000_000_000n, 109_998_800_001_000_000n, 120_998_570_002_299_999n],
    });
    // 100.00: 9.9999; 10.99988…; 12.09985…
    expect(levied(minor(10_000), levy, 'up').taxes).toEqual([1_000, 1_100, 1_210]);
  });
});

test.each<[string, Rates, number, Half, readonly number[]]>([
  ['19.99 at 20 %: 3.998', vat20, 1999, 'up', [400]],
  ['0.05 at 10 %: 0.005, half up', [rateOf(1, 10)], 5, 'up', [1]],
  ['0.05 at 10 %: 0.005, half down', [rateOf(1, 10)], 5, 'down', [0]],
  ['0.04 at 10 %: 0.004', [rateOf(1, 10)], 4, 'up', [0]],
  ['10.05 at 21 % and 6 %: 2.1105 and 0.603', [rateOf(1, 21), rateOf(2, 6)], 1005, 'up', [211, 60]],
  // 9.975 % of the exact 20.9895, not of the rounded 20.99: 2.0937…
  ['19.99 at 5 % and 9.975 % on top: 0.9995 and 2.0937', canada, 1999, 'up', [100, 209]],
  // 5 % of 0.10 is 0.005 → 0.01; 10 % of the exact 0.105 is 0.0105, not of 0.11
  ['0.50 at 5 % and 10 % on top: 0.025 and 0.0525', [rateOf(1, 5), compoundOf(2, 10)], 50, 'up', [3, 5]],
  ['0.50 at both, half down', [rateOf(1, 5), compoundOf(2, 10)], 50, 'down', [2, 5]],
  ['−0.05 at 10 %: −0.005, away from zero', [rateOf(1, 10)], -5, 'up', [-1]],
  ['−0.05 at 10 %: −0.005, towards zero', [rateOf(1, 10)], -5, 'down', [0]],
  ['nothing', canada, 0, 'up', [0, 0]],
  ['what bears no tax', [], 1999, 'up', []],
])('tax that is put on: %s', (_what, rates, net, half, taxes) => {
  const tax = taxes.reduce((all, one) => all + one, 0);
  expect(levied(minor(net), levyOf(rates), half)).toEqual({ net, tax, taxes });
});

test.each<[string, Rates, number, readonly [net: number, ...taxes: readonly number[]]]>([
  ['12.00 with 20 %: 12 × 20/120 = 2.00', vat20, 1200, [1000, 200]],
  ['19.99 with 20 %: 19.99 / 6 = 3.3317', vat20, 1999, [1666, 333]],
  ['0.03 with 20 %: 0.005, half down', vat20, 3, [3, 0]],
  ['0.09 with 20 %: 0.015, half down', vat20, 9, [8, 1]],
  ['12.70 with 21 % and 6 %: 2.10 and 0.60', [rateOf(1, 21), rateOf(2, 6)], 1270, [1000, 210, 60]],
  // 19.99 × 21/127 = 3.3054…; × 6/127 = 0.9444…
  ['19.99 with 21 % and 6 %', [rateOf(1, 21), rateOf(2, 6)], 1999, [1574, 331, 94]],
  // 115.4737… is 100 with 5 % and 9.975 % on top: 19.99 × 4,000/92,379 = 0.8656, × 8,379/92,379 = 1.8131
  ['19.99 with 5 % and 9.975 % on top', canada, 1999, [1731, 87, 181]],
  ['nothing', canada, 0, [0, 0, 0]],
  ['what bears no tax', [], 1999, [1999]],
  // each 300 of 1,000 parts: 0.006 → 0.01, but there is 0.02 in all
  ['0.02 with three times 300 %', [rateOf(1, 300), rateOf(2, 300), rateOf(3, 300)], 2, [0, 1, 1, 0]],
])('tax that is taken out, halves down: %s', (_what, rates, gross, [net, ...taxes]) => {
  const levy = levyOf(rates);
  expect(released(minor(gross), levy, 'down')).toEqual({ net, tax: gross - net, taxes });
});

test.each<[string, Rates, Rates, number, number]>([
  ['the same rates', vat20, [rateOf(1, 20)], 1999, 1999],
  // 12.00 / 1.20 × 1.19 = 11.90
  ['12.00 with 20 % where 19 % holds', vat20, [rateOf(2, 19)], 1200, 1190],
  // 19.99 / 1.20 × 1.25 = 20.8229…
  ['19.99 with 20 % where 25 % holds', vat20, [rateOf(2, 25)], 1999, 2082],
  // 19.99 / 1.20 = 16.6583…
  ['19.99 with 20 % where no tax is', vat20, [], 1999, 1666],
  // 0.03 / 1.20 × 1.00 = 0.025, half up
  ['0.03 with 20 % where no tax is', vat20, [], 3, 3],
  ['10.00 without tax where 20 % holds', [], vat20, 1000, 1200],
  // 10.00 / 1.20 × 92,379/80,000 = 9.6228…
  ['10.00 with 20 % where 5 % and 9.975 % on top hold', vat20, canada, 1000, 962],
  ['nothing', vat20, canada, 0, 0],
])("a price with another place's tax in it: %s (docs/money.md, lines)", (_what, from, to, gross, moved) => {
  expect(mover(levyOf(from), levyOf(to))(minor(gross))).toBe(moved);
});

test('a store parts prices as it enters them, halves up without tax and down with it', () => {
  const levy = levyOf([rateOf(1, 10)]);
  const parting = (pricesIncludeTax: boolean) => partingBy({ ...store.tax, pricesIncludeTax });
  // 10 % of 0.05 is 0.005
  expect(parting(false)(minor(5), levy)).toEqual({ net: 5, tax: 1, taxes: [1] });
  // 10 % in 0.55 is 0.05; 100 % in 0.05 is 0.025
  expect(parting(true)(minor(55), levy)).toEqual({ net: 50, tax: 5, taxes: [5] });
  expect(parting(true)(minor(5), levyOf([rateOf(1, 100)]))).toEqual({ net: 3, tax: 2, taxes: [2] });
});

const anyRates = fc
  .array(fc.tuple(fc.nat(4_000_000), fc.boolean()), { maxLength: 5 })
  .map((all) => all.map(([ppm, compound], index) => rateOf(index, 0, { ppm, compound })));
const anyAmount = fc.oneof(fc.nat(1_000), fc.nat(100_000_000), fc.nat(2 ** 40));

test('an amount is the sum of its parts, none below zero, whatever the rates', () => {
  fc.assert(
    fc.property(anyRates, anyAmount, fc.constantFrom<Half>('up', 'down'), (rates, amount, half) => {
      const levy = levyOf(rates);
      const taken = released(minor(amount), levy, half);
      const put = levied(minor(amount), levy, half);
      expect(taken.net + taken.tax).toBe(amount);
      for (const { net, tax, taxes } of [taken, put]) {
        expect(taxes.reduce<number>((all, one) => all + one, 0)).toBe(tax);
        expect(Math.min(net, tax, ...taxes)).toBeGreaterThanOrEqual(0);
      }
    }),
    { numRuns: 2_000 },
  );
});

test('least terms change no amount: the parts are what large numbers say', () => {
  fc.assert(
    fc.property(anyRates, anyAmount, (rates, amount) => {
      const levy = levyOf(rates);
      let [withTax, whole] = [1_000_000n, 1_000_000n];
      for (const { ppm, compound } of levy.rates) if (!compound) withTax += BigInt(ppm);
      for (const { ppm, compound } of levy.rates) {
        if (compound) [withTax, whole] = [withTax * (1_000_000n + BigInt(ppm)), whole * 1_000_000n];
      }
      expect(BigInt(levy.withTax) * whole).toBe(BigInt(levy.whole) * withTax);
      const all = levy.parts.reduce<bigint>((sofar, part) => sofar + BigInt(part), BigInt(levy.whole));
      expect(all).toBe(BigInt(levy.withTax));
      expect(mover(levy, levyOf(rates))(minor(amount))).toBe(amount);
    }),
    { numRuns: 2_000 },
  );
  expect(levyOf([])).toBe(untaxed);
});
