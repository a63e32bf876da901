import { type Coupon, unconditional } from '#contracts/promotions.ts';

/** Ten per cent off everything for everybody, with what a test changes about it. */
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
