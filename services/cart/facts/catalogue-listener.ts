import type { FeedListener } from '#platform/feed/subscriber.ts';
import type { CouponsCache } from './coupons-cache.ts';
import type { FactsCache } from './facts-cache.ts';

/** Returns a listener of the feed `catalogue` that passes each change to the caches of facts and coupons. */
export function catalogueListener(
  facts: Pick<FactsCache, 'snapshot' | 'apply'>,
  coupons: Pick<CouponsCache, 'markAllStale' | 'apply'>,
): FeedListener {
  return {
    async snapshot() {
      const number = await facts.snapshot();
      coupons.markAllStale();
      return number;
    },
    apply(change) {
      facts.apply(change);
      coupons.apply(change);
    },
  };
}
