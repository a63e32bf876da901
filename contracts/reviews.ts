import { z } from 'zod';
import { operation } from './operation.ts';
import { AsOf, ShopTime } from './product.ts';
import { IdempotencyRecord } from './write.ts';

/** Only `approved` reviews are public and count in the product's rating. */
export const ReviewStatus = z.enum(['approved', 'hold', 'spam', 'trash']);
export type ReviewStatus = z.infer<typeof ReviewStatus>;

/** A review as shown: without the author's e-mail (docs/reference/reviews.md#the-review). */
export const Review = z.object({
  id: z.int().positive(),
  productId: z.int().positive(),
  created: ShopTime,
  status: ReviewStatus,
  reviewer: z.string(),
  /** Sanitised HTML. */
  review: z.string(),
  /** 0 means no rating. */
  rating: z.int().min(0).max(5),
  /** Whether the author bought the product. */
  verified: z.boolean(),
});
export type Review = z.infer<typeof Review>;

const ids = z.array(z.int()).max(1_000).default([]);

/** Filters, order and page of a list of reviews. Empty lists and null mean no filter. */
export const ReviewQuery = z.object({
  page: z.int().min(1).default(1),
  perPage: z.int().min(1).max(100).default(10),
  /** Overrides `page`. */
  offset: z.int().min(0).nullable().default(null),
  direction: z.enum(['asc', 'desc']).default('desc'),
  orderBy: z.enum(['date', 'id', 'include', 'product', 'rating']).default('date'),
  search: z.string().max(200).default(''),
  /** Only reviews of these products. */
  products: ids,
  /** Only reviews of products in these categories. */
  categories: ids,
  include: ids,
  exclude: ids,
  /** Account ids of the authors; a guest's review has account 0. */
  reviewers: ids,
  reviewersExcluded: ids,
  reviewerEmail: z.string().max(320).default(''),
  ratings: z.array(z.int().min(0).max(5)).max(6).default([]),
  /** `YYYY-MM-DDTHH:mm:ss` in the shop's time zone, or in UTC with a final `Z`. Bounds are exclusive. */
  after: z.string().max(20).nullable().default(null),
  before: z.string().max(20).nullable().default(null),
});
export type ReviewQuery = z.infer<typeof ReviewQuery>;

/**
 * Returns a page of approved reviews of published products. Only managers may filter by `reviewerEmail`. Refusals:
 * `service_rest_cannot_view`.
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
 * Creates a review. It waits for approval (`hold`) when the store's settings require it, and counts in the rating once
 * approved. A repeated `once` returns the first review.
 *
 * Refusals: `service_product_invalid_id`, `service_review_content_invalid` for a text without words or one that is too
 * long, `service_cannot_create` when reviews are closed or for buyers only, `service_comment_duplicate` for the same
 * text by the same author, `service_review_exists` for a second review of a product by one account, or by one e-mail
 * address from one network; `service_comment_flood`.
 */
export const createReview = operation('catalogue.create-review', {
  summary: 'Creates a review of a product',
  access: 'caller',
  effect: 'write',
  // The client's text determines how long the HTML cleaning takes.
  mayBeSlow: true,
  request: z.object({
    once: IdempotencyRecord,
    productId: z.int().min(0),
    review: z.string().max(100_000),
    reviewer: z.string().max(1_000),
    email: z.string().max(1_000),
    rating: z.int().min(0).max(5),
    /** The author's network address, for flood limits; never stored. */
    address: z.string().max(64),
  }),
  reply: z.object({
    review: Review,
    /** True when an earlier request with the same key created it. */
    replayed: z.boolean(),
  }),
});

/** A review with the author's e-mail, for managers. */
export const FoundReview = Review.extend({ email: z.string() });
export type FoundReview = z.infer<typeof FoundReview>;

/** Returns reviews of any status, newest first, for managers. */
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

/** Changes the status of reviews and updates the ratings of their products. `missing` are the ids without a review. */
export const setReviewStatus = operation('catalogue.set-review-status', {
  summary: 'Approves, holds or removes reviews',
  access: 'operator',
  effect: 'write',
  request: z.object({ ids: z.array(z.int().positive()).min(1).max(100), status: ReviewStatus }),
  reply: z.object({ changed: z.int().min(0), missing: z.array(z.int().positive()) }),
});
