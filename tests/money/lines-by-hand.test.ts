import { expect, test } from 'vitest';
import { type Calculated, calculate } from './calculator.ts';
import { aBasket, aCoupon, aLine, aRate, aStore, nowhere } from './description.fixture.ts';
import type { Basket, Store } from './description.ts';

const inGermany = { ...nowhere, country: 'DE' };

function ratesOf(taxes: ReadonlyMap<number, bigint>): Record<string, number> {
  return Object.fromEntries([...taxes].map(([id, tax]) => [id, Number(tax)]));
}

/** Returns the first line, taxes of goods by rate, and the total. */
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
    // Gross 1.05 with 100 %: 1.05 ÷ 2 = 0.525 of tax, a half goes down: 0.52; net 0.53.
    'half down where prices are with tax',
    { pricesWithTax: true, rates: [aRate({ millionths: 1_000_000 })] },
    aBasket([aLine({ unitPrice: 105 })]),
    [[53, 52, 53, 52], { 1: 52 }, 105],
  ],
  [
    // 5 % of 100.00 = 5.00; compound 9.975 % of 105.00 = 10.47375 → 10.47.
    'a compound rate is on top of the rates before it',
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
    // Exact taxes: 10.10 × 5 % = 0.505, shown 0.51; 10.10 × 1 % = 0.101 → 0.10, in a later priority. The compound 10 % of
    // 10.10 + 0.505 + 0.101 = 10.706 are 1.0706 → 1.07.
    'a compound rate is of the exact taxes of all plain ones',
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
    // 115.50 ÷ (1 + 0.05 + 0.1 × 1.05 = 1.155) = 100.00: 5.00 and 10.50.
    'both are taken out of a price with tax',
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
    // Three times 500 % within 0.02: 0.02 ÷ 16 × 5 = 0.00625 → 0.01 each, 0.00125 → 0.00 without them.
    'each tax is rounded by itself, so that together they may be more than there is',
    {
      pricesWithTax: true,
      rates: [1, 2, 3].map((id) => aRate({ id, priority: id, millionths: 5_000_000 })),
    },
    aBasket([aLine({ unitPrice: 2 })]),
    [[0, 3, 0, 3], { 1: 1, 2: 1, 3: 1 }, 3],
  ],
  [
    // 2 × 9.99 = 19.98 with British 20 %: 16.65 without; × 1.19 = 19.8135 → 19.81 in Germany. Tax 19.81 × 19 ÷ 119
    // = 3.1629 → 3.16, net 16.65.
    'the store takes its own tax out and puts the other in',
    {
      pricesWithTax: true,
      basedOn: 'shipping',
      rates: [aRate({ id: 1, country: 'GB' }), aRate({ id: 2, country: 'DE', millionths: 190_000 })],
    },
    aBasket([aLine({ unitPrice: 999, quantity: 2 })], { shipping: inGermany }),
    [[1665, 316, 1665, 316], { 2: 316 }, 1981],
  ],
  [
    // 12.00 with British 20 % is 10.00 where no rate holds; and half of that with a coupon of 50 %.
    'the store takes its own tax out where none holds',
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
    // Three lines of 0.33 at 10 %: each 0.033 → 0.03, together 0.99 × 10 % = 0.099 → 0.10.
    'lines are taxed as one where tax is rounded at the subtotal',
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
    // The most exact of priority 1 is the one with a country and postcodes; of priority 2 the one with the lower order.
    // 100.00 × 3 % and × 4 %.
    'one rate of each priority, the most exact',
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
