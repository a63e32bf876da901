import type { Coupon } from '#contracts/promotions.ts';

const kinds: readonly Coupon['discountType'][] = ['fixed_product', 'percent', 'fixed_cart'];

/**
 * Returns coupons in the order of their application, independent of the order in which they were given
 * (docs/money.md, "Coupons"): by kind, then without a limit of pieces before lower and higher limits, then the
 * smaller amount, then the later id.
 */
export function inOrder(coupons: readonly Coupon[]): readonly Coupon[] {
  return [...coupons].sort(
    (a, b) =>
      kinds.indexOf(a.discountType) - kinds.indexOf(b.discountType) ||
      (a.usageLimitToItems ?? 0) - (b.usageLimitToItems ?? 0) ||
      a.amount - b.amount ||
      b.id - a.id,
  );
}
