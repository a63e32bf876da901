import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ProductFacts } from '#contracts/catalogue.ts';
import type { Coupon } from '#contracts/coupons.ts';
import { fine } from '#platform/money/money.ts';
import { factsOf } from '../../model/context.fixture.ts';
import { aCoupon } from './coupon.fixture.ts';
import { type Discountable, discountsOf, inOrder } from './discounts.ts';

/** Returns a line with this quantity at a unit price. */
function line(unit: number, quantity: number, changed: Partial<ProductFacts> = {}): Discountable {
  return { facts: factsOf(changed), quantity, price: fine(unit * quantity) };
}

const rules = { grain: 1, decimals: 2, sequential: false, calculation: 'woocommerce-9.9' } as const;

/** Returns each coupon's discount on each line, by code. */
function taken(lines: readonly Discountable[], ...coupons: Coupon[]) {
  return Object.fromEntries(discountsOf(lines, coupons, rules));
}

/** The same with the calculation of WooCommerce 10. */
function takenIn10(lines: readonly Discountable[], ...coupons: Coupon[]) {
  return Object.fromEntries(discountsOf(lines, coupons, { ...rules, calculation: 'woocommerce-10' }));
}

const percent = (rate: number, changed: Partial<Coupon> = {}) => aCoupon({ amount: rate, ...changed });
const perPiece = (amount: number, changed: Partial<Coupon> = {}) =>
  aCoupon({ code: 'piece', id: 2, discountType: 'fixed_product', amount, ...changed });
const fixedCart = (amount: number, changed: Partial<Coupon> = {}) =>
  aCoupon({ code: 'cart', id: 3, discountType: 'fixed_cart', amount, ...changed });
const ten = percent(100_000);

describe('as recorded (conformance, cart-totals-tax-coupon-shipping)', () => {
  test.each([
    // 10 % of 2 × 18.00 = 3.60
    ['percent-coupon', [line(1800, 2)], [ten], { ten: [360] }],
    // 10 % of 36.00 = 3.60; 5.00 over 2 pieces = 2.50 each
    ['percent-then-fixed', [line(1800, 2)], [ten, fixedCart(500)], { ten: [360], cart: [500] }],
    // 5.00 over 1 + 3 pieces = 1.25 each
    ['fixed-over-lines', [line(1999, 1), line(1100, 3)], [fixedCart(500)], { cart: [125, 375] }],
    // 3 × 3.00
    ['per-unit-coupon', [line(1999, 3)], [perPiece(300)], { piece: [900] }],
    // 20 % of 59.97 = 11.994: 11.99 for the line (rounded down) and 11.99 for the whole cart (rounded).
    ['individual-use', [line(1999, 3)], [percent(200_000)], { ten: [1199] }],
    // 1.999 and 3.30, rounded down, are together 5.29. 10 % of 52.99 is 5.30. The line of 33.00 takes the missing
    // cent.
    ['percent-cents', [line(1999, 1), line(1100, 3)], [ten], { ten: [199, 331] }],
    // A coupon of 5.00 takes only 2.00 off a cart of 2.00.
    ['discount-above-goods', [line(200, 1)], [fixedCart(500)], { cart: [200] }],
  ])('%s', (_, lines, coupons, expected) => {
    expect(taken(lines, ...coupons)).toEqual(expected);
  });
});

describe('coupons reduce the price (docs/money.md)', () => {
  test('by at most what earlier coupons left of it', () => {
    // The first coupon takes 15.00 off 18.00. The second would take 20 % = 3.60, but only 3.00 is left.
    // Nothing is left for the third coupon of 1.00.
    const all = taken([line(1800, 1)], fixedCart(100), percent(200_000), perPiece(1500));
    expect(all).toEqual({ piece: [1500], ten: [300], cart: [0] });
  });

  test('by percentages of the full price', () => {
    // 10 % of 20.00 = 2.00 and 25 % of 20.00 = 5.00. The second coupon ignores the first discount.
    expect(taken([line(2000, 1)], ten, percent(250_000, { code: 'quarter', id: 9 }))).toEqual({
      quarter: [500],
      ten: [200],
    });
  });

  test('by nothing without lines, or when all lines are free', () => {
    expect(taken([], ten, fixedCart(500), perPiece(100))).toEqual({ ten: [], cart: [], piece: [] });
    expect(taken([line(0, 3)], ten, fixedCart(500), perPiece(100))).toEqual({
      ten: [0],
      cart: [0],
      piece: [0],
    });
  });
});

describe('a percentage (docs/money.md)', () => {
  test.each([
    // 10 % of 5 is 0.5, rounded half down to 0. 10 % of 6 is 0.6, rounded to 1.
    ['rounds the whole half down', [line(5, 1)], 100_000, [0]],
    ['rounds more than a half up', [line(6, 1)], 100_000, [1]],
    // 1.999 for each of three lines is rounded down to 1.99, together 5.97. 10 % of 59.97 is 6.00. Each piece
    // takes one of the three missing cents.
    [
      'distributes the lost units, one per piece',
      [line(1999, 1), line(1999, 1), line(1999, 1)],
      100_000,
      [200, 200, 200],
    ],
    // 1.999 and 2.099, rounded down, are together 4.08. 10 % of 40.98 is 4.10. Each line takes one missing cent.
    ['distributes the lost units to both lines', [line(1999, 1), line(2099, 1)], 100_000, [200, 210]],
    // 0.109 for each of two lines, rounded down, is together 0.20. 10 % of 2.18 is 0.22. The line with two pieces
    // comes first and takes both missing cents.
    [
      'gives to all pieces of a line before the next',
      [line(109, 1), { ...line(0, 2), price: fine(109) }],
      100_000,
      [10, 12],
    ],
    // 12.3456 % of 100.00 = 12.3456. The line is rounded down to 12.34, the whole cart is rounded to 12.35.
    ['has four decimals', [line(10_000, 1)], 123_456, [1235]],
    ['of a hundred takes all', [line(1999, 3), line(1, 1)], 1_000_000, [5997, 1]],
    ['above a hundred takes no more', [line(1999, 3), line(1, 1)], 2_500_000, [5997, 1]],
    ['of 0 takes nothing', [line(1999, 3)], 0, [0]],
  ])('%s', (_, lines, rate, expected) => {
    expect(taken(lines, percent(rate))).toEqual({ ten: expected });
  });

  test('gives units that the first line cannot take to the next line', () => {
    const lines = [line(305, 1, { id: 1 }), line(205, 1, { id: 2 }), line(105, 1, { id: 3 })];
    // 2.75 off the first line leaves 0.30. 10 % of the full prices, each rounded down, is 0.30, 0.20 and 0.10.
    // 10 % of all full prices together, 6.15, is 0.61. The first line has nothing left, so the second line takes the
    // missing cent.
    const first = perPiece(275, { productIds: [1] });
    expect(taken(lines, first, ten)).toEqual({ piece: [275, 0, 0], ten: [30, 21, 10] });
  });

  test('gives other lines up to a unit per piece of a share that one line cannot take', () => {
    const lines = [line(1800, 1, { id: 1 }), line(1800, 1, { id: 2 })];
    // 10 % of 18.00 is 1.80 for each line. But 17.00 off the first line leaves only 1.00, so 0.80 is missing. The
    // second line has one piece, so it takes only 0.01 of the missing 0.80.
    const first = perPiece(1700, { productIds: [1] });
    expect(taken(lines, first, ten)).toEqual({ piece: [1700, 0], ten: [100, 181] });
  });

  test('does not count a line with nothing left', () => {
    const lines = [line(205, 1, { id: 1 }), line(105, 1, { id: 2 })];
    // The first line has nothing left. 10 % of 1.05 is 0.105, rounded half down to 0.10.
    const first = perPiece(500, { productIds: [1] });
    expect(taken(lines, first, ten)).toEqual({ piece: [205, 0], ten: [0, 10] });
  });

  test('is taken from the lines that the coupon applies to', () => {
    const lines = [line(1800, 1, { id: 1 }), line(1999, 1, { id: 2 })];
    expect(taken(lines, percent(100_000, { productIds: [1] }))).toEqual({ ten: [180, 0] });
  });

  test('is exact where the multiplication exceeds the safe integers', () => {
    const price = 9_007_199_254_740_991;
    // 99.9999 % of 9007199254740991 = 9007190247541736.26
    expect(taken([line(price, 1)], percent(999_999))).toEqual({ ten: [9_007_190_247_541_736] });
  });
});

describe('a fixed amount per piece (docs/money.md)', () => {
  test.each([
    ['is at most the unit price', [line(200, 4), line(1000, 2)], 300, [800, 600]],
    // A price of 10.01 with tax for 3 pieces is 3.336 for each piece.
    [
      'takes all of a price that is no multiple of a unit price',
      [{ ...line(0, 3), price: fine(1001) }],
      334,
      [1001],
    ],
    ['may be beyond all prices', [line(1999, 9)], 9_007_199_254_740_991, [17_991]],
  ])('%s', (_, lines, amount, expected) => {
    expect(taken(lines, perPiece(amount))).toEqual({ piece: expected });
  });
});

describe('a limit of pieces (docs/money.md)', () => {
  const lines = [line(1000, 3), line(2000, 2)];
  test.each([
    // The line of 3 × 10.00 comes first, because 30.00 × 3 is more than 40.00 × 2. The limit of three pieces
    // applies to this line.
    ['of a fixed amount a piece', perPiece(300, { usageLimitToItems: 3 }), { piece: [900, 0] }],
    ['beyond the first line', perPiece(300, { usageLimitToItems: 4 }), { piece: [900, 300] }],
    ['above all quantities', perPiece(300, { usageLimitToItems: 9 }), { piece: [900, 600] }],
    ['of no piece', perPiece(300, { usageLimitToItems: 0 }), { piece: [0, 0] }],
    // The limit of four pieces allows 10 % of 3 × 10.00 and of 1 × 20.00.
    ['of a percentage', percent(100_000, { usageLimitToItems: 4 }), { ten: [300, 200] }],
  ])('%s', (_, coupon, expected) => {
    expect(taken(lines, coupon)).toEqual(expected);
  });

  test('rounds the share of a part of a line once', () => {
    // Three pieces cost 10.00, so two cost 6.666…. 10 % is 0.666…: 0.66 for the line (rounded down), but 0.67 for
    // the whole cart (rounded).
    const goods = [{ ...line(0, 3), price: fine(1000) }];
    expect(taken(goods, percent(100_000, { usageLimitToItems: 2 }))).toEqual({ ten: [67] });
  });

  test('gives what the first lines cannot take to lines outside the limit, one unit for each piece', () => {
    const goods = [line(209, 1, { id: 1 }), line(105, 1, { id: 2 })];
    // 2.00 off the first line leaves 0.09. 10 % of 2.09 is 0.21, so the first line can take only a part. The second
    // line takes one unit of the rest, although it is beyond the limit of one piece.
    const coupons = [perPiece(200, { productIds: [1] }), percent(100_000, { usageLimitToItems: 1 })];
    expect(taken(goods, ...coupons)).toEqual({ piece: [200, 0], ten: [9, 1] });
    // 50 % of both lines leave 5.00 and 4.00. 80 % of one piece of 10.00 are 8.00, of which the first line takes 5.00.
    const [half, most] = [
      percent(500_000, { code: 'half', id: 2 }),
      percent(800_000, { code: 'most', usageLimitToItems: 1 }),
    ];
    expect(taken([line(1000, 1), line(800, 1)], most, half)).toEqual({ half: [500, 400], most: [500, 1] });
  });

  test('counts the first of equal lines first, and no line that the coupon does not apply to', () => {
    const goods = [line(900, 1, { id: 3 }), line(500, 1, { id: 1 }), line(500, 1, { id: 2 })];
    expect(taken(goods, perPiece(100, { productIds: [1, 2], usageLimitToItems: 1 }))).toEqual({
      piece: [0, 100, 0],
    });
  });

  /** Measured in WooCommerce 9.9.5 and 10.5.0, which agree on these carts. */
  test.each([
    // 2.50 off the piece of 10.00, then 1.25, 0.62 and so on, until one unit is left.
    ['takes all off the first piece', 500, 1, [line(1000, 1), line(800, 1)], [500, 0]],
    ['goes on when a line is free', 1200, 1, [line(1000, 1), line(800, 1)], [1000, 200]],
    ['takes the last unit off the first line', 1, 1, [line(1000, 1), line(800, 1)], [1, 0]],
    ['gives the last units to later lines', 1200, 2, [line(1000, 3), line(800, 2)], [1199, 1]],
    ['is for more pieces than the first line has', 1200, 4, [line(1000, 3), line(800, 2)], [900, 300]],
    ['is for lines of several prices', 3333, 4, [line(800, 2), line(1000, 3), line(5, 4)], [834, 2499, 0]],
    ['takes at most the price of a piece at a time', 1020, 3, [line(5, 7), line(1000, 1)], [35, 985]],
    ['is above all quantities', 500, 9, [line(1000, 1), line(800, 1)], [250, 250]],
  ])('of a fixed cart amount %s', (_, amount, usageLimitToItems, lines, expected) => {
    const limited = fixedCart(amount, { usageLimitToItems });
    expect(taken(lines, limited)).toEqual({ cart: expected });
    expect(takenIn10(lines, limited)).toEqual({ cart: expected });
  });

  test('of a fixed cart amount counts the first lines of the calculation first', () => {
    const goods = [line(1000, 2), line(800, 3)];
    const two = [
      fixedCart(500, { usageLimitToItems: 1 }),
      fixedCart(600, { usageLimitToItems: 3, code: 'b' }),
    ];
    expect(taken(goods, ...two)).toEqual({ cart: [1, 499], b: [0, 600] });
    expect(takenIn10(goods, ...two)).toEqual({ cart: [498, 2], b: [400, 200] });
    const exact = fixedCart(501, { exact: '5.005', usageLimitToItems: 1 });
    expect([taken(goods, exact), takenIn10(goods, exact)]).toEqual([{ cart: [2, 499] }, { cart: [498, 3] }]);
  });

  test('of a fixed cart amount is quick for very many pieces', () => {
    const [some, many] = [line(700, 1_000_000), line(3, 200_000_000)];
    const { cart = [] } = taken([some, many], fixedCart(1_200_000_000, { usageLimitToItems: 1 }));
    expect(cart.reduce((all, one) => all + one, 0)).toBe(1_200_000_000);
  });

  test('a piece that costs less than the discount becomes free', () => {
    expect(taken([line(200, 4)], perPiece(300, { usageLimitToItems: 2 }))).toEqual({ piece: [400] });
  });
});

test('a percentage is a binary fraction before it is rounded down (docs/money.md)', () => {
  // 35 % of 110.00 is 38.50, but 38.499999… as a binary fraction. The missing unit goes to the first line.
  expect(taken([line(20_000, 1), line(11_000, 1)], percent(350_000))).toEqual({ ten: [7001, 3849] });
  // 1.00 divided by 49 pieces and multiplied by 49 is 0.9999… as a binary fraction.
  expect(taken([line(20_000, 1), { ...line(0, 49), price: fine(100) }], percent(1_000_000))).toEqual({
    ten: [20_000, 100],
  });
});

describe('the order of the lines (docs/money.md)', () => {
  const goods = [line(19_057, 1), line(8825, 4)];

  test('is by price times quantity squared in WooCommerce 9.9, by the price of a piece in 10', () => {
    const half = percent(500_000, { usageLimitToItems: 1 });
    // Half of a piece of 88.25 is 44.125, of a piece of 190.57 it is 95.285: rounded down for the line, half down for all.
    expect(taken(goods, half)).toEqual({ ten: [0, 4412] });
    expect(takenIn10(goods, half)).toEqual({ ten: [9528, 0] });
  });

  test('decides which line takes the odd unit', () => {
    // 20 % of 10.03 are 2.006, of 2 × 5.02 they are 2.008, together 4.01: one unit is left.
    const lines = [line(1003, 1), line(502, 2)];
    expect(taken(lines, percent(200_000))).toEqual({ ten: [200, 201] });
    expect(takenIn10(lines, percent(200_000))).toEqual({ ten: [201, 200] });
  });

  test('is that of the cart for lines of one price in 10', () => {
    const lines = [line(500, 1), line(500, 3), line(500, 2)];
    const four = perPiece(100, { usageLimitToItems: 4 });
    expect(takenIn10(lines, four)).toEqual({ piece: [100, 300, 0] });
    expect(taken(lines, four)).toEqual({ piece: [0, 300, 100] });
  });
});

describe('sequential discounts (docs/money.md)', () => {
  const sequential = (lines: readonly Discountable[], ...coupons: Coupon[]) =>
    Object.fromEntries(discountsOf(lines, coupons, { ...rules, sequential: true }));
  const twenty = percent(200_000, { code: 'twenty', id: 9 });

  test('take percentages of what the previous coupon left', () => {
    // 10 % of 100.00 is 10.00, then 20 % of the other 90.00 is 18.00.
    expect(sequential([line(10_000, 1)], ten, twenty)).toEqual({ ten: [1000], twenty: [1800] });
    expect(taken([line(10_000, 1)], ten, twenty)).toEqual({ ten: [1000], twenty: [2000] });
  });

  test('count the rest of the pieces within a limit', () => {
    // 4 × 5.00 less 8.00 is 12.00. 20 % apply to two of the four pieces, which cost 6.00.
    const two = percent(200_000, { usageLimitToItems: 2 });
    expect(sequential([line(500, 4)], perPiece(200), two)).toEqual({ piece: [800], ten: [120] });
  });
});

describe('prices with fractions of a unit (docs/money.md)', () => {
  const million = 1_000_000;
  /** Returns a line that is taxed abroad. `price` is in millionths of a minor unit. */
  const abroad = (price: number, quantity: number) => ({ ...line(0, quantity), price: fine(price) });
  const fineOnes = (lines: readonly Discountable[], coupon: Coupon) =>
    discountsOf(lines, [coupon], { ...rules, grain: million }).get(coupon.code);

  test('are rounded for percentages and for the rest', () => {
    // A price of 10.004 counts as 10.00, and a price of 10.006 counts as 10.01.
    expect(fineOnes([abroad(1_000_400_000, 1)], percent(million))).toEqual([1_000_000_000]);
    expect(fineOnes([abroad(1_000_600_000, 1)], percent(million))).toEqual([1_001_000_000]);
  });

  test('are divided exactly when a limit counts some of the pieces', () => {
    // Three pieces cost 10.00, so two pieces cost 6.666667.
    const two = perPiece(900, { usageLimitToItems: 2 });
    expect(fineOnes([abroad(1_000_000_000, 3)], two)).toEqual([666_666_667]);
  });
});

describe('a fixed amount for the cart (docs/money.md)', () => {
  test.each([
    // 10.00 over 3 pieces is 3.33 each. The first of the equal lines takes the remaining 0.01.
    [
      'gives the remainder to the first of equal lines',
      [line(1999, 1), line(1999, 1), line(1999, 1)],
      1000,
      [334, 333, 333],
    ],
    // 10.00 over 3 pieces is 3.33 each. The line of 38.00 × 2 takes the remaining 0.01, though its pieces cost less.
    [
      'gives the remainder to the line with the highest price',
      [line(2000, 1), line(1900, 2)],
      1000,
      [333, 667],
    ],
    // 10.00 over 4 pieces is 2.50 each. The line of 1.00 takes only 1.00. The other 1.50 over 3 pieces is 0.50 each.
    ['splits the part again that a line cannot take', [line(100, 1), line(1000, 3)], 1000, [100, 900]],
    // 6.00 over 3 pieces is 2.00 each. The first two lines can take only 0.01 and 1.00, so the third line
    // takes 2.99 more.
    ['splits until all is distributed', [line(1, 1), line(100, 1), line(1000, 1)], 600, [1, 100, 499]],
    // 0.05 over 6 pieces is less than one unit each. The lines are sorted by price times quantity: the third line
    // (0.03 × 3) comes first, then the first line (0.02 × 2), then the second line (0.03 × 1).
    ['gives a unit to each piece, line by line', [line(1, 2), line(3, 1), line(1, 3)], 5, [2, 0, 3]],
    ['takes at most the price', [line(100, 1), line(50, 2)], 500, [100, 100]],
  ])('%s', (_, lines, amount, expected) => {
    expect(taken(lines, fixedCart(amount))).toEqual({ cart: expected });
  });

  test('applies to all lines, whatever products it names, and is split over lines that are not free yet', () => {
    const lines = [line(300, 3, { id: 1 }), line(1000, 1, { id: 2 })];
    // 3.00 off each piece leaves nothing of the first line, so all 5.00 are taken off the second line.
    const coupons = [perPiece(300, { productIds: [1] }), fixedCart(500, { productIds: [1] })];
    expect(taken(lines, ...coupons)).toEqual({ piece: [900, 0], cart: [0, 500] });
    expect(taken(lines, fixedCart(400, { productIds: [1] }))).toEqual({ cart: [300, 100] });
  });
});

/** Coupons in the order of their application (docs/money.md, Coupons). */
const ordered = [
  aCoupon({ code: 'piece', id: 8, discountType: 'fixed_product', amount: 300 }),
  aCoupon({ code: 'piece-one', id: 9, discountType: 'fixed_product', amount: 200, usageLimitToItems: 1 }),
  aCoupon({ code: 'piece-five', id: 10, discountType: 'fixed_product', amount: 100, usageLimitToItems: 5 }),
  aCoupon({ code: 'percent-later', id: 3, amount: 100_000 }),
  aCoupon({ code: 'percent-earlier', id: 2, amount: 100_000 }),
  aCoupon({ code: 'percent-more', id: 6, amount: 200_000 }),
  aCoupon({ code: 'percent-limited', id: 7, amount: 50_000, usageLimitToItems: 1 }),
  aCoupon({ code: 'cart', id: 1, discountType: 'fixed_cart', amount: 9_999 }),
];

test('the order is fixed product, percent, fixed cart; then without a limit, smaller amount, later id', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(ordered, { minLength: ordered.length }), (given) => {
      expect(inOrder(given)).toEqual(ordered);
    }),
  );
});
