import { type ClientSession, type Model, trusted } from 'mongoose';
import type { ImportCounts, ReviewRecord } from '#contracts/catalogue-import.ts';
import type { Review } from '#contracts/reviews.ts';
import { type Engine, withQueryTimeout } from '#platform/mongodb/engine.ts';
import type { Viewer } from '../../domain/audiences.ts';
import type { Removed } from '../../products/store/product-writer.ts';
import type { Counter } from '../../store/counter.ts';
import {
  derived,
  type ReviewDocument,
  type ReviewedProduct,
  recordDigest,
  reviewView,
  seesReviews,
} from '../domain/reviews.ts';
import { cleanReview, plainName } from '../review-text.ts';
import { shownTo } from './review-audiences.ts';
import { floods, reviews } from './review-schema.ts';
import { reviewedProducts } from './reviewed-products.ts';

/** The maximum number of reviews that the answer about a product shows. */
const maxShown = 100;

/** The result of storing reviews. `touched`: ids of the products to which a changed review belongs or belonged. */
export interface KeptReviews {
  readonly outcome: ImportCounts;
  readonly number: number;
  readonly touched: readonly number[];
}

type Held = Pick<ReviewDocument, '_id' | 'productId' | 'digest'>;

/** Stores imported reviews in MongoDB. Reads single reviews, and the reviews of a product. */
export class ReviewStore {
  readonly #engine: Engine;
  readonly #counter: Counter;
  readonly #reviews: Model<ReviewDocument>;

  constructor(engine: Engine, counter: Counter) {
    this.#engine = engine;
    this.#counter = counter;
    this.#reviews = reviews(engine.connection);
  }

  /** Creates missing collections and indexes. */
  async prepare(): Promise<void> {
    await this.#reviews.createIndexes();
    await floods(this.#engine.connection).createIndexes();
  }

  /**
   * Stores all given reviews under the next number of `Counter`. After an error, no review is stored. If all
   * reviews are unchanged, the number stays.
   */
  async keep(records: readonly ReviewRecord[]): Promise<KeptReviews> {
    return this.#engine.transaction((session) => this.#keep(records, session));
  }

  async #keep(records: readonly ReviewRecord[], session: ClientSession): Promise<KeptReviews> {
    const stored = await this.#storedReviews(
      records.map(({ id }) => id),
      session,
    );
    const changed = records.filter((record) => stored.get(record.id)?.digest !== recordDigest(record));
    const created = changed.filter(({ id }) => !stored.has(id)).length;
    const outcome = {
      created,
      changed: changed.length - created,
      unchanged: records.length - changed.length,
      removed: 0,
    };
    if (changed.length === 0) return { outcome, number: await this.#counter.last(session), touched: [] };
    const productIds = [...new Set(changed.map(({ productId }) => productId))];
    const products = await reviewedProducts(this.#engine.connection, productIds, session);
    const writes = changed.map((record) => {
      const replacement = documentOf(record, products.get(record.productId));
      return { replaceOne: { filter: { _id: record.id }, replacement, upsert: true } };
    });
    await this.#reviews.bulkWrite(writes, { session });
    const before = changed.map(({ id }) => stored.get(id)?.productId).filter((id) => id !== undefined);
    const touched = [...new Set([...productIds, ...before])];
    return { outcome, number: await this.#counter.next(session, touched), touched };
  }

  async #storedReviews(ids: readonly number[], session: ClientSession): Promise<Map<number, Held>> {
    const found = await this.#reviews
      .find({ _id: trusted({ $in: ids }) }, { digest: 1, productId: 1 }, { session })
      .lean<Held[]>()
      .exec();
    return new Map(found.map((one) => [one._id, one]));
  }

  /** Removes reviews. The ratings of their products stay, because imported products contain their ratings. */
  async remove(ids: readonly number[]): Promise<Removed> {
    return this.#engine.transaction(async (session) => {
      const stored = [...(await this.#storedReviews(ids, session)).values()];
      if (stored.length === 0) return { removed: 0, number: await this.#counter.last(session), touched: [] };
      await this.#reviews
        .deleteMany({ _id: trusted({ $in: stored.map(({ _id }) => _id) }) }, { session })
        .exec();
      const touched = [...new Set(stored.map(({ productId }) => productId))];
      return { removed: stored.length, number: await this.#counter.next(session, touched), touched };
    });
  }

  /** Returns the lowest review ids above `after`, at most `limit`, ascending. Reviews may have any status. */
  async ids(after: number, limit: number): Promise<number[]> {
    const found = this.#reviews
      .find({ _id: trusted({ $gt: after }) }, { _id: 1 })
      .sort({ _id: 1 })
      .limit(limit)
      .lean<{ _id: number }[]>()
      .exec();
    return (await withQueryTimeout(found)).map(({ _id }) => _id);
  }

  /** Returns the approved review with this id; null if the viewer sees no such review. */
  async byId(id: number, viewer: Viewer): Promise<Review | null> {
    const found = await withQueryTimeout(this.#reviews.findOne({ _id: id }).lean<ReviewDocument>().exec());
    return found && seesReviews(found.public, viewer) ? reviewView(found) : null;
  }

  /** Returns the newest approved reviews of a product that a viewer sees, at most a hundred, newest first. */
  async reviewsOf(productId: number, viewer: Viewer): Promise<Review[]> {
    const shown = await shownTo(this.#reviews, viewer);
    const found = this.#reviews
      .find({ public: shown, productId }, { words: 0, categoryIds: 0 })
      .sort({ 'created.utc': -1, _id: -1 })
      .limit(maxShown)
      .lean<ReviewDocument[]>()
      .exec();
    return (await withQueryTimeout(found)).map(reviewView);
  }
}

/** Returns the document of a record. Cleans the text, because an export may contain any HTML. */
function documentOf(record: ReviewRecord, product: ReviewedProduct | undefined): ReviewDocument {
  const { id, productId, created, status, email, accountId, rating, verified } = record;
  const review = cleanReview(record.review);
  const reviewer = plainName(record.reviewer);
  return {
    _id: id,
    productId,
    created,
    status,
    reviewer,
    email,
    accountId,
    author: '',
    review,
    rating,
    verified,
    ...derived(review, reviewer, email),
    public: status === 'approved' && (product?.public ?? false),
    categoryIds: product?.categoryIds ?? [],
    digest: recordDigest(record),
  };
}
