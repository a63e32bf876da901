import type { Bus } from '../bus.ts';
import { everything, keptIds } from './remove.ts';

const named = ['products', 'reviews', 'coupons', 'categories'];

/** Returns the contents of the catalogue in words: `62 products, 42 reviews, 4 coupons, 21 categories`. */
export async function contentsText(bus: Bus): Promise<string> {
  const counts = await Promise.all(
    everything
      .filter((collection) => named.includes(collection))
      .map(async (collection) => `${(await keptIds(bus, collection)).length} ${collection}`),
  );
  return counts.join(', ');
}
