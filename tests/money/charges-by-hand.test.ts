import { expect, test } from 'vitest';
import { calculate } from './calculator.ts';
import { aBasket, aCoupon, aLine, aMethod, aStore, aZone } from './description.fixture.ts';
import type { Basket, Store } from './description.ts';

/** 3 × 7.00, 1 × 19.00 and 2 × 5.00 without taxes. */
const three = [
  aLine({ productId: 1, unitPrice: 700, quantity: 3, categories: [8] }),
  aLine({ productId: 2, unitPrice: 1900, onSale: true }),
  aLine({ productId: 3, unitPrice: 500, quantity: 2, categories: [9] }),
];

const discounted: readonly [
  rule: string,
  coupons: Parameters<typeof aCoupon>[0][],
  left: number[],
  off: number[],
][] = [
  // 33.3333 % of 21.00, 19.00 and 10.00, cut to cents, are 6.99 + 6.33 + 3.33 = 16.65. 33.3333 % of 50.00 is
  // 16.67, so the line of 21.00 gets two cents more.
  ['percent', [{ amount: 333_333 }], [1399, 1267, 667], [1667]],
  // 10 % of 21.00 and of 10.00 only.
  ['percent of categories', [{ categories: [8, 9] }], [1890, 1900, 900], [310]],
  // 10 % of 2 pieces of the dearest line: 2 × 7.00. The line of 3 × 7.00 = 21.00 counts as dearer than the line
  // of 1 × 19.00.
  ['percent of so many pieces', [{ pieces: 2 }], [1960, 1900, 1000], [140]],
  // min(8.00, 7.00) × 3, min(8.00, 19.00) × 1, min(8.00, 5.00) × 2.
  ['fixed product, at most the unit price', [{ kind: 'fixed_product', amount: 800 }], [0, 1100, 0], [3900]],
  // 20.00 over 6 pieces is 3.33 each: 9.99 + 3.33 + 6.66 = 19.98. The line of 21.00 gets the remaining two cents.
  ['fixed cart', [{ kind: 'fixed_cart', amount: 2000 }], [1099, 1567, 334], [2000]],
  // 45.00 over 6 pieces is 7.50 each: 21.00 (whole line), 7.50 and 10.00 (whole line) = 38.50. The only line
  // that still has a price gets the remaining 6.50.
  ['fixed cart that lines cannot take', [{ kind: 'fixed_cart', amount: 4500 }], [0, 500, 0], [4500]],
  // First 1.00 for each piece, then 10 % of the full 50.00, then 3.00 over 6 pieces.
  [
    'in the order of their kinds',
    [
      { id: 1, code: 'cart', kind: 'fixed_cart', amount: 300 },
      { id: 2, code: 'percent' },
      { id: 3, code: 'product', kind: 'fixed_product', amount: 100 },
    ],
    [1440, 1560, 600],
    [600, 500, 300],
  ],
  // First 50 % of all lines. Then 100 % of the lines that are not on sale takes only the remaining 10.50 and 5.00.
  [
    'never more than is left',
    [
      { id: 1, code: 'half', amount: 500_000 },
      { id: 2, code: 'whole', amount: 1_000_000, notOnSale: true },
    ],
    [0, 950, 0],
    [2500, 1550],
  ],
];

test.each(discounted)('by hand, docs/money.md coupons: %s', (_, changes, left, off) => {
  const coupons = changes.map((changed) => aCoupon(changed));
  const store = aStore({ taxed: false, coupons });
  const calculated = calculate(store, aBasket(three, { codes: coupons.map(({ code }) => code) }));
  expect(calculated.lines.map(({ total }) => Number(total))).toEqual(left);
  expect([...calculated.savings.values()].map(Number)).toEqual(off);
});

const shipped: readonly [
  rule: string,
  store: Partial<Store>,
  basket: Basket,
  rates: [string, number, number][],
][] = [
  [
    // 3 + 2 × 0.50 + 4.00 = 8.00: 10 % of 30.00 is 3.00, below the minimum of 4.00. The tax is 20 % of 8.00.
    'an expression',
    {
      zones: [
        aZone({
          methods: [aMethod({ settings: { cost: '3 + [qty] * 0.5 + [fee percent="10" min_fee="4"]' } })],
        }),
      ],
    },
    aBasket([aLine({ unitPrice: 1500, quantity: 2 })]),
    [['flat_rate:1', 800, 160]],
  ],
  [
    // First method: 1.00 + 2 × 1.50 for class 7 + 5 % of 10.00 for lines without a class. Second method: 1.00 +
    // the dearer class.
    'shipping classes, each or the dearest',
    {
      zones: [
        aZone({
          methods: [
            aMethod({
              settings: {
                cost: '1',
                class_cost_7: '[qty] * 1.50',
                no_class_cost: '[cost] * 0.05',
                type: 'class',
              },
            }),
            aMethod({
              instance: 2,
              order: 2,
              settings: {
                cost: '1',
                class_cost_7: '[qty] * 1.50',
                no_class_cost: '[cost] * 0.05',
                type: 'order',
                tax_status: 'none',
              },
            }),
          ],
        }),
      ],
    },
    aBasket([aLine({ shippingClass: 7, quantity: 2 }), aLine()]),
    [
      ['flat_rate:1', 450, 90],
      ['flat_rate:2', 400, 0],
    ],
  ],
  [
    // In whole yen, 10 ÷ 8 = 1.25 → 1, and 10 ÷ 4 = 2.5 → 3. Taxes of 20 %: 0.2 → 0, 0.6 → 1.
    'rounded half up',
    {
      decimals: 0,
      zones: [
        aZone({
          methods: [
            aMethod({ settings: { cost: '10 / 8' } }),
            aMethod({ instance: 2, order: 2, settings: { cost: '10 / (2 + 2)' } }),
          ],
        }),
      ],
    },
    aBasket([aLine()]),
    [
      ['flat_rate:1', 1, 0],
      ['flat_rate:2', 3, 1],
    ],
  ],
];

test.each(shipped)('by hand, docs/money.md shipping: %s', (_, store, basket, expected) => {
  const { rates } = calculate(aStore(store), basket).shipping;
  expect(rates.map(({ key, cost, tax }) => [key, Number(cost), Number(tax)])).toEqual(expected);
});

test('by hand, docs/money.md shipping: zones are checked by order, then by id, and zones without places last', () => {
  const method = (instance: number) => [aMethod({ instance, kind: 'local_pickup' })];
  const zones = [
    aZone({ id: 1, order: 0, methods: method(1) }),
    aZone({ id: 2, order: 5, continents: ['EU'], methods: method(2) }),
    aZone({ id: 3, order: 4, countries: ['GB'], postcodes: ['SW1*'], methods: method(3) }),
    aZone({ id: 4, order: 5, states: ['US:CA'], methods: method(4) }),
  ];
  const keyIn = (country: string, state: string, postcode: string) =>
    calculate(
      aStore({ zones }),
      aBasket([aLine()], { shipping: { country, state, postcode, city: '' } }),
    ).shipping.rates.find(({ isChosen }) => isChosen)?.key;
  expect(keyIn('GB', '', 'sw1a 1aa')).toBe('local_pickup:3');
  expect(keyIn('GB', '', 'N1 1AA')).toBe('local_pickup:2');
  expect(keyIn('US', 'CA', '90210')).toBe('local_pickup:4');
  expect(keyIn('US', 'NY', '10001')).toBe('local_pickup:1');
});

test('by hand, docs/money.md fees: a negative fee takes at most the rest, and gives its tax back', () => {
  // Goods of 10.00 without tax, and a fee of 2.00 with 0.40 tax. The fee of −20.00 becomes −12.00; 2.00 of it has 20 %
  // tax, which is −0.40.
  const store = aStore();
  const fees = [200, -2000].map((amount) => ({ amount, taxable: true, taxClass: '' }));
  const calculated = calculate(store, aBasket([aLine({ tax: 'none', virtual: true })], { fees }));
  expect(calculated.fees.map(({ net, tax }) => [net, tax])).toEqual([
    [200n, 40n],
    [-1200n, -40n],
  ]);
  expect([calculated.totals.fees, calculated.totals.feesTax, calculated.totals.total]).toEqual([
    -1000n,
    0n,
    0n,
  ]);
});
