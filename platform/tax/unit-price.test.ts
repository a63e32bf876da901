import { expect, test } from 'vitest';
import type { StoreSettings } from '#contracts/settings.ts';
import { minor } from '#platform/money/money.ts';
import { leviesIn, unitPrices } from './levy.ts';
import { rateOf, taxOf } from './rate.fixture.ts';

const place = (country: string) => ({ country, state: '', postcode: '', city: '' });
/** Tax rates: 19 % in Germany, where the store is; 20 % in France; two rates in Canada. */
const rates = [
  rateOf(1, 19, { country: 'DE' }),
  rateOf(2, 20, { country: 'FR' }),
  rateOf(3, 5, { country: 'CA' }),
  rateOf(4, 9.975, { country: 'CA' }),
];

/** Returns a price as a German shop shows it to customers in a country. */
function shown(
  price: number,
  country: string,
  display: 'incl' | 'excl',
  changed: Partial<StoreSettings['tax']>,
  product = { taxable: true, taxClass: '' },
  exact?: string,
  decimals = 2,
): number {
  const tax = taxOf({ rates, ...changed });
  const show = unitPrices(tax, display, leviesIn(place('DE'), tax), leviesIn(place(country), tax), decimals);
  return show(minor(price), product, exact);
}

const withTax = { pricesIncludeTax: true };

test.each<[string, Parameters<typeof shown>, number]>([
  ['without tax, shown so', [1999, 'FR', 'excl', {}], 1999],
  // 19.99 × 20 % = 3.998
  ['without tax, shown with it', [1999, 'FR', 'incl', {}], 2399],
  // 5 % of 10.10 is 0.505, and 9.975 % of 10.10 is 1.007475. Each tax is rounded: 0.51 + 1.01.
  ['without tax, shown with two', [1010, 'CA', 'incl', {}], 1162],
  // The unrounded taxes are 0.505 + 1.007475 = 1.512475.
  ['without tax, rounded at the subtotal', [1010, 'CA', 'incl', { roundAtSubtotal: true }], 1161],
  ['with tax, at home', [1099, 'DE', 'incl', withTax], 1099],
  // 10.99 contains 1.7547 tax (19 %), rounded to 1.75. 20 % of the net 9.2353 is 1.8471, rounded to 1.85. The
  // price is 10.99 − 1.75 + 1.85.
  ['with tax, abroad', [1099, 'FR', 'incl', withTax], 1109],
  // The unrounded net price and tax are 9.2353 + 1.8471.
  [
    'with tax, abroad, rounded at the subtotal',
    [1099, 'FR', 'incl', { ...withTax, roundAtSubtotal: true }],
    1108,
  ],
  ['with tax, where there is none', [1099, 'US', 'incl', withTax], 924],
  ['with tax, shown without it', [1099, 'FR', 'excl', withTax], 924],
  ['what bears no tax', [1099, 'FR', 'incl', withTax, { taxable: false, taxClass: '' }], 1099],
  ['in a shop without taxes', [1099, 'FR', 'incl', { enabled: false }], 1099],
  ['with 0 %, which is more than can be calculated in millionths', [2 ** 45, 'US', 'incl', {}], 2 ** 45],
])('a unit price entered %s (docs/money.md, prices of products)', (_what, given, expected) => {
  expect(shown(...given)).toBe(expected);
});

const inNetherlands = { rates: [rateOf(1, 21, { country: 'DE' })] };
const standard = { taxable: true, taxClass: '' };

test.each<[string, string, Parameters<typeof shown>, number]>([
  // 8.2645 × 21 % = 1.735545, rounded to 1.74; 10.0045 is shown as 10.00. The rounded price would be shown as 9.99.
  ['8.2645', 'shown with tax', [826, 'DE', 'incl', inNetherlands, standard, '8.2645'], 1000],
  ['8.2645', 'shown without tax', [826, 'DE', 'excl', inNetherlands, standard, '8.2645'], 826],
  ['30.255', 'shown with tax', [3026, 'DE', 'incl', inNetherlands, standard, '30.255'], 3661],
  ['0.004', 'shown with tax', [0, 'DE', 'incl', inNetherlands, standard, '0.004'], 0],
  [
    '8.2645',
    'not taxable',
    [826, 'DE', 'incl', inNetherlands, { ...standard, taxable: false }, '8.2645'],
    826,
  ],
  // 999.50 yen × 21 % = 209.895, rounded to 210; 1209.5 is shown as 1210.
  ['999.50', 'without decimals', [1_000, 'DE', 'incl', inNetherlands, standard, '999.5', 0], 1_210],
  // With tax: 10.0045 contains 1.736318.
  [
    '10.0045',
    'entered with tax',
    [1000, 'DE', 'excl', { ...inNetherlands, ...withTax }, standard, '10.0045'],
    827,
  ],
])('a price of %s, %s, is calculated from all its decimals', (_price, _how, given, expected) => {
  expect(shown(...given)).toBe(expected);
});
