import { type Model, trusted } from 'mongoose';
import { withQueryTimeout } from '#platform/mongodb/engine.ts';
import type { Viewer } from '../../domain/audiences.ts';
import { type ReviewDocument, seesReviews } from '../domain/reviews.ts';

/**
 * Returns a filter on the member `public` for the reviews that a viewer may see. The filter lists `true`
 * and the stored values that include the viewer, such as `club,trade` for the customer role `trade`.
 */
export async function shownTo(reviews: Model<ReviewDocument>, viewer: Viewer) {
  if (viewer === 'public') return true;
  const audiences = await withQueryTimeout(reviews.distinct('public').exec());
  const others = audiences.filter((one) => one !== true && seesReviews(one, viewer)).sort();
  return others.length === 0 ? true : trusted({ $in: [true, ...others] });
}
