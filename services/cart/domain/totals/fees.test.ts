import { expect, test } from 'vitest';
import type { TaxRate } from '#contracts/settings.ts';
import { minor } from '#platform/money/money.ts';
import { reckonedFees } from './fees.ts';
import { feeOf } from './reckoned.fixture.ts';
import { levyOf } from './tax/levy.ts';
import { compoundOf, rateOf } from './tax/rate.fixture.ts';

const rates: Readonly<Record<string, readonly TaxRate[]>> = {
  '': [rateOf(1, 20)],
  reduced: [rateOf(2, 5), compoundOf(3, 10)],
};

/** What fees come to over goods and shipping of so much, which bear such taxes: net and taxes of each. */
function come(fees: Parameters<typeof reckonedFees>[0], net: number, taxes: Record<number, number> = {}) {
  const borne = new Map(Object.entries(taxes).map(([id, tax]) => [Number(id), minor(tax)] as const));
  const before = { net: minor(net), taxes: borne };
  const all = reckonedFees(fees, (taxClass) => levyOf(rates[taxClass] ?? []), 'up', before);
  for (const { taxed } of all) expect(taxed.taxes.reduce<number>((sum, tax) => sum + tax, 0)).toBe(taxed.tax);
  return all.map(({ taxed }) => [taxed.net, ...taxed.taxes]);
}

test.each<[string, Parameters<typeof come>, readonly (readonly number[])[]]>([
  ['none', [[], 1000], []],
  ['one without tax', [[feeOf(250)], 1000], [[250]]],
  // 20 % of 2.50
  ['one of the standard class: 0.50', [[feeOf(250, '')], 1000], [[250, 50]]],
  // 5 % of 2.50 is 0.125; 10 % of the exact 2.625 is 0.2625
  ['one of a compound class: 0.13 and 0.26', [[feeOf(250, 'reduced')], 1000], [[250, 13, 26]]],
  ['one of a class that there is not', [[feeOf(250, 'no-such')], 1000], [[250]]],
  ['some on an empty cart', [[feeOf(250), feeOf(100, '')], 0], [[250], [100, 20]]],
  ['one of nothing', [[feeOf(0, '')], 1000], [[0, 0]]],
  ['less than nothing, without tax', [[feeOf(-300)], 1000], [[-300]]],
  // 20 % of −3.00, of 2.00 that the cart bears
  ['less than nothing, with tax: −0.60', [[feeOf(-300, '')], 1000, { 1: 200 }], [[-300, -60]]],
  ['all that there is', [[feeOf(-1000)], 1000], [[-1000]]],
  ['more than there is', [[feeOf(-1001)], 1000], [[-1000]]],
  ['more than there is, in parts', [[feeOf(-600), feeOf(-600), feeOf(-1)], 1000], [[-600], [-400], [0]]],
  ['off nothing', [[feeOf(-5, '')], 0], [[0, 0]]],
  // 10.00 and 5.00 before it
  ['off a fee before it', [[feeOf(500), feeOf(-2000)], 1000], [[500], [-1500]]],
  ['off no fee after it', [[feeOf(-2000), feeOf(500)], 1000], [[-1000], [500]]],
  // 20 % of −10.00 is −2.00, but the cart bears 1.20
  ['no more tax than the cart bears', [[feeOf(-1000, '')], 1000, { 1: 120 }], [[-1000, -120]]],
  ['no tax where the cart bears none of it', [[feeOf(-1000, '')], 1000, { 2: 120 }], [[-1000, 0]]],
  // 20 % of −6.00 is −1.20 each; of 2.00 the first leaves 0.80
  [
    'no more tax than fees before it left',
    [[feeOf(-600, ''), feeOf(-600, '')], 2000, { 1: 200 }],
    [
      [-600, -120],
      [-600, -80],
    ],
  ],
  // 1.00 bears 0.20, of which −3.00 gives back 0.60 at most
  [
    'tax of a fee before it',
    [[feeOf(100, ''), feeOf(-300, '')], 1000],
    [
      [100, 20],
      [-300, -20],
    ],
  ],
  // capped at −1.00 first, then taxed: 20 % of −1.00
  ['tax of what it takes off', [[feeOf(-900, '')], 100, { 1: 200 }], [[-100, -20]]],
  // 5 % of −0.50 is −0.025, 10 % of −0.525 is −0.0525
  [
    'less than nothing, halves away from zero',
    [[feeOf(-50, 'reduced')], 1000, { 2: 9, 3: 9 }],
    [[-50, -3, -5]],
  ],
])('fees: %s (docs/money.md, fees and total)', (_what, given, expected) => {
  expect(come(...given)).toEqual(expected);
});
