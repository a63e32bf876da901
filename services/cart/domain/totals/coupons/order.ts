import type { Coupon } from '#contracts/promotions.ts';

const kinds: readonly Coupon['discountType'][] = ['fixed_product', 'percent', 'fixed_cart'];

/** Coupons with a limit of pieces come before those without. */
function limitRank({ usageLimitToItems }: Coupon): number {
  return usageLimitToItems === null ? 1 : 0;
}

/** Coupons in the order in which they take off, whatever the order in which they were given (docs/money.md#coupons). */
export function inOrder(coupons: readonly Coupon[]): readonly Coupon[] {
  return [...coupons].sort(
    (a, b) =>
      kinds.indexOf(a.discountType) - kinds.indexOf(b.discountType) ||
      limitRank(a) - limitRank(b) ||
      b.amount - a.amount ||
      a.id - b.id,
  );
}
