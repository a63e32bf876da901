import { expect, test } from 'vitest';
import { calculate } from './calculator.ts';
import { aBasket, aCoupon, aLine, aMethod, aStore, aZone } from './description.fixture.ts';
import type { Basket, Line } from './description.ts';

/**
 * The recorded shop (tests/conformance/store) with its coupons: 20 % tax everywhere; in the UK, shipping costs
 * 5.00 and is free from 50.00.
 */
const shop = aStore({
  zones: [
    aZone({
      countries: ['GB'],
      methods: [
        aMethod({ instance: 1, order: 1, settings: { cost: '5.00', tax_status: 'taxable' } }),
        aMethod({
          instance: 2,
          order: 2,
          kind: 'free_shipping',
          settings: { requires: 'min_amount', min_amount: '50', ignore_discounts: 'no' },
        }),
      ],
    }),
  ],
  coupons: [
    aCoupon(),
    aCoupon({ id: 64, code: 'fiver', kind: 'fixed_cart', amount: 500 }),
    aCoupon({ id: 65, code: 'prod3', kind: 'fixed_product', amount: 300 }),
    aCoupon({ id: 66, code: 'solo', amount: 200_000, individual: true }),
    aCoupon({ id: 67, code: 'expired', expires: 1_500_000_000 }),
    aCoupon({ id: 68, code: 'used', used: 1, limit: 1 }),
    aCoupon({ id: 69, code: 'min100', minimum: 10_000 }),
  ],
});

const shirt = (quantity: number) => aLine({ productId: 13, unitPrice: 1800, quantity });
const sunglasses = aLine({ productId: 15, unitPrice: 5500 });
const album = aLine({ productId: 23, unitPrice: 200, virtual: true });
const oddCents = (quantity: number) => aLine({ productId: 48, unitPrice: 1999, quantity });
const untaxed = (quantity: number) => aLine({ productId: 49, unitPrice: 1100, quantity, tax: 'none' });
const abroad = { country: 'US', state: 'CA', postcode: '90210', city: '' };

/** Totals in the order of the recorded answer. */
type Expected = readonly [
  subtotal: number,
  subtotalTax: number,
  feeTotal: number,
  feeTax: number,
  discount: number,
  discountTax: number,
  shipping: number,
  shippingTax: number,
  total: number,
  totalTax: number,
];

const carts: readonly [
  scenario: string,
  lines: Line[],
  changed: Partial<Basket>,
  lines: [subtotal: number, subtotalTax: number, total: number, tax: number][],
  totals: Expected,
][] = [
  // 36.00 × 20 % = 7.20; 5.00 × 20 % = 1.00; 36 + 7.20 + 5 + 1 = 49.20
  ['plain', [shirt(2)], {}, [[3600, 720, 3600, 720]], [3600, 720, 0, 0, 0, 0, 500, 100, 4920, 820]],
  // 59.97 × 20 % = 11.994; 79.96 × 20 % = 15.992. Shipping could be free from 50.00, but the first method stays chosen.
  [
    'odd-cents',
    [oddCents(3)],
    {},
    [[5997, 1199, 5997, 1199]],
    [5997, 1199, 0, 0, 0, 0, 500, 100, 7796, 1299],
  ],
  [
    'odd-cents, one more',
    [oddCents(4)],
    {},
    [[7996, 1599, 7996, 1599]],
    [7996, 1599, 0, 0, 0, 0, 500, 100, 10195, 1699],
  ],
  ['untaxed', [untaxed(3)], {}, [[3300, 0, 3300, 0]], [3300, 0, 0, 0, 0, 0, 500, 0, 3800, 0]],
  [
    'untaxed, taxed too',
    [untaxed(3), shirt(1)],
    {},
    [
      [3300, 0, 3300, 0],
      [1800, 360, 1800, 360],
    ],
    [5100, 360, 0, 0, 0, 0, 500, 100, 6060, 460],
  ],
  [
    'free-shipping-offered',
    [sunglasses],
    {},
    [[5500, 1100, 5500, 1100]],
    [5500, 1100, 0, 0, 0, 0, 500, 100, 7200, 1200],
  ],
  [
    'choose-free-shipping',
    [sunglasses],
    { chosenRate: 'free_shipping:2' },
    [[5500, 1100, 5500, 1100]],
    [5500, 1100, 0, 0, 0, 0, 0, 0, 6600, 1100],
  ],
  [
    'no-zone',
    [shirt(1)],
    { billing: abroad, shipping: abroad },
    [[1800, 360, 1800, 360]],
    [1800, 360, 0, 0, 0, 0, 0, 0, 2160, 360],
  ],
  // 32.40 × 20 % = 6.48
  [
    'percent-coupon',
    [shirt(2)],
    { codes: ['ten'] },
    [[3600, 720, 3240, 648]],
    [3600, 720, 0, 0, 360, 72, 500, 100, 4488, 748],
  ],
  // 36.00 − 3.60 − 5.00 = 27.40, and 27.40 × 20 % = 5.48
  [
    'percent-then-fixed',
    [shirt(2)],
    { codes: ['ten', 'fiver'] },
    [[3600, 720, 2740, 548]],
    [3600, 720, 0, 0, 860, 172, 500, 100, 3888, 648],
  ],
  // 5.00 over 4 pieces: 1.25 and 3 × 1.25; 18.74 × 20 % = 3.748
  [
    'fixed-over-lines',
    [oddCents(1), untaxed(3)],
    { codes: ['fiver'] },
    [
      [1999, 400, 1874, 375],
      [3300, 0, 2925, 0],
    ],
    [5299, 400, 0, 0, 500, 25, 500, 100, 5774, 475],
  ],
  // 59.97 − 3 × 3.00 = 50.97, and 50.97 × 20 % = 10.194
  [
    'per-unit-coupon',
    [oddCents(3)],
    { codes: ['prod3'] },
    [[5997, 1199, 5097, 1019]],
    [5997, 1199, 0, 0, 900, 180, 500, 100, 6716, 1119],
  ],
  // 59.97 × 20 % = 11.994 → 11.99; 47.98 × 20 % = 9.596; the discount of 11.99 has a tax of 20 %, 2.398.
  [
    'individual-use',
    [oddCents(3)],
    { codes: ['solo'] },
    [[5997, 1199, 4798, 960]],
    [5997, 1199, 0, 0, 1199, 240, 500, 100, 6358, 1060],
  ],
  // 10 % of each line is cut to 1.99 + 3.30 = 5.29, and 52.99 × 10 % = 5.299 → 5.30. The remaining cent goes to the
  // line of 33.00.
  [
    'percent-cents',
    [oddCents(1), untaxed(3)],
    { codes: ['ten'] },
    [
      [1999, 400, 1800, 360],
      [3300, 0, 2969, 0],
    ],
    [5299, 400, 0, 0, 530, 40, 500, 100, 5729, 460],
  ],
  [
    'refused-coupons',
    [shirt(2)],
    { codes: ['nosuch', 'expired', 'used', 'min100'] },
    [[3600, 720, 3600, 720]],
    [3600, 720, 0, 0, 0, 0, 500, 100, 4920, 820],
  ],
  [
    'discount-above-goods',
    [album],
    { codes: ['fiver'] },
    [[200, 40, 0, 0]],
    [200, 40, 0, 0, 200, 40, 0, 0, 0, 0],
  ],
  [
    'fee',
    [shirt(2)],
    { fees: [{ amount: 250, taxable: true, taxClass: '' }] },
    [[3600, 720, 3600, 720]],
    [3600, 720, 250, 50, 0, 0, 500, 100, 5220, 870],
  ],
  // `ten` takes 1.99 + 3.30 + 1.80, and one more cent off the 33.00. `fiver` takes 1.00 off each piece. The
  // lines are 19.99 − 1.99 − 1.00, 33.00 − 3.31 − 3.00 and 18.00 − 1.80 − 1.00; the taxes are 3.40 + 3.04.
  [
    'example 520',
    [oddCents(1), untaxed(3), shirt(1)],
    { codes: ['ten', 'fiver'] },
    [
      [1999, 400, 1700, 340],
      [3300, 0, 2669, 0],
      [1800, 360, 1520, 304],
    ],
    [7099, 760, 0, 0, 1210, 116, 500, 100, 7133, 744],
  ],
];

test.each(carts)('the calculator agrees with the recorded cart: %s', (_, lines, changed, each, totals) => {
  const calculated = calculate(shop, aBasket(lines, changed));
  const { totals: all } = calculated;
  expect(
    calculated.lines.map((line) => [line.subtotal, line.subtotalTax, line.total, line.tax].map(Number)),
  ).toEqual(each);
  const columns = [
    all.subtotal,
    all.subtotalTax,
    all.fees,
    all.feesTax,
    all.discount,
    all.discountTax,
    all.shipping,
    all.shippingTax,
    all.total,
    all.totalTax,
  ];
  expect(columns.map(Number)).toEqual(totals);
});

test('the calculator gives the reason of each recorded refusal of a coupon', () => {
  const codes = ['nosuch', 'expired', 'used', 'min100', 'ten'];
  const { refused } = calculate(shop, aBasket([shirt(2)], { codes }));
  expect([...refused]).toEqual([
    ['nosuch', 'there is none'],
    ['expired', 'expired'],
    ['used', 'used up'],
    ['min100', 'below its minimum'],
  ]);
});

test('the calculator offers the recorded shipping rates', () => {
  const rates = (lines: Line[]) => calculate(shop, aBasket(lines)).shipping.rates.map(({ key }) => key);
  expect(rates([sunglasses])).toEqual(['flat_rate:1', 'free_shipping:2']);
  expect(rates([shirt(2)])).toEqual(['flat_rate:1']);
  expect(rates([album])).toEqual([]);
});
