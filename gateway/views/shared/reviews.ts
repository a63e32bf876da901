import { z } from 'zod';
import type { Review } from '#contracts/reviews.ts';
import { dateTime, flag, text, whole } from './kinds.ts';
import type { Links } from './links.ts';
import { linkMembers } from './links.ts';
import { from, kind, listOf, type Members, object } from './view.ts';
import type { Version, Views } from './views.ts';

/** What all reviews of an answer share. */
interface ReviewScope {
  readonly links: Links;
  readonly version: Version;
}

/** Members of a review. Answers do not contain the e-mail address of the author. */
const members: Members<Review, { readonly links: Links }> = {
  id: whole('The ID.', ({ id }) => id),
  date_created: dateTime("The time of writing in the shop's time zone.", ({ created }) => created.local),
  date_created_gmt: dateTime('The same in UTC.', ({ created }) => created.utc),
  product_id: whole('The ID of the product.', ({ productId }) => productId),
  status: kind(z.enum(['approved', 'hold', 'spam', 'unspam', 'trash', 'untrash']))(
    'Whether it is shown.',
    ({ status }) => status,
  ),
  reviewer: text('The name of the author.', ({ reviewer }) => reviewer),
  review: text('The text, as HTML.', ({ review }) => review),
  rating: kind(z.int().min(0).max(5))('The rating from 1 to 5; 0 if there is none.', ({ rating }) => rating),
  verified: flag('Whether the author bought the product.', ({ verified }) => verified),
  /**
   * The placeholder picture is the avatar of every author. A link to an avatar service would contain a hash from
   * which the author's e-mail address can be guessed, and the service would learn who reads the review.
   */
  reviewer_avatar_urls: kind(z.record(z.enum(['24', '48', '96']), z.url({ protocol: /^https?$/ })))(
    'The avatars by size in pixels.',
    (_, { links: { placeholder: picture } }) => ({ '24': picture, '48': picture, '96': picture }),
  ),
};

/** A review as a resource (docs/reference/reviews.md#the-review). */
const review = object<Review, ReviewScope>(
  {
    ...members,
    ...linkMembers(({ id, productId }: Review, { version, links }: ReviewScope) => {
      const collection = links.resource(`${version}/products/reviews`);
      return {
        self: `${collection}/${id}`,
        collection,
        up: links.resource(`${version}/products/${productId}`),
      };
    }),
  },
  'Review',
);

/**
 * Members of a review inside its product: in addition to those of the resource, members that older clients read
 * (docs/reference/reviews.md#the-review).
 */
export const membersInProduct: Members<Review, { readonly links: Links }> = {
  ...members,
  review_id: text('The ID, as text.', ({ id }) => String(id)),
  author_name: text('The name of the author.', ({ reviewer }) => reviewer),
  author_url: text('Always empty.', () => ''),
  review_comment: text('The text, as HTML.', ({ review: words }) => words),
  review_date: dateTime("The time of writing in the shop's time zone.", ({ created }) => created.local),
  review_date_gmt: dateTime('The same in UTC.', ({ created }) => created.utc),
};

/** The views of reviews, which are equal in all dialects. */
export const reviewViews = {
  review: from(review, ({ review: data, version }: Views['review'], links: Links) => ({
    data,
    scope: { version, links },
  })),
  reviews: from(listOf(review), ({ reviews: data, version }: Views['reviews'], links: Links) => ({
    data,
    scope: { version, links },
  })),
};

/** A review inside its product. */
export const reviewInProduct = object(membersInProduct, 'ReviewInProduct');
