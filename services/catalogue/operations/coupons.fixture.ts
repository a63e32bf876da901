import { type Coupon, unconditional } from '#contracts/coupons.ts';

/** Returns a coupon of ten per cent without conditions. Members in `changes` override these values. */
export function couponRecord(changes: Partial<Coupon> & { id: number }): Coupon {
  return {
    code: `code-${changes.id}`,
    description: '',
    discountType: 'percent',
    amount: 100_000,
    ...unconditional,
    ...changes,
  };
}
