import { type Model, trusted } from 'mongoose';
import { withQueryTimeout } from '#platform/mongodb/engine.ts';
import type { Viewer } from '../../domain/audiences.ts';
import { type ReviewDocument, seesReviews } from '../domain/reviews.ts';

/**
 * Returns a filter on the member `public` for the reviews that a viewer may see. Reads the few values of
 * `public` from an index.
 */
export async function shownTo(reviews: Model<ReviewDocument>, viewer: Viewer) {
  if (viewer === 'public') return true;
  const audiences = await withQueryTimeout(reviews.distinct('public').exec());
  const others = audiences.filter((one) => one !== true && seesReviews(one, viewer)).sort();
  return others.length === 0 ? true : trusted({ $in: [true, ...others] });
}
