import { eraseFromCatalogue } from '#contracts/erasure.ts';
import { type ImplementedOperation, implement } from '#platform/bus/implement.ts';
import { storedAndPublished } from '../coupons/operations.ts';
import type { ReviewDeps } from '../reviews/operations.ts';
import type { CouponStore } from '../store/coupons.ts';

interface ErasureDeps extends Pick<ReviewDeps, 'reviewWriter' | 'publish'> {
  readonly coupons: Pick<CouponStore, 'erase'>;
}

/** Returns the operation that removes a person from reviews and coupons, and publishes both changes. */
export function erasureOperations(deps: ErasureDeps): ImplementedOperation[] {
  return [
    implement(eraseFromCatalogue, async ({ person }) => {
      const { changed: reviews, number, touched } = await deps.reviewWriter.erase(person);
      if (touched.length > 0) deps.publish(number, { products: [...touched] });
      const { codes } = await storedAndPublished(deps, deps.coupons.erase(person));
      return { reviews, coupons: codes.length };
    }),
  ];
}
