import { type Coupon, unconditional } from '#contracts/coupons.ts';

/** Returns a coupon of ten percent without conditions. `changed` replaces members. */
export function aCoupon(changed: Partial<Coupon> = {}): Coupon {
  return {
    id: 1,
    code: 'ten',
    description: '',
    discountType: 'percent',
    amount: 100_000,
    ...unconditional,
    ...changed,
  };
}
