import { type Model, trusted } from 'mongoose';
import { answered } from '#platform/mongodb/engine.ts';
import type { Viewer } from '../../domain/audiences.ts';
import { type ReviewDocument, seesReviews } from '../domain/reviews.ts';

/**
 * Returns the values of `public` for a viewer, as a filter. The few existing values lead its indexes, so MongoDB
 * lists them without reading reviews.
 */
export async function shownTo(reviews: Model<ReviewDocument>, viewer: Viewer) {
  if (viewer === 'public') return true;
  const audiences = await answered(reviews.distinct('public').exec());
  const others = audiences.filter((one) => one !== true && seesReviews(one, viewer)).sort();
  return others.length === 0 ? true : trusted({ $in: [true, ...others] });
}
