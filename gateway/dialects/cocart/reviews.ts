import type { Review } from '#contracts/reviews.ts';
import type { Links } from '../shared/links.ts';
import { reviewInProduct as specified } from '../shared/reviews.ts';

/** A review inside its product: `rating` and `verified`, which both forms have, are texts as CoCart 4.x writes them. */
export function reviewInProduct(one: Review, links: Links) {
  return { ...specified(one, links), rating: String(one.rating), verified: one.verified ? '1' : '0' };
}
