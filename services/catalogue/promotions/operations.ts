import { importCoupons } from '#contracts/catalogue-import.ts';
import { implement, type Served } from '#platform/bus/implement.ts';
import type { CouponStore } from './store/coupon-store.ts';

/** What the operations on coupons need. */
interface CouponParts {
  readonly coupons: CouponStore;
}

/** Coupons: neighbours of the catalogue with a collection of their own, so that they can move out. */
export function couponOperations({ coupons }: CouponParts): Served[] {
  return [implement(importCoupons, async ({ records }) => ({ outcome: await coupons.keep(records) }))];
}
