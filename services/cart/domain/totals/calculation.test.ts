import { describe, expect, test } from 'vitest';
import type { ProductFacts } from '#contracts/catalogue.ts';
import type { Coupon } from '#contracts/coupons.ts';
import type { StoreSettings } from '#contracts/settings.ts';
import { compoundOf, rateOf } from '#platform/tax/rate.fixture.ts';
import { commandContextOf, factsOf } from '../../model/context.fixture.ts';
import type { CartState } from '../../model/state.ts';
import { aCoupon } from '../coupons/coupon.fixture.ts';
import { aMethod, aZone } from '../shipping/shipping.fixture.ts';
import { cartIn, feeOf, lineOf, taxedBy } from './calculated.fixture.ts';
import { calculate } from './calculation.ts';

type Piece = readonly [price: number, quantity: number, changed?: Partial<ProductFacts>];

/** Returns the calculation of a cart with these items in Great Britain. */
function calculated(
  pieces: readonly Piece[],
  settings: StoreSettings,
  changed: Partial<CartState> = {},
  coupons: readonly Coupon[] = [],
) {
  const facts = pieces.map(([price, , more], index) => factsOf({ id: index + 1, price, ...more }));
  const lines = facts.map((one, index) => lineOf(one, pieces[index]?.[1] ?? 1));
  const state = cartIn('GB', { lines, coupons: coupons.map(({ code }) => code), ...changed });
  return calculate(state, commandContextOf(facts, settings, [], coupons));
}

const vat = [rateOf(1, 20)];
const flat = (cost: string) => [aZone({ methods: [aMethod({ settings: { cost, tax_status: 'taxable' } })] })];

test('the recorded cart has the recorded totals (example 520)', () => {
  const settings = { ...taxedBy(vat), shippingZones: flat('5.00') };
  const fiver = aCoupon({ id: 2, code: 'fiver', discountType: 'fixed_cart', amount: 500 });
  const pieces: Piece[] = [
    [1999, 1],
    [1100, 3, { taxable: false }],
    [1800, 1],
  ];
  const { lines, savings, taxes, totals } = calculated(pieces, settings, {}, [aCoupon(), fiver]);
  // The coupon `ten` takes 1.99 + 3.31 + 1.80 = 7.10, and `fiver` takes 1.00 off each of the five pieces.
  expect(lines.map(({ total }) => total.net / 1_000_000)).toEqual([1700, 2669, 1520]);
  expect(savings.map(({ coupon, amount }) => [coupon.code, amount])).toEqual([
    ['ten', 710],
    ['fiver', 500],
  ]);
  expect(totals).toEqual({
    // The subtotal is 19.99 + 33.00 + 18.00, and its tax is 4.00 + 3.60.
    ...{ subtotal: 7099, subtotalTax: 760, discount: 1210, discountTax: 116 },
    // After discounts, the goods are 17.00 + 26.69 + 15.20, and their tax is 3.40 + 3.04.
    ...{ contents: 5889, contentsTax: 644, contentsTaxes: [644] },
    ...{
      shipping: 500,
      shippingTax: 100,
      shippingTaxes: [100],
      taxRates: [1],
      fees: 0,
      feesTax: 0,
      feesTaxes: [0],
    },
    // The total is 58.89 + 6.44 for goods, and 5.00 + 1.00 for shipping.
    ...{ total: 7133, totalTax: 744 },
  });
  expect(taxes).toEqual([
    { rateId: 1, code: 'T1-1', label: 'T1', compound: false, amount: 644, shippingAmount: 100 },
  ]);
});

describe('when rounding at the subtotal, amounts with the same rates are taxed together', () => {
  const three: Piece[] = [
    [12, 1],
    [12, 1, { taxClass: 'standard' }],
    [12, 1, { taxable: false }],
  ];

  test.each<[string, Partial<StoreSettings['tax']>, object]>([
    // 20 % of 0.12 is 0.024, rounded to 0.02 on each of two lines. 20 % of 0.24 is 0.048, rounded to 0.05.
    ['by line', {}, { subtotal: 36, subtotalTax: 4, contentsTaxes: [4], total: 40 }],
    [
      'at the subtotal',
      { roundAtSubtotal: true },
      { subtotal: 36, subtotalTax: 5, contentsTaxes: [5], total: 41 },
    ],
    // Each of two lines contains exactly 0.12 × 20/120 = 0.02 of tax.
    ['by line, with tax', { pricesIncludeTax: true }, { subtotal: 32, subtotalTax: 4, total: 36 }],
  ])('%s', (_what, tax, totals) => {
    expect(calculated(three, taxedBy(vat, tax)).totals).toMatchObject(totals);
  });

  test('the subtotal is shown with tax', () => {
    const pieces: Piece[] = [
      [10, 1],
      [10, 1],
      [7, 1],
    ];
    const { lines, totals } = calculated(
      pieces,
      taxedBy(vat, { pricesIncludeTax: true, roundAtSubtotal: true }),
    );
    // The taxes are 0.10 / 6, 0.10 / 6 and 0.07 / 6, each rounded to millionths of a cent: in all 4.500001 cents.
    expect(lines.map(({ subtotal }) => subtotal.taxes[0])).toEqual([1_666_667, 1_666_667, 1_166_667]);
    expect(totals).toMatchObject({ subtotal: 22, subtotalTax: 5, contentsTaxes: [5], total: 27 });
  });

  test('the sum of all taxes is rounded half down when prices contain tax', () => {
    const atSubtotal = (percent: number, pricesIncludeTax: boolean) =>
      calculated([[105, 1]], taxedBy([rateOf(1, percent)], { roundAtSubtotal: true, pricesIncludeTax }))
        .totals;
    // 1.05 contains 0.525 of tax.
    expect(atSubtotal(100, true)).toMatchObject({ contentsTax: 53, totalTax: 52, total: 105 });
    // 50 % of 1.05 is 0.525.
    expect(atSubtotal(50, false)).toMatchObject({ contentsTax: 53, totalTax: 53, total: 158 });
  });

  test('the tax on discounts is that of each discount', () => {
    const settings = taxedBy(vat, { roundAtSubtotal: true });
    const half = aCoupon({ amount: 500_000 });
    // Two lines of 0.12 get 0.06 off each. 20 % of 0.24 is 0.048. 20 % of the discount of 0.12 is 0.024.
    expect(calculated(three.slice(0, 2), settings, {}, [half]).totals).toMatchObject({
      ...{
        subtotal: 24,
        subtotalTax: 5,
        contents: 12,
        contentsTax: 2,
        discount: 12,
        discountTax: 2,
        total: 14,
      },
    });
  });
});

describe("a coupon's saving is shown as the cart shows prices", () => {
  test.each<[string, Partial<StoreSettings['tax']>, number, object]>([
    // 10 % of 19.99 is 1.999, rounded to 2.00. The tax on 17.99 is 3.598, and the tax on 19.99 is 3.998.
    ['without tax, shown so', {}, 200, { discount: 200, discountTax: 40, total: 2159 }],
    // The discount of 2.00 is shown with its tax of 20 %.
    [
      'without tax, shown with it',
      { shownInCart: 'incl' },
      240,
      { discount: 200, discountTax: 40, total: 2159 },
    ],
    // 19.99 contains 3.33 of tax, and 17.99 contains 3.00. The discount is 1.67, and its tax is 0.33.
    [
      'with tax, shown so',
      { pricesIncludeTax: true, shownInCart: 'incl' },
      200,
      { discount: 167, discountTax: 33, total: 1799 },
    ],
    // The discount of 2.00 contains 0.33 of tax, so the discount without tax is 1.67.
    [
      'with tax, shown without it',
      { pricesIncludeTax: true },
      167,
      { discount: 167, discountTax: 33, total: 1799 },
    ],
  ])('%s', (_what, tax, saved, totals) => {
    const cart = calculated([[1999, 1]], taxedBy(vat, tax), {}, [aCoupon()]);
    expect(cart.savings.map(({ amount }) => amount)).toEqual([saved]);
    expect(cart.totals).toMatchObject(totals);
  });

  test('a store without coupons gives no discount', () => {
    const settings = { ...taxedBy(vat), couponsEnabled: false };
    expect(calculated([[1999, 1]], settings, {}, [aCoupon()])).toMatchObject({
      savings: [],
      totals: { discount: 0 },
    });
  });
});

test('several contained taxes, some compound, are all extracted from prices', () => {
  const rates = [rateOf(1, 5, { name: 'GST' }), compoundOf(2, 9.975, { name: 'QST' })];
  const settings = taxedBy(rates, { pricesIncludeTax: true, shownInCart: 'excl' });
  const { taxes, totals } = calculated([[1999, 1]], settings, { fees: [feeOf(250, '')] });
  // On 800.00, the tax of 5 % is 40.00, and the tax of 9.975 % on 840.00 is 83.79, together 923.79 with taxes. So 19.99
  // contains 19.99 × 4,000/92,379 = 0.8656 and 19.99 × 8,379/92,379 = 1.8131 of tax. The taxes on the fee of 2.50 are
  // 0.125, rounded half down, and 0.2618.
  expect(totals).toMatchObject({
    ...{ subtotal: 1731, subtotalTax: 268, contentsTaxes: [87, 181] },
    ...{ fees: 250, feesTax: 38, feesTaxes: [12, 26], totalTax: 306, total: 2287 },
  });
  expect(taxes.map(({ code, compound, amount }) => [code, compound, amount])).toEqual([
    ['GST-1', false, 99],
    ['QST-2', true, 207],
  ]);
});

describe('the taxes list', () => {
  test('has the rates of goods, shipping and fees by priority, order and id, each once', () => {
    const rates = [
      rateOf(5, 2, { priority: 2, name: 'City', country: 'GB' }),
      rateOf(4, 20, { priority: 1, name: 'VAT', shipping: false }),
      rateOf(3, 5, { priority: 1, order: 1, name: 'Books', taxClass: 'books' }),
      rateOf(2, 0, { priority: 3, name: 'Nought' }),
    ];
    const settings = { ...taxedBy(rates), shippingZones: flat('5') };
    const pieces: Piece[] = [
      [1000, 1, { taxClass: 'books' }],
      [2000, 1],
      [3000, 1],
    ];
    const { taxes, totals } = calculated(pieces, settings, { fees: [feeOf(1000, '')] });
    // The taxes on goods are 20 % of 60.00, 5 % of 10.00 and 2 % of 60.00. The tax on shipping is 2 % of 5.00.
    expect(taxes.map(({ code, amount, shippingAmount }) => [code, amount, shippingAmount])).toEqual([
      ['VAT-1', 1200, 0],
      ['BOOKS-1', 50, 0],
      ['GB-CITY-2', 120, 10],
    ]);
    expect(totals).toMatchObject({
      ...{ contentsTaxes: [1000, 50, 100], feesTaxes: [200, 0, 20], shippingTaxes: [0, 0, 10] },
      ...{ contentsTax: 1150, feesTax: 220, shippingTax: 10, totalTax: 1380 },
    });
  });

  test('keeps a tax that a negative fee cancels, so that the columns still add up', () => {
    const { taxes, totals } = calculated([[1000, 1]], taxedBy(vat), { fees: [feeOf(-1000, '')] });
    expect(taxes).toMatchObject([{ rateId: 1, amount: 0, shippingAmount: 0 }]);
    expect(totals).toMatchObject({
      ...{ contentsTaxes: [200], feesTaxes: [-200], contentsTax: 200, feesTax: -200, totalTax: 0, total: 0 },
    });
  });

  test('leaves out rates without an amount', () => {
    expect(calculated([[1000, 1, { taxable: false }]], taxedBy(vat)).taxes).toEqual([]);
  });
});

test('negative fees reduce goods and shipping and give back the taxes of both (docs/money.md, fees and total)', () => {
  const settings = { ...taxedBy(vat), shippingZones: flat('5') };
  const fees = [feeOf(-1200, ''), feeOf(-5000, '')];
  const { totals } = calculated([[1000, 1]], settings, { fees });
  // Goods of 10.00 and shipping of 5.00 have 2.00 + 1.00 of tax. The fee of −12.00 refunds 2.40. Only 3.00 of
  // the fee of −50.00 count, which refund 0.60.
  expect(totals).toMatchObject({
    ...{ fees: -1500, feesTax: -300, feesTaxes: [-300], contentsTax: 200, shippingTax: 100 },
    ...{ totalTax: 0, total: 0 },
  });
});

test('negative fees give tax back, taxable or not (docs/money.md, fees)', () => {
  const { totals } = calculated([[1000, 1]], taxedBy(vat), { fees: [feeOf(-5000)] });
  // The total is 10.00 + 2.00 − 10.00 − 2.00 = 0.
  expect(totals).toMatchObject({ contents: 1000, fees: -1000, feesTax: -200, totalTax: 0, total: 0 });
});

test('an empty cart has no amounts except its fees', () => {
  const none = { subtotal: 0, contents: 0, discount: 0, contentsTax: 0, shipping: 0 };
  expect(calculated([], taxedBy(vat)).totals).toMatchObject({ ...none, total: 0, contentsTaxes: [] });
  expect(calculated([], taxedBy(vat), { fees: [feeOf(250, '')] }).totals).toMatchObject({
    ...none,
    total: 300,
  });
});

test('a cart whose coupons take off its whole price is zero, without tax', () => {
  const all = aCoupon({ discountType: 'fixed_cart', amount: 99_999 });
  const { taxes, totals } = calculated([[1999, 3]], taxedBy(vat), {}, [all]);
  // The discount is 59.97, and its tax is 20 % of 59.97 = 11.994.
  expect(totals).toMatchObject({ discount: 5997, discountTax: 1199, contents: 0, contentsTax: 0, total: 0 });
  expect(taxes).toEqual([]);
});
