import { type ClientSession, type Connection, type Model, trusted } from 'mongoose';
import type { Person } from '#contracts/erasure.ts';
import type { ReviewStatus } from '#contracts/reviews.ts';
import { refusal } from '#platform/errors/errors.ts';
import type { Engine } from '#platform/mongodb/engine.ts';
import { isVisibleTo, type Viewer } from '../model/audiences.ts';
import { isPublic, isVariation, type SellableDocument } from '../model/documents.ts';
import { derived, type ReviewDocument, reviewAudience } from '../model/reviews.ts';
import { type Counter, nextOwnId } from './changes.ts';
import {
  type FloodDocument,
  floodSeconds,
  floods,
  reviewedProducts,
  reviews,
  updateRatings,
} from './reviewed-products.ts';
import { sellables } from './schema.ts';

/** A new review whose text, name and address have been checked. */
type NewReview = Omit<ReviewDocument, '_id' | 'public' | 'categoryIds' | 'digest'>;

type WriteRequest = NonNullable<ReviewDocument['once']>;

/**
 * The network address of an author (as a digest), whether the store accepts reviews, and the time in Unix
 * milliseconds.
 */
interface Writing {
  readonly addressDigest: string;
  readonly open: boolean;
  /** The author's audience. A product that is hidden from this audience counts as unknown. */
  readonly viewer: Viewer;
  readonly now: number;
}

/**
 * What a write changed in public reviews. `number`: the change in `Counter`. `touched`: ids of products with
 * changed public reviews.
 */
interface VisibleChange {
  readonly number: number;
  readonly touched: readonly number[];
}

/** The name that replaces the name of an erased author. */
const erasedReviewer = 'deleted';
/**
 * The maximum number of reviews that one erasure changes. The caller repeats the erasure until no review of
 * the person is left.
 */
const maxErased = 500;

const none: VisibleChange = { number: 0, touched: [] };

/** Writes single reviews, changes the status of reviews for operators, and erases persons from reviews. */
export class ReviewWriter {
  readonly #engine: Engine;
  readonly #counter: Counter;
  readonly #reviews: Model<ReviewDocument>;

  constructor(engine: Engine, counter: Counter) {
    this.#engine = engine;
    this.#counter = counter;
    this.#reviews = reviews(engine.connection);
  }

  /**
   * Returns the review that an earlier try of the same request stored; null if no try has stored a review.
   *
   * @throws ServiceError `service_idempotency_key_reused` if another request used the same idempotency key
   */
  writtenBefore(once: WriteRequest): Promise<ReviewDocument | null> {
    return this.#writtenBefore(once, null);
  }

  /** Refuses a network address with too many recent reviews. @throws ServiceError `service_comment_flood` */
  requireAddressBelowFloodLimit(from: Pick<Writing, 'addressDigest' | 'now'>): Promise<void> {
    return requireAddressBelowFloodLimit(this.#engine.connection, from);
  }

  /**
   * Stores a new review, or returns the review that an earlier try of the same request stored.
   *
   * @throws ServiceError see docs/reference/reviews.md#write-a-review
   */
  async create(
    review: NewReview,
    writing: Writing,
  ): Promise<VisibleChange & { review: ReviewDocument; replayed: boolean }> {
    return this.#engine.transaction(async (session) => {
      // `nextOwnId` makes concurrent writes run one after another, so that each sees the previous result.
      const id = await nextOwnId(this.#engine.connection, 'reviews', this.#reviews, session);
      const before = await this.#writtenBefore(review.once, session);
      if (before) return { review: before, replayed: true, ...none };
      const product = await this.#openProduct(review.productId, writing, session);
      await this.#requireNew(review, session);
      await requireBelowFloodLimit(this.#engine.connection, review.author, writing, session);
      const categoryIds = product.categories.map((one) => one.id);
      const approved = review.status === 'approved';
      const shown = approved && reviewAudience(product);
      const document: ReviewDocument = { ...review, _id: id, public: shown, categoryIds, digest: '' };
      await this.#reviews.create([document], { session });
      if (writing.addressDigest !== '') {
        const mark = { address: writing.addressDigest, at: new Date(writing.now) };
        await floods(this.#engine.connection).create([mark], { session });
      }
      const change = approved ? await this.#show([review.productId], session) : none;
      return { review: document, replayed: false, ...change };
    });
  }

  /**
   * Sets the status of reviews and updates the ratings of their products. `changed`: number of reviews with a
   * new status. `missing`: unknown ids.
   */
  async setStatus(
    ids: readonly number[],
    status: ReviewStatus,
  ): Promise<VisibleChange & { changed: number; missing: number[] }> {
    return this.#engine.transaction(async (session) => {
      const found = await this.#reviews
        .find({ _id: trusted({ $in: ids }) }, { status: 1, productId: 1 }, { session })
        .lean<Pick<ReviewDocument, '_id' | 'status' | 'productId'>[]>()
        .exec();
      const existing = new Set(found.map(({ _id }) => _id));
      const missing = ids.filter((id) => !existing.has(id));
      const changed = found.filter((one) => one.status !== status);
      if (changed.length === 0) return { changed: 0, missing, ...none };
      const productIds = changed.map(({ productId }) => productId);
      const products = await reviewedProducts(this.#engine.connection, productIds, session);
      const writes = changed.map(({ _id, productId }) => {
        const product = products.get(productId);
        const shown = status === 'approved' && (product?.public ?? false);
        const members = { status, public: shown, categoryIds: [...(product?.categoryIds ?? [])] };
        // An empty digest makes the next import write the record again, and so restore the imported status.
        return { updateOne: { filter: { _id }, update: { $set: { ...members, digest: '' } } } };
      });
      await this.#reviews.bulkWrite(writes, { session });
      const counted = changed.filter((one) => one.status === 'approved' || status === 'approved');
      const touched = [...new Set(counted.map(({ productId }) => productId))];
      return { changed: changed.length, missing, ...(await this.#show(touched, session)) };
    });
  }

  /**
   * Removes the name, email address and account of a person from up to `maxErased` reviews. Does not change the text
   * and the digest. So if the shop's record of a review is the same as at the last import, the next import skips this
   * review and does not restore the person's data.
   */
  async erase({ account, emails }: Person): Promise<VisibleChange & { changed: number }> {
    return this.#engine.transaction(async (session) => {
      // The index on accounts begins with `public`. MongoDB uses the index only for a query that names values
      // of `public`.
      const audiences = await this.#reviews.distinct('public').session(session).exec();
      const own = { public: trusted({ $in: audiences }), accountId: account };
      const found = await this.#reviews
        .find({ $or: [{ emailFolded: trusted({ $in: emails }) }, own] }, null, { session })
        .sort({ _id: 1 })
        .limit(maxErased)
        .lean<ReviewDocument[]>()
        .exec();
      if (found.length === 0) return { changed: 0, ...none };
      const writes = found.map(({ _id, review }) => {
        const author = { reviewer: erasedReviewer, email: '', accountId: 0, author: '' };
        const update = { $set: { ...author, ...derived(review, erasedReviewer, '') }, $unset: { once: 1 } };
        return { updateOne: { filter: { _id }, update } };
      });
      await this.#reviews.bulkWrite(writes, { session });
      const shown = found.filter((one) => one.public !== false).map(({ productId }) => productId);
      const touched = [...new Set(shown)];
      if (touched.length === 0) return { changed: found.length, ...none };
      return { changed: found.length, number: await this.#counter.next(session, touched), touched };
    });
  }

  async #show(productIds: readonly number[], session: ClientSession): Promise<VisibleChange> {
    if (productIds.length === 0) return none;
    await updateRatings(this.#engine.connection, productIds, session);
    return { number: await this.#counter.next(session, productIds), touched: productIds };
  }

  async #writtenBefore(
    once: WriteRequest | undefined,
    session: ClientSession | null,
  ): Promise<ReviewDocument | null> {
    if (!once) return null;
    const before = await this.#reviews
      .findOne({ 'once.id': once.id }, null, { session })
      .lean<ReviewDocument>()
      .exec();
    if (before && before.once?.digest !== once.digest) throw refusal('service_idempotency_key_reused', {});
    return before;
  }

  async #openProduct(id: number, { open, viewer }: Writing, session: ClientSession) {
    const product = await sellables(this.#engine.connection)
      .findOne({ _id: id }, null, { session })
      .lean<SellableDocument>()
      .exec();
    if (!product || isVariation(product) || !isPublic(product) || !isVisibleTo(product, viewer)) {
      throw refusal('service_product_invalid_id', {});
    }
    if (!open || !product.reviewsAllowed) throw refusal('service_cannot_create', {});
    return product;
  }

  /**
   * Refuses a second review of a product by the same author. Also refuses a text that somebody with the same name
   * or email address has already written about this product.
   *
   * @throws ServiceError
   */
  async #requireNew(review: NewReview, session: ClientSession): Promise<void> {
    const { productId, emailFolded, reviewer, textDigest, author, accountId } = review;
    const same = await this.#reviews
      .exists({
        productId,
        textDigest,
        status: trusted({ $ne: 'trash' }),
        $or: [{ emailFolded }, { reviewer }],
      })
      .session(session);
    if (same) throw refusal('service_comment_duplicate', {});
    const standing = trusted({ $in: ['approved', 'hold'] as const });
    const own = accountId > 0 ? { accountId } : { author };
    const other = await this.#reviews.exists({ productId, status: standing, ...own }).session(session);
    if (other) throw refusal('service_review_exists', {});
  }
}

/** The minimum milliseconds between two reviews of one author, the same as in WordPress. */
const authorMs = 15_000;
/** The maximum number of reviews from one network address in a minute. */
const maxPerAddress = 20;

function utc(unixMs: number): string {
  return new Date(unixMs).toISOString().slice(0, 19);
}

function flood(untilMs: number, now: number) {
  return refusal('service_comment_flood', { retry_after: Math.max(1, Math.ceil((untilMs - now) / 1_000)) });
}

/** The origin of a review, as a digest of the network address, and the time of the review in Unix milliseconds. */
interface Origin {
  readonly addressDigest: string;
  readonly now: number;
}

/**
 * Refuses a review within 15 s after another review of the same author, and the twenty-first review within a minute
 * from one network address.
 *
 * @throws ServiceError `service_comment_flood`
 */
async function requireBelowFloodLimit(
  connection: Connection,
  author: string,
  from: Origin,
  session: ClientSession,
): Promise<void> {
  const { now } = from;
  const last = await reviews(connection)
    .findOne(
      { author, 'created.utc': trusted({ $gt: utc(now - authorMs), $lte: utc(now) }) },
      { created: 1 },
      { session },
    )
    .sort({ 'created.utc': -1, _id: -1 })
    .lean<Pick<ReviewDocument, 'created'>>()
    .exec();
  if (last) throw flood(Date.parse(`${last.created.utc}Z`) + authorMs, now);
  await requireAddressBelowFloodLimit(connection, from, session);
}

/**
 * Refuses the twenty-first review within a minute from one network address.
 *
 * @throws ServiceError `service_comment_flood`
 */
async function requireAddressBelowFloodLimit(
  connection: Connection,
  { addressDigest, now }: Origin,
  session: ClientSession | null = null,
): Promise<void> {
  const from = new Date(now - floodSeconds * 1_000);
  const marks = await floods(connection)
    .find({ address: addressDigest, at: trusted({ $gt: from }) }, null, { session })
    .sort({ at: -1 })
    .limit(maxPerAddress)
    .lean<FloodDocument[]>()
    .exec();
  const first = marks[maxPerAddress - 1];
  if (first) throw flood(first.at.getTime() + floodSeconds * 1_000, now);
}
