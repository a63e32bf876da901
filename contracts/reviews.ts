import { z } from 'zod';
import { operation } from './operation.ts';
import { AsOf, ShopTime } from './product.ts';
import { IdempotencyRecord } from './write.ts';

/** The status of a review. Only `approved` reviews are public and count in the rating of the product. */
export const ReviewStatus = z.enum(['approved', 'hold', 'spam', 'trash']);
export type ReviewStatus = z.infer<typeof ReviewStatus>;

/** A review without the author's e-mail, as readers see it (docs/reference/reviews.md#the-review). */
export const Review = z.object({
  id: z.int().positive(),
  productId: z.int().positive(),
  created: ShopTime,
  status: ReviewStatus,
  reviewer: z.string(),
  /** Text of the review as HTML, from which unsafe elements were removed. */
  review: z.string(),
  /** Number of stars; 0 if the review has no rating. */
  rating: z.int().min(0).max(5),
  /** Whether the author bought the product. */
  verified: z.boolean(),
});
export type Review = z.infer<typeof Review>;

const ids = z.array(z.int()).max(1_000).default([]);

/**
 * Filters, sort order and page of a list of reviews. An empty list or null means that the filter is not
 * used.
 */
export const ReviewQuery = z.object({
  page: z.int().min(1).default(1),
  perPage: z.int().min(1).max(100).default(10),
  /** Number of entries to skip. If the offset is set, `page` is ignored. */
  offset: z.int().min(0).nullable().default(null),
  direction: z.enum(['asc', 'desc']).default('desc'),
  orderBy: z.enum(['date', 'id', 'include', 'product', 'rating']).default('date'),
  search: z.string().max(200).default(''),
  /** Ids of products whose reviews are returned; empty for all products. */
  products: ids,
  /** Ids of categories. Only reviews of products in these categories are returned. */
  categories: ids,
  include: ids,
  exclude: ids,
  /** Account ids of the authors. A guest's review has the account id 0. */
  reviewers: ids,
  reviewersExcluded: ids,
  reviewerEmail: z.string().max(320).default(''),
  ratings: z.array(z.int().min(0).max(5)).max(6).default([]),
  /**
   * Only reviews that were created after this time are returned. The form is `YYYY-MM-DDTHH:mm:ss`. A time with `Z` at
   * the end is in UTC, any other time in the shop's time zone.
   */
  after: z.string().max(20).nullable().default(null),
  /** Only reviews that were created before this time are returned. The form is the same as in `after`. */
  before: z.string().max(20).nullable().default(null),
});
export type ReviewQuery = z.infer<typeof ReviewQuery>;

/**
 * Returns a page of approved reviews of published products. Refusals: `service_rest_cannot_view` if a
 * caller who is no manager filters by `reviewerEmail`.
 */
export const listReviews = operation('catalogue.list-reviews', {
  summary: 'Approved reviews, page by page',
  access: 'caller',
  effect: 'read',
  request: ReviewQuery,
  reply: z.object({ reviews: z.array(Review), total: z.int().min(0), asOf: AsOf }),
});

/** Returns one approved review of a published product. Refusals: `service_cannot_view_review`. */
export const readReview = operation('catalogue.read-review', {
  summary: 'One approved review',
  access: 'caller',
  effect: 'read',
  request: z.object({ id: z.int().min(0) }),
  reply: z.object({ review: Review, asOf: AsOf }),
});

/**
 * Creates a review. If the store's settings require approval, the review first has the status `hold`. An
 * approved review counts in the rating of the product. A repeated request with the same `once` returns the
 * review that the first request created.
 *
 * Refusals:
 * - `service_product_invalid_id`
 * - `service_review_content_invalid` for a text without words or a text that is too long
 * - `service_cannot_create` if reviews are closed, or if only buyers may review the product
 * - `service_comment_duplicate` for the same text by the same author
 * - `service_review_exists` for a second review of a product by one account, or by one e-mail address from
 *   one network
 * - `service_comment_flood`
 */
export const createReview = operation('catalogue.create-review', {
  summary: 'Creates a review of a product',
  access: 'caller',
  effect: 'write',
  // Cleaning the HTML may take long, because a client may send a long text.
  mayBeSlow: true,
  request: z.object({
    once: IdempotencyRecord,
    productId: z.int().min(0),
    review: z.string().max(100_000),
    reviewer: z.string().max(1_000),
    email: z.string().max(1_000),
    rating: z.int().min(0).max(5),
    /** IP address of the author. The catalogue limits the reviews from an address, and stores only its digest. */
    address: z.string().max(64),
  }),
  reply: z.object({
    review: Review,
    /** Whether an earlier request with the same idempotency key created the review. */
    replayed: z.boolean(),
  }),
});

/** A review with the author's e-mail, as operators see it. */
export const FoundReview = Review.extend({ email: z.string() });
export type FoundReview = z.infer<typeof FoundReview>;

/** Returns a page of reviews of any status, newest first. */
export const findReviews = operation('catalogue.find-reviews', {
  summary: 'Reviews of any status, newest first',
  access: 'operator',
  effect: 'read',
  request: z.object({
    status: ReviewStatus.nullable(),
    page: z.int().min(1),
    perPage: z.int().min(1).max(100),
  }),
  reply: z.object({
    reviews: z.array(FoundReview),
    total: z.int().min(0),
  }),
});

/**
 * Changes the status of reviews and updates the ratings of their products. `missing` are the ids that no
 * review has.
 */
export const setReviewStatus = operation('catalogue.set-review-status', {
  summary: 'Approves, holds or removes reviews',
  access: 'operator',
  effect: 'write',
  request: z.object({ ids: z.array(z.int().positive()).min(1).max(100), status: ReviewStatus }),
  reply: z.object({ changed: z.int().min(0), missing: z.array(z.int().positive()) }),
});
