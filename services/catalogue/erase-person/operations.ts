import { eraseFromCatalogue } from '#contracts/erasure.ts';
import { implement, type Served } from '#platform/bus/implement.ts';
import { publishing } from '../coupons/operations.ts';
import type { CouponStore } from '../coupons/store/coupon-store.ts';
import type { ReviewParts } from '../reviews/operations.ts';

/** Dependencies of erasing a person. */
interface ErasureParts extends Pick<ReviewParts, 'reviewWriter' | 'tell'> {
  readonly coupons: Pick<CouponStore, 'erase'>;
}

/** Returns the operation that removes a person from reviews and coupons, each as a published change. */
export function erasureOperations(parts: ErasureParts): Served[] {
  return [
    implement(eraseFromCatalogue, async ({ person }) => {
      const { changed: reviews, number, touched } = await parts.reviewWriter.erase(person);
      if (touched.length > 0) parts.tell(number, { products: [...touched] });
      const { codes } = await publishing(parts, parts.coupons.erase(person));
      return { reviews, coupons: codes.length };
    }),
  ];
}
