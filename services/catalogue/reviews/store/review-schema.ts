import { type Connection, type Model, Schema } from 'mongoose';
import type { ReviewDocument } from '../domain/reviews.ts';

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
