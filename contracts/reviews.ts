import { z } from 'zod';
import { operation } from './operation.ts';
import { AsOf, ShopTime } from './product.ts';
import { Once } from './write.ts';

/** Only what is `approved` is public and counts in a product's rating. */
export const ReviewStatus = z.enum(['approved', 'hold', 'spam', 'trash']);
export type ReviewStatus = z.infer<typeof ReviewStatus>;

/** A review as it may be shown: its author's e-mail is not in it (docs/reference/reviews.md#the-review). */
export const Review = z.object({
  id: z.int().positive(),
  productId: z.int().positive(),
  created: ShopTime,
  status: ReviewStatus,
  reviewer: z.string(),
  /** HTML, cleaned. */
  review: z.string(),
  /** 0 is none. */
  rating: z.int().min(0).max(5),
  /** Whether the author bought the product. */
  verified: z.boolean(),
});
export type Review = z.infer<typeof Review>;

const ids = z.array(z.int()).max(1_000).default([]);

/** Which reviews, in which order, which page of them. Empty lists and null mean "whatever". */
export const ReviewQuery = z.object({
  page: z.int().min(1).default(1),
  perPage: z.int().min(1).max(100).default(10),
  /** Replaces what `page` would skip. */
  offset: z.int().min(0).nullable().default(null),
  direction: z.enum(['asc', 'desc']).default('desc'),
  orderBy: z.enum(['date', 'id', 'include', 'product', 'rating']).default('date'),
  search: z.string().max(200).default(''),
  /** Of these products. */
  products: ids,
  /** Of products in these categories. */
  categories: ids,
  include: ids,
  exclude: ids,
  /** By accounts; a guest's review is of account 0. */
  reviewers: ids,
  reviewersExcluded: ids,
  reviewerEmail: z.string().max(320).default(''),
  ratings: z.array(z.int().min(0).max(5)).max(6).default([]),
  /** `YYYY-MM-DDTHH:mm:ss` of the shop's clock, or of UTC with a `Z` behind it. Bounds leave it out itself. */
  after: z.string().max(20).nullable().default(null),
  before: z.string().max(20).nullable().default(null),
});
export type ReviewQuery = z.infer<typeof ReviewQuery>;

/**
 * A page of approved reviews of published products. `reviewerEmail` is for those who may read as managers.
 * Refusals: `service_rest_cannot_view`.
 */
export const listReviews = operation('catalogue.list-reviews', {
  summary: 'Approved reviews, page by page',
  access: 'caller',
  effect: 'read',
  request: ReviewQuery,
  reply: z.object({ reviews: z.array(Review), total: z.int().min(0), asOf: AsOf }),
});

/** One approved review of a published product. Refusals: `service_cannot_view_review`. */
export const readReview = operation('catalogue.read-review', {
  summary: 'One approved review',
  access: 'caller',
  effect: 'read',
  request: z.object({ id: z.int().min(0) }),
  reply: z.object({ review: Review, asOf: AsOf }),
});

/**
 * Writes a review. It waits for approval (`hold`) when the store's settings say so, and counts in the product's rating
 * once it is approved. A repeated `once` gives the review of the first time.
 *
 * Refusals: `service_product_invalid_id`, `service_review_content_invalid` for a text without words or
 * one that is too long, `service_cannot_create` where reviews are closed or only for buyers,
 * `service_comment_duplicate` for the same words of the same author, `service_review_exists` for a second review of
 * a product by one account, or by one e-mail address from one network; `service_comment_flood`.
 */
export const createReview = operation('catalogue.create-review', {
  summary: 'Writes a review of a product',
  access: 'caller',
  effect: 'write',
  // Cleaning a text costs what the author makes it cost.
  mayBeSlow: true,
  request: z.object({
    once: Once,
    productId: z.int().min(0),
    review: z.string().max(100_000),
    reviewer: z.string().max(1_000),
    email: z.string().max(1_000),
    rating: z.int().min(0).max(5),
    /** Where the author writes from, for the bound on floods; never kept. */
    address: z.string().max(64),
  }),
  reply: z.object({
    review: Review,
    /** True when an earlier request with the same key wrote it. */
    replayed: z.boolean(),
  }),
});

/** Reviews whatever their status, newest first, for those who look after the shop. */
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
    reviews: z.array(Review.extend({ email: z.string() })),
    total: z.int().min(0),
  }),
});

/** Changes the status of reviews; their products' ratings follow. An id that is not there is no error. */
export const setReviewStatus = operation('catalogue.set-review-status', {
  summary: 'Approves, holds or removes reviews',
  access: 'operator',
  effect: 'write',
  request: z.object({ ids: z.array(z.int().positive()).min(1).max(100), status: ReviewStatus }),
  reply: z.object({ changed: z.int().min(0) }),
});
