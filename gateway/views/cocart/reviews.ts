import type { Review } from '#contracts/reviews.ts';
import type { Links } from '../shared/links.ts';
import { reviewInProduct as specified } from '../shared/reviews.ts';

/** Returns a review as a member of its product. In CoCart 4.x, `rating` and `verified` are text. */
export function reviewInProduct(one: Review, links: Links) {
  return { ...specified(one, links), rating: String(one.rating), verified: one.verified ? '1' : '0' };
}
