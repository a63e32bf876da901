import { LRUCache } from 'lru-cache';
import { type Model, trusted } from 'mongoose';
import type { Review, ReviewQuery, ReviewStatus } from '#contracts/reviews.ts';
import { type Engine, withQueryTimeout } from '#platform/mongodb/engine.ts';
import type { Viewer } from '../../domain/audiences.ts';
import { foldEmail, type ReviewDocument, reviewView, searchedWords } from '../domain/reviews.ts';
import { shownTo } from './review-audiences.ts';
import { reviews } from './review-schema.ts';

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
