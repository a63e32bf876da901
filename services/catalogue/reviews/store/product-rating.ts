import { type ClientSession, type Connection, trusted } from 'mongoose';
import { sellables } from '../../store/schema.ts';
import { type RatingCount, ratingOf } from '../domain/reviews.ts';
import { reviews } from './review-schema.ts';

interface Counted {
  readonly _id: { readonly productId: number; readonly rating: number };
  readonly count: number;
}

/**
 * Updates the ratings of products from their approved reviews. Does not change the digest of a product. So if the
 * shop's record of a product is the same as at the last import, the next import skips this product and does not reset
 * the rating.
 */
export async function updateRatings(
  connection: Connection,
  productIds: readonly number[],
  session: ClientSession,
): Promise<void> {
  const counted = await reviews(connection)
    .aggregate<Counted>([
      { $match: { productId: { $in: productIds }, status: 'approved' } },
      { $group: { _id: { productId: '$productId', rating: '$rating' }, count: { $sum: 1 } } },
    ])
    .session(session)
    .exec();
  for (const id of productIds) {
    const own = counted.filter(({ _id }) => _id.productId === id);
    const counts = own.map(({ _id, count }): RatingCount => ({ rating: _id.rating, count }));
    await sellables(connection)
      .updateOne({ _id: id, type: trusted({ $ne: 'variation' }) }, { $set: ratingOf(counts) }, { session })
      .exec();
  }
}
