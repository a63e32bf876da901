import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aCoupon } from './coupon.fixture.ts';
import { inOrder } from './discounts.ts';

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
