import { expect, test } from 'vitest';
import type { TaxRate } from '#contracts/settings.ts';
import { fine, fineOf, minor } from '#platform/money/money.ts';
import { levyOf } from '#platform/tax/levy.ts';
import { compoundOf, rateOf } from '#platform/tax/rate.fixture.ts';
import { feeOf } from './calculated.fixture.ts';
import { feesOf } from './charges.ts';

const rates: Readonly<Record<string, readonly TaxRate[]>> = {
  '': [rateOf(1, 20)],
  standard: [rateOf(1, 20)],
  reduced: [rateOf(2, 5), compoundOf(3, 10)],
};

/** Amounts of a cart in minor units, with their tax classes. */
type Costs = readonly (readonly [taxClass: string | null, amount: number])[];

const grain = 1_000_000;

/** Returns the fees of a cart with these goods and shipping: net and taxes of each fee, in minor units. */
function calculatedFees(fees: Parameters<typeof feesOf>[0], ...all: Costs) {
  const costs = all.map(([taxClass, amount]) => ({ taxClass, amount: fineOf(minor(amount), grain) }));
  const net = fine(costs.reduce((sum, { amount }) => sum + amount, 0));
  const calculated = feesOf(fees, (taxClass) => levyOf(rates[taxClass] ?? []), grain, { net, costs });
  return calculated.map(({ taxed }) => [taxed.net / grain, ...taxed.taxes.map((tax) => tax / grain)]);
}

const untaxed: Costs[number] = [null, 1000];
const taxed: Costs[number] = ['standard', 1000];

test.each<[string, Parameters<typeof calculatedFees>, readonly (readonly number[])[]]>([
  ['none', [[], untaxed], []],
  ['one without tax', [[feeOf(250)], taxed], [[250]]],
  // The tax is 20 % of 2.50.
  ['one of the standard class', [[feeOf(250, '')], untaxed], [[250, 50]]],
  // 5 % of 2.50 is 0.125; 10 % of the exact 2.625 is 0.2625
  [
    'one of a compound class, its taxes not rounded',
    [[feeOf(250, 'reduced')], untaxed],
    [[250, 12.5, 26.25]],
  ],
  ['one of a class without rates', [[feeOf(250, 'no-such')], untaxed], [[250]]],
  ['some on an empty cart', [[feeOf(250), feeOf(100, '')]], [[250], [100, 20]]],
  ['one of 0', [[feeOf(0, '')], untaxed], [[0, 0]]],
  ['a negative one, of a cart without tax', [[feeOf(-300, '')], untaxed], [[-300]]],
  // The tax is 20 % of −3.00, although the fee is not taxable.
  ['a negative one gives tax back', [[feeOf(-300)], taxed], [[-300, -60]]],
  // Of the 3.00, 2.00 reduce goods with 20 % of tax, and 1.00 reduces goods without tax.
  ['its tax is split over the tax classes of the cart', [[feeOf(-300)], taxed, [null, 500]], [[-300, -40]]],
  // 1.50 reduces goods with 20 % of tax. The other 1.50 reduces goods of the class `reduced`, whose taxes are
  // 5 % of 1.50 and 10 % of 1.575.
  [
    'its tax is split over the classes',
    [[feeOf(-300)], taxed, ['reduced', 1000]],
    [[-300, -30, -7.5, -15.75]],
  ],
  ['the whole cart', [[feeOf(-1000)], untaxed], [[-1000]]],
  ['more than the cart, with its tax', [[feeOf(-1001)], taxed], [[-1000, -200]]],
  ['more than the cart, in parts', [[feeOf(-600), feeOf(-700), feeOf(-1)], untaxed], [[-600], [-399], [-1]]],
  ['of equal ones the later first', [[feeOf(-600), feeOf(-600)], untaxed], [[-400], [-600]]],
  ['off an amount of 0', [[feeOf(-5, '')], ['standard', 0]], [[0]]],
  ['off an earlier fee', [[feeOf(500), feeOf(-2000)], untaxed], [[500], [-1500]]],
  [
    'off a fee after it: the largest are taken first',
    [[feeOf(-2000), feeOf(500)], untaxed],
    [[-1500], [500]],
  ],
  // 5.00 of the 15.00 in the cart have tax, so 1.00 of the deduction of 3.00 refunds 20 %.
  [
    'tax of a fee',
    [[feeOf(500, ''), feeOf(-300)], untaxed],
    [
      [500, 100],
      [-300, -20],
    ],
  ],
  // Deductions of 1.00 and 2.00 refund as much tax as one deduction of 3.00.
  [
    'in parts gives back as much',
    [[feeOf(-100), feeOf(-200)], taxed],
    [
      [-100, -20],
      [-200, -40],
    ],
  ],
])('fees: %s (docs/money.md, fees)', (_what, given, expected) => {
  expect(calculatedFees(...given)).toEqual(expected);
});
