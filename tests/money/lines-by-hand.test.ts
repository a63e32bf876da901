import { expect, test } from 'vitest';
import { type Calculated, calculate } from './calculator.ts';
import { aBasket, aCoupon, aLine, aRate, aStore, nowhere } from './description.fixture.ts';
import type { Basket, Store } from './description.ts';

const inGermany = { ...nowhere, country: 'DE' };

function ratesOf(taxes: ReadonlyMap<number, bigint>): Record<string, number> {
  return Object.fromEntries([...taxes].map(([id, tax]) => [id, Number(tax)]));
}

/** Returns the amounts of the first line, the taxes on goods by rate, and the total. */
function goodsIn({ lines: [line], taxes, totals }: Calculated): unknown {
  const { subtotal = 0n, subtotalTax = 0n, total = 0n, tax = 0n } = line ?? {};
  return [[subtotal, subtotalTax, total, tax].map(Number), ratesOf(taxes.goods), Number(totals.total)];
}

const taxed: readonly [rule: string, store: Partial<Store>, basket: Basket, expected: unknown][] = [
  [
    // 10.02 × 25 % = 2.505 → 2.51
    'half up where prices are without tax',
    { rates: [aRate({ millionths: 250_000 })] },
    aBasket([aLine({ unitPrice: 1002 })]),
    [[1002, 251, 1002, 251], { 1: 251 }, 1253],
  ],
  [
    // 1.05 with 100 % tax included: 1.05 ÷ 2 = 0.525 tax, rounded half down to 0.52; net 0.53.
    'half down where prices are with tax',
    { pricesWithTax: true, rates: [aRate({ millionths: 1_000_000 })] },
    aBasket([aLine({ unitPrice: 105 })]),
    [[53, 52, 53, 52], { 1: 52 }, 105],
  ],
  [
    // 5 % of 100.00 = 5.00; the compound rate is 9.975 % of 105.00 = 10.47375 → 10.47.
    'a compound rate is of the price with the rates before it',
    {
      rates: [
        aRate({ id: 1, millionths: 50_000 }),
        aRate({ id: 2, millionths: 99_750, priority: 2, compound: true }),
      ],
    },
    aBasket([aLine({ unitPrice: 10_000 })]),
    [[10_000, 1547, 10_000, 1547], { 1: 500, 2: 1047 }, 11_547],
  ],
  [
    // Plain rates: 5 % of 10.10 = 0.505 → 0.51, and 1 % of 10.10 = 0.101 → 0.10. The compound rate is 10 % of
    // 10.10 + 0.505 + 0.101 = 10.706, so 1.0706 → 1.07.
    'a compound rate is of the price with the exact taxes of all plain rates',
    {
      rates: [
        aRate({ id: 1, millionths: 50_000 }),
        aRate({ id: 2, millionths: 100_000, priority: 2, compound: true }),
        aRate({ id: 3, millionths: 10_000, priority: 3 }),
      ],
    },
    aBasket([aLine({ unitPrice: 1010 })]),
    [[1010, 168, 1010, 168], { 1: 51, 2: 107, 3: 10 }, 1178],
  ],
  [
    // 115.50 ÷ (1 + 0.05 + 0.1 × 1.05) = 115.50 ÷ 1.155 = 100.00; the taxes are 5.00 and 10.50.
    'plain and compound rates are taken out of a price with tax',
    {
      pricesWithTax: true,
      rates: [
        aRate({ id: 1, millionths: 50_000 }),
        aRate({ id: 2, millionths: 100_000, priority: 2, compound: true }),
      ],
    },
    aBasket([aLine({ unitPrice: 11_550 })]),
    [[10_000, 1550, 10_000, 1550], { 1: 500, 2: 1050 }, 11_550],
  ],
  [
    // Three rates of 500 % included in 0.02: 0.02 ÷ 16 × 5 = 0.00625 → 0.01 for each tax, and 0.00125 → 0.00 net.
    'each tax is rounded by itself, so that their sum may exceed the price',
    {
      pricesWithTax: true,
      rates: [1, 2, 3].map((id) => aRate({ id, priority: id, millionths: 5_000_000 })),
    },
    aBasket([aLine({ unitPrice: 2 })]),
    [[0, 3, 0, 3], { 1: 1, 2: 1, 3: 1 }, 3],
  ],
  [
    // 2 × 9.99 = 19.98 with the British 20 % is 16.65 net; 16.65 × 1.19 = 19.8135 → 19.81 in Germany. The
    // German tax is 19.81 × 19 ÷ 119 = 3.16.
    'the tax of the store is replaced by the tax of the place',
    {
      pricesWithTax: true,
      basedOn: 'shipping',
      rates: [aRate({ id: 1, country: 'GB' }), aRate({ id: 2, country: 'DE', millionths: 190_000 })],
    },
    aBasket([aLine({ unitPrice: 999, quantity: 2 })], { shipping: inGermany }),
    [[1665, 316, 1665, 316], { 2: 316 }, 1981],
  ],
  [
    // 12.00 includes the British 20 %, so 10.00 where no rate applies. The coupon takes 50 % of 10.00.
    'the tax of the store is removed where no rate applies',
    {
      pricesWithTax: true,
      basedOn: 'billing',
      rates: [aRate({ country: 'GB' })],
      coupons: [aCoupon({ amount: 500_000 })],
    },
    aBasket([aLine({ unitPrice: 1200 })], { billing: inGermany, codes: ['ten'] }),
    [[1000, 0, 500, 0], {}, 500],
  ],
  [
    // Three lines of 0.33 at 10 %: 0.033 → 0.03 for each line, and 0.099 → 0.10 for all.
    'lines are taxed together where tax is rounded at the subtotal',
    { roundsAtSubtotal: true, rates: [aRate({ millionths: 100_000 })] },
    aBasket([aLine({ unitPrice: 33 }), aLine({ unitPrice: 33 }), aLine({ unitPrice: 33 })]),
    [[33, 3, 33, 3], { 1: 10 }, 109],
  ],
  [
    // Yen have no decimals: 101 × 10 % = 10.1 → 10.
    'whole yen',
    { decimals: 0, rates: [aRate({ millionths: 100_000 })] },
    aBasket([aLine({ unitPrice: 101 })]),
    [[101, 10, 101, 10], { 1: 10 }, 111],
  ],
  [
    // Priority 1: the rate with a country and postcodes, because it is the most specific. Priority 2: the rate
    // with the lower order. The taxes are 3 % and 4 % of 100.00.
    'one rate of each priority, the most specific',
    {
      basedOn: 'shipping',
      rates: [
        aRate({ id: 1, country: 'DE', millionths: 10_000 }),
        aRate({ id: 2, cities: ['Berlin'], postcodes: ['10*'], millionths: 20_000 }),
        aRate({ id: 3, country: 'DE', postcodes: ['10000...10999'], millionths: 30_000 }),
        aRate({ id: 4, priority: 2, order: 1, millionths: 40_000 }),
        aRate({ id: 5, priority: 2, order: 2, millionths: 50_000 }),
      ],
    },
    aBasket([aLine({ unitPrice: 10_000 })], {
      shipping: { ...inGermany, postcode: '10 115', city: 'BERLIN' },
    }),
    [[10_000, 700, 10_000, 700], { 3: 300, 4: 400 }, 10_700],
  ],
];

test.each(taxed)('by hand, docs/money.md lines: %s', (_, store, basket, expected) => {
  expect(goodsIn(calculate(aStore(store), basket))).toEqual(expected);
});

/** Carts of a shop with 21 % and prices without tax, with the figures of WooCommerce 10.5. */
const exactLines = [
  aLine({ productId: 1, unitPrice: 826, exact: '8.2645', quantity: 3 }),
  aLine({ productId: 2, unitPrice: 3026, exact: '30.255', quantity: 2 }),
];
const couponOf = (kind: 'percent' | 'fixed_cart' | 'fixed_product', amount: number, exact: string) => ({
  coupons: [aCoupon({ code: 'x', kind, amount, exact })],
});

test.each<[what: string, store: Partial<Store>, basket: Basket, expected: readonly number[]]>([
  [
    '100 × 8.2645',
    {},
    aBasket([aLine({ unitPrice: 826, exact: '8.2645', quantity: 100 })]),
    [82_645, 17_355, 0],
  ],
  ['1000 × 0.004', {}, aBasket([aLine({ unitPrice: 0, exact: '0.004', quantity: 1_000 })]), [400, 84, 0]],
  // 24.7935 − 0.375 = 24.4185 and 60.51 − 0.25
  [
    '0.125 off each piece',
    couponOf('fixed_product', 13, '0.125'),
    aBasket(exactLines, { codes: ['x'] }),
    [8468, 1778, 63],
  ],
  // 7.001 is 1.40 off each piece, and a tenth of a cent, for which a whole cent is taken.
  [
    '7.001 off the cart',
    couponOf('fixed_cart', 700, '7.001'),
    aBasket(exactLines, { codes: ['x'] }),
    [7829, 1644, 701],
  ],
  // 33.333333 % of 247.94 + 60510.00 is 20252.6464…; the lines get 82.64 and 20169.99, and two cents remain.
  [
    '33.333333 %',
    couponOf('percent', 333_333, '33.333333'),
    aBasket(
      exactLines.map((line, index) => ({ ...line, quantity: [30, 2_000][index] ?? 0 })),
      { codes: ['x'] },
    ),
    [4_050_529, 850_611, 2_025_265],
  ],
  // Without decimals: 3 × 999.50 = 2998.5
  [
    '3 × 999.50 without decimals',
    { decimals: 0, rates: [aRate({ millionths: 100_000 })] },
    aBasket([aLine({ unitPrice: 1_000, exact: '999.5', quantity: 3 })]),
    [2999, 300, 0],
  ],
])('%s costs what it costs in WooCommerce', (_what, changed, basket, expected) => {
  const store = aStore({ rates: [aRate({ millionths: 210_000 })], ...changed });
  const { contents, contentsTax, discount } = calculate(store, basket).totals;
  expect([contents, contentsTax, discount].map(Number)).toEqual(expected);
});
