import { type Coupon, unconditional } from '#contracts/promotions.ts';

/** Ten percent off everything, without conditions, with what a test changes. */
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
