import { type ClientSession, type Connection, trusted } from 'mongoose';
import { isVariation, type SellableDocument } from '../../domain/documents.ts';
import { sellables } from '../../store/schema.ts';
import { type ReviewedProduct, reviewAudience } from '../domain/reviews.ts';
import { reviews } from './review-schema.ts';

const unknown: ReviewedProduct = { public: false, categoryIds: [] };

/**
 * Returns, for each product id, the members that reviews copy from the product. An unknown product counts as not
 * public.
 */
export async function reviewedProducts(
  connection: Connection,
  ids: readonly number[],
  session: ClientSession,
): Promise<Map<number, ReviewedProduct>> {
  const members = { type: 1, status: 1, locked: 1, visibleTo: 1, 'categories.id': 1 };
  const found = await sellables(connection)
    .find({ _id: trusted({ $in: ids }) }, members, { session })
    .lean<SellableDocument[]>()
    .exec();
  const known = new Map<number, ReviewedProduct>();
  for (const one of found) {
    if (isVariation(one)) continue;
    known.set(one._id, { public: reviewAudience(one), categoryIds: one.categories.map(({ id }) => id) });
  }
  return new Map(ids.map((id) => [id, known.get(id) ?? unknown]));
}

/**
 * Updates the members that reviews copy from their products. Must be called in the transaction that has written or
 * removed the products with these ids.
 */
export async function updateReviewsOfProducts(
  connection: Connection,
  ids: readonly number[],
  session: ClientSession,
): Promise<void> {
  if (ids.length === 0) return;
  const reviewed = await reviews(connection)
    .distinct('productId', { productId: trusted({ $in: ids }) })
    .session(session)
    .exec();
  if (reviewed.length === 0) return;
  const facts = await reviewedProducts(connection, reviewed, session);
  const writes = [...facts].flatMap(([productId, product]) => {
    const { categoryIds } = product;
    const update = (filter: object, shown: ReviewedProduct['public']) => ({
      updateMany: { filter: { productId, ...filter }, update: { $set: { public: shown, categoryIds } } },
    });
    const approved = update({ status: 'approved' }, product.public);
    return [approved, update({ status: trusted({ $ne: 'approved' }) }, false)];
  });
  await reviews(connection).bulkWrite(writes, { session });
}
