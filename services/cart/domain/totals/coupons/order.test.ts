import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aCoupon } from './coupon.fixture.ts';
import { inOrder } from './order.ts';

/** docs/money.md#coupons */
const ordered = [
  aCoupon({ code: 'piece-limited', id: 9, discountType: 'fixed_product', amount: 100, usageLimitToItems: 5 }),
  aCoupon({ code: 'piece', id: 8, discountType: 'fixed_product', amount: 300 }),
  aCoupon({ code: 'percent-limited', id: 7, amount: 50_000, usageLimitToItems: 1 }),
  aCoupon({ code: 'percent-more', id: 6, amount: 200_000 }),
  aCoupon({ code: 'percent-first', id: 2, amount: 100_000 }),
  aCoupon({ code: 'percent-second', id: 3, amount: 100_000 }),
  aCoupon({ code: 'cart', id: 1, discountType: 'fixed_cart', amount: 9_999 }),
];

test('fixed product, percent, fixed cart; in each those with a limit, the larger amount, the smaller id', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(ordered, { minLength: ordered.length }), (given) => {
      expect(inOrder(given)).toEqual(ordered);
    }),
  );
});
