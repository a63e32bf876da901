import { z } from 'zod';
import { createReview, listReviews, type ReviewQuery, readReview } from '#contracts/reviews.ts';
import { type Moment, momentText } from '../../routing/date-time.ts';
import { pagesOf } from '../../routing/paging.ts';
import {
  anyText,
  dateTime,
  direction,
  email,
  integerList,
  pathId,
  text,
  wholeNumber,
} from '../../routing/parameters.ts';
import { type Route, route } from '../../routing/route.ts';
import type { Version } from '../../views/shared/views.ts';
import { ownAccountErrors, requireCustomer } from '../account/account.ts';
import { pageParameters } from './list-query.ts';

const ids = () => integerList(1_000).default([]);

/** The sort field for each word of `orderby`. `slug` sorts by the id, which is the slug of a review. */
const orders = {
  date: 'date',
  date_gmt: 'date',
  id: 'id',
  include: 'include',
  product: 'product',
  rating: 'rating',
  slug: 'id',
} as const satisfies Record<string, z.input<typeof ReviewQuery>['orderBy']>;
type OrderWord = keyof typeof orders;

/** Parameters of the list of reviews. */
const ListParameters = z.object({
  ...pageParameters,
  offset: wholeNumber(0).optional().describe('The number of reviews to skip, instead of `page`.'),
  order: direction().default('desc').describe('The sort direction.'),
  orderby: z
    .enum(Object.keys(orders) as [OrderWord, ...OrderWord[]])
    .default('date_gmt')
    .describe('The sort field.'),
  search: anyText(200).default('').describe('The words to search for.'),
  product: ids().describe('Only reviews of these products, by ID.'),
  category_id: ids().describe('Only reviews of products in these categories, by ID.'),
  include: ids().describe('Only these IDs.'),
  exclude: ids().describe('The IDs to exclude.'),
  reviewer: ids().describe('Only reviews of these authors, by ID.'),
  reviewer_exclude: ids().describe('No reviews of these authors, by ID.'),
  reviewer_email: text(320).default('').describe('The e-mail address of the author.'),
  rating: integerList(6, 0, 5).default([]).describe('Only these ratings.'),
  after: dateTime().optional().describe('Only reviews written after this time.'),
  before: dateTime().optional().describe('Only reviews written before this time.'),
});

/** Parameters of the list of the caller's own reviews. */
const OwnParameters = ListParameters.omit({ reviewer: true, reviewer_exclude: true, reviewer_email: true });

function bound(given: Moment | undefined): string | null {
  return given === undefined ? null : momentText(given);
}

/** Returns the catalogue query for a list of reviews by any authors. */
function reviewQuery(given: z.output<typeof OwnParameters>) {
  return {
    page: given.page,
    perPage: given.per_page,
    offset: given.offset ?? null,
    direction: given.order,
    orderBy: orders[given.orderby],
    search: given.search,
    products: given.product,
    categories: given.category_id,
    include: given.include,
    exclude: given.exclude,
    ratings: given.rating,
    after: bound(given.after),
    before: bound(given.before),
  };
}

/** Body of a new review, with WordPress's limits on the length of names and addresses. */
const CreateBody = z.object({
  product_id: wholeNumber(0).describe('The ID of the product.'),
  review: anyText(100_000).describe('The text.'),
  reviewer: text(245).min(1).describe('The name of the author.'),
  reviewer_email: email().describe('The e-mail address of the author, which is never shown.'),
  rating: wholeNumber(0, 5).default(0).describe('The rating from 1 to 5; 0 if there is none.'),
});

function listRoute(version: Version): Route {
  return route({
    method: 'GET',
    path: `/${version}/products/reviews`,
    summary: 'Approved reviews, page by page',
    answers: { 200: { reviews: '' } },
    kind: 'catalogue',
    query: ListParameters,
    errors: ['service_rest_cannot_view'],
    async handle(request) {
      const { query } = request;
      const { reviews, total, asOf } = await request.ask(listReviews, {
        ...reviewQuery(query),
        reviewers: query.reviewer,
        reviewersExcluded: query.reviewer_exclude,
        reviewerEmail: query.reviewer_email,
      });
      const paging = { page: query.page, totalPages: pagesOf(total, query.per_page), total };
      return {
        view: { name: 'reviews', data: { reviews, version } },
        paging,
        asOf,
        products: { pricesOf: [] },
      };
    },
  });
}

/** GET /v2/products/reviews/mine: returns the approved reviews that the customer wrote. CoCart's SDKs send it. */
const ownReviewsRoute = route({
  method: 'GET',
  path: '/v2/products/reviews/mine',
  summary: 'Approved reviews of the caller, page by page',
  answers: { 200: { reviews: '' } },
  kind: 'account',
  query: OwnParameters,
  errors: ownAccountErrors,
  async handle(request) {
    const { query } = request;
    const reviewer = requireCustomer(request);
    const { reviews, total } = await request.ask(listReviews, {
      ...reviewQuery(query),
      reviewers: [reviewer],
    });
    const paging = { page: query.page, totalPages: pagesOf(total, query.per_page), total };
    return { view: { name: 'reviews', data: { reviews, version: 'v2' as const } }, paging };
  },
});

function readRoute(version: Version): Route {
  return route({
    method: 'GET',
    path: `/${version}/products/reviews/:id`,
    summary: 'One approved review',
    answers: { 200: { review: '' } },
    kind: 'catalogue',
    params: z.object({ id: pathId().describe('The ID.') }),
    errors: ['service_cannot_view_review'],
    async handle(request) {
      const { params } = request;
      const { review, asOf } = await request.ask(readReview, { id: params.id });
      return { view: { name: 'review', data: { review, version } }, asOf, products: { pricesOf: [] } };
    },
  });
}

function createRoute(version: Version): Route {
  return route({
    method: 'POST',
    path: `/${version}/products/reviews`,
    summary: 'Write a review of a product',
    answers: { 201: { review: '' } },
    kind: 'catalogue-write',
    body: CreateBody,
    errors: [
      'service_product_invalid_id',
      'service_review_content_invalid',
      'service_cannot_create',
      'service_comment_duplicate',
      'service_review_exists',
      'service_comment_flood',
      'service_idempotency_key_reused',
    ],
    async handle(request) {
      const { body } = request;
      const { review, replayed } = await request.ask(createReview, {
        once: request.writeConditions.once,
        productId: body.product_id,
        review: body.review,
        reviewer: body.reviewer,
        email: body.reviewer_email,
        rating: body.rating,
        address: request.address,
      });
      return {
        view: { name: 'review', data: { review, version } },
        status: 201,
        location: `${version}/products/reviews/${review.id}`,
        ...(replayed && { headers: { 'Idempotency-Replayed': 'true' } }),
      };
    },
  });
}

/** Returns the routes of reviews. The path of one review also matches `…/reviews/mine`, so that route comes first. */
export function reviewRoutes(version: Version): readonly Route[] {
  const own = version === 'v2' ? [ownReviewsRoute] : [];
  return [listRoute(version), createRoute(version), ...own, readRoute(version)];
}
