import { type ClientSession, type Connection, type Model, Schema, trusted } from 'mongoose';
import { isVariation, type SellableDocument } from '../model/documents.ts';
import {
  type RatingCount,
  type ReviewDocument,
  type ReviewedProduct,
  ratingOf,
  reviewAudience,
} from '../model/reviews.ts';
import { sellables } from './schema.ts';

const { Mixed } = Schema.Types;

const reviewSchema = new Schema<ReviewDocument>(
  {
    _id: { type: Number, required: true },
    productId: { type: Number, required: true },
    created: { local: { type: String, required: true }, utc: { type: String, required: true } },
    status: { type: String, required: true },
    reviewer: { type: String, default: '' },
    email: { type: String, default: '' },
    emailFolded: { type: String, default: '' },
    accountId: { type: Number, required: true },
    author: { type: String, default: '' },
    review: { type: String, default: '' },
    rating: { type: Number, required: true },
    verified: { type: Boolean, required: true },
    public: { type: Mixed, required: true },
    categoryIds: { type: [Number], required: true },
    words: { type: [String], required: true },
    textDigest: { type: String, required: true },
    digest: { type: String, default: '' },
    once: { type: Mixed, default: undefined },
  },
  { collection: 'reviews', versionKey: false, autoIndex: false, minimize: false },
);
// Indexes for public lists. Each index serves a filter, a search or a sort order.
const byDate = { 'created.utc': 1, _id: 1 } as const;
reviewSchema.index({ public: 1, ...byDate });
reviewSchema.index({ public: 1, _id: 1 });
reviewSchema.index({ public: 1, rating: 1, ...byDate });
reviewSchema.index({ public: 1, productId: 1, ...byDate });
reviewSchema.index({ public: 1, categoryIds: 1, ...byDate });
reviewSchema.index({ public: 1, accountId: 1, ...byDate });
reviewSchema.index({ public: 1, words: 1 });
// Indexes for the lists of operators.
reviewSchema.index({ status: 1, ...byDate });
reviewSchema.index({ ...byDate });
// Indexes for writes. A write reads the ratings of a product, the reviews of an author, and an earlier write of the
// same request.
reviewSchema.index({ productId: 1, status: 1, rating: 1 });
reviewSchema.index({ productId: 1, author: 1 });
reviewSchema.index({ productId: 1, accountId: 1 });
reviewSchema.index({ productId: 1, textDigest: 1 });
reviewSchema.index({ author: 1, ...byDate });
reviewSchema.index({ emailFolded: 1, ...byDate });
reviewSchema.index({ 'once.id': 1 }, { unique: true, sparse: true });

/** Returns the model of reviews on a connection, shared by all stores. */
export function reviews(connection: Connection): Model<ReviewDocument> {
  const existing = connection.models.review as Model<ReviewDocument> | undefined;
  return existing ?? connection.model<ReviewDocument>('review', reviewSchema);
}

/**
 * A network address from which a review was written. The address is stored while the review counts towards the flood
 * limit.
 */
export interface FloodDocument {
  readonly address: string;
  readonly at: Date;
}

/** Seconds for which a network address is stored. MongoDB removes expired entries once a minute. */
export const floodSeconds = 60;

const floodSchema = new Schema<FloodDocument>(
  { address: { type: String, required: true }, at: { type: Date, required: true } },
  { collection: 'review_floods', versionKey: false, autoIndex: false },
);
floodSchema.index({ address: 1, at: 1 });
floodSchema.index({ at: 1 }, { expireAfterSeconds: floodSeconds });

/** Returns the model of network addresses with recent reviews. */
export function floods(connection: Connection): Model<FloodDocument> {
  const existing = connection.models.reviewFlood as Model<FloodDocument> | undefined;
  return existing ?? connection.model<FloodDocument>('reviewFlood', floodSchema);
}

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
