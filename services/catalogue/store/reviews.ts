import { LRUCache } from 'lru-cache';
import { type ClientSession, type Model, trusted } from 'mongoose';
import type { ImportCounts, ReviewRecord } from '#contracts/catalogue-import.ts';
import type { Review, ReviewQuery, ReviewStatus } from '#contracts/reviews.ts';
import { type Engine, withQueryTimeout } from '#platform/mongodb/engine.ts';
import type { Viewer } from '../model/audiences.ts';
import {
  cleanReview,
  derived,
  foldEmail,
  plainName,
  type ReviewDocument,
  type ReviewedProduct,
  recordDigest,
  reviewView,
  searchedWords,
  seesReviews,
} from '../model/reviews.ts';
import type { Counter } from './changes.ts';
import { floods, reviewedProducts, reviews } from './reviewed-products.ts';
import type { Removed } from './write-changed.ts';

/** The maximum number of reviews that the answer about a product shows. */
const maxShown = 100;

/** The result of storing reviews. `touched`: ids of the products to which a changed review belongs or belonged. */
interface KeptReviews {
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

/** The maximum number of cached totals. */
const maxTotals = 1_000;
/** The maximum hours between a local time and UTC. */
const maxHoursApart = 15;

type Filter = Record<string, unknown>;
type Sort = Record<string, 1 | -1>;

const shown = { words: 0, categoryIds: 0 };

/** Reads lists of reviews from MongoDB, in pages. */
export class ReviewLists {
  readonly #reviews: Model<ReviewDocument>;
  readonly #totals = new LRUCache<string, number>({ max: maxTotals });

  constructor({ connection }: Engine) {
    this.#reviews = reviews(connection);
  }

  /**
   * Returns a page of the approved reviews of products that `viewer` sees. `categoryIds`: the requested categories and
   * their descendants. `number`: the number of the catalogue's last change, under which totals are cached.
   */
  async approved(
    query: ReviewQuery,
    categoryIds: readonly number[],
    number: number,
    viewer: Viewer,
  ): Promise<{ reviews: Review[]; total: number }> {
    const words = searchedWords(query.search);
    if (query.search.trim() !== '' && words.length === 0) return { reviews: [], total: 0 };
    const shown = await shownTo(this.#reviews, viewer);
    const filter = {
      public: shown,
      ...filterOf(query, categoryIds),
      ...(words.length > 0 ? searchOf(words) : {}),
    };
    if (query.orderBy === 'include' && query.include.length > 0) return this.#asIncluded(filter, query);
    const skip = query.offset ?? (query.page - 1) * query.perPage;
    // For a page past the end, MongoDB would read all skipped entries. So the total is read first.
    if (skip > 0) {
      const total = await this.#total(filter, number);
      if (skip >= total) return { reviews: [], total };
    }
    const found = await this.#page(filter, sortOf(query), skip, query.perPage);
    const isWhole = found.length < query.perPage && (found.length > 0 || skip === 0);
    const total = isWhole ? skip + found.length : await this.#total(filter, number);
    return { reviews: found.map(reviewView), total };
  }

  /**
   * Returns a page of the reviews with a status (null for any), newest first, with the email addresses of their
   * authors.
   */
  async find(
    status: ReviewStatus | null,
    page: number,
    perPage: number,
  ): Promise<{ reviews: (Review & { email: string })[]; total: number }> {
    const filter: Filter = status === null ? {} : { status };
    // Without a filter, the total is an estimate, because an exact count would read all reviews.
    const count =
      status === null ? this.#reviews.estimatedDocumentCount() : this.#reviews.countDocuments(filter);
    const [found, total] = await Promise.all([
      this.#page(filter, { 'created.utc': -1, _id: -1 }, (page - 1) * perPage, perPage),
      withQueryTimeout(count.exec()),
    ]);
    return { reviews: found.map((one) => ({ ...reviewView(one), email: one.email })), total };
  }

  /**
   * Returns a page of the reviews with the ids in `include`, in the order of these ids, and the number of reviews on
   * all pages.
   */
  async #asIncluded(filter: Filter, query: ReviewQuery) {
    const found = await withQueryTimeout(this.#reviews.find(filter, shown).lean<ReviewDocument[]>().exec());
    const byId = new Map(found.map((one) => [one._id, reviewView(one)]));
    const all = [...new Set(query.include)].map((id) => byId.get(id)).filter((one) => one !== undefined);
    const skip = query.offset ?? (query.page - 1) * query.perPage;
    return { reviews: all.slice(skip, skip + query.perPage), total: all.length };
  }

  async #page(filter: Filter, sort: Sort, skip: number, limit: number): Promise<ReviewDocument[]> {
    const found = this.#reviews.find(filter, shown).sort(sort).skip(skip).limit(limit);
    return withQueryTimeout(found.lean<ReviewDocument[]>().exec());
  }

  async #total(filter: Filter, number: number): Promise<number> {
    const key = `${number} ${JSON.stringify(filter)}`;
    const known = this.#totals.get(key);
    if (known !== undefined) return known;
    const total = await withQueryTimeout(this.#reviews.countDocuments(filter).exec());
    this.#totals.set(key, total);
    return total;
  }
}

/** Returns a filter for the chosen values without the excluded values; undefined if both lists are empty. */
function among<T>(chosen: readonly T[], excluded: readonly T[] = []): Filter | undefined {
  if (chosen.length === 0 && excluded.length === 0) return undefined;
  const any = chosen.length > 0 ? { $in: chosen } : {};
  return trusted({ ...any, ...(excluded.length > 0 ? { $nin: excluded } : {}) });
}

function filterOf(query: ReviewQuery, categoryIds: readonly number[]): Filter {
  const members: Filter = {
    _id: among(query.include, query.exclude),
    productId: among(query.products),
    // For an unknown category `categoryIds` is empty, so that no review matches.
    categoryIds: query.categories.length > 0 ? trusted({ $in: categoryIds }) : undefined,
    accountId: among(query.reviewers, query.reviewersExcluded),
    emailFolded: query.reviewerEmail === '' ? undefined : foldEmail(query.reviewerEmail),
    rating: among(query.ratings),
    ...createdBetween(query.after, query.before),
  };
  const given = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given);
}

/**
 * Returns a filter by date. A bound with `Z` is in UTC, a bound without `Z` is in the local time of the shop. The
 * indexes contain only UTC, so a local bound gets an additional bound in UTC: `maxHoursApart` earlier than `after`, or
 * `maxHoursApart` later than `before`.
 */
function createdBetween(after: string | null, before: string | null): Filter {
  const utc: Filter = {};
  const local: Filter = {};
  for (const [bound, operator, hours] of [
    [after, '$gt', -maxHoursApart],
    [before, '$lt', maxHoursApart],
  ] as const) {
    const unixMs = Date.parse(`${bound?.replace('Z', '')}Z`);
    if (bound === null || Number.isNaN(unixMs)) continue;
    const isUtc = bound.endsWith('Z');
    utc[operator] = moment(isUtc ? unixMs : unixMs + hours * 3_600_000);
    if (!isUtc) local[operator] = bound;
  }
  const members = { 'created.utc': utc, 'created.local': local };
  const given = Object.entries(members).filter(([, bounds]) => Object.keys(bounds).length > 0);
  return Object.fromEntries(given.map(([name, bounds]) => [name, trusted(bounds)]));
}

function moment(unixMs: number): string {
  return new Date(unixMs).toISOString().slice(0, 19);
}

/** Returns a filter for reviews: each of `words` must be the beginning of some word in the review. */
function searchOf(words: readonly string[]): Filter {
  return {
    $and: words.map((word) => ({ words: trusted({ $elemMatch: { $gte: word, $lt: `${word}\uffff` } }) })),
  };
}

function sortOf({ orderBy, direction }: ReviewQuery): Sort {
  const way = direction === 'asc' ? 1 : -1;
  const date: Sort = { 'created.utc': way, _id: way };
  if (orderBy === 'id') return { _id: way };
  if (orderBy === 'product') return { productId: way, ...date };
  return orderBy === 'rating' ? { rating: way, ...date } : date;
}

/**
 * Returns a filter on the member `public` for the reviews that a viewer may see. The filter lists `true`
 * and the stored values that include the viewer, such as `club,trade` for the customer role `trade`.
 */
async function shownTo(reviews: Model<ReviewDocument>, viewer: Viewer) {
  if (viewer === 'public') return true;
  const audiences = await withQueryTimeout(reviews.distinct('public').exec());
  const others = audiences.filter((one) => one !== true && seesReviews(one, viewer)).sort();
  return others.length === 0 ? true : trusted({ $in: [true, ...others] });
}
