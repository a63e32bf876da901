import { collectionsInDeletionOrder, storedIds } from '#platform/woocommerce/send.ts';
import type { Bus } from '../bus.ts';

const named = ['products', 'reviews', 'coupons', 'categories'];

/** Returns in words how much the catalogue contains: `62 products, 42 reviews, 4 coupons, 21 categories`. */
export async function contentsText(bus: Bus): Promise<string> {
  const counts = await Promise.all(
    collectionsInDeletionOrder
      .filter((collection) => named.includes(collection))
      .map(async (collection) => `${(await storedIds(bus, collection)).length} ${collection}`),
  );
  return counts.join(', ');
}
