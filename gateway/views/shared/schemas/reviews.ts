import { z } from 'zod';
import { linksInV1 } from './links.ts';
import { dateTime, flag, text, url, whole } from './texts.ts';

const members = {
  id: whole.describe('The ID.'),
  date_created: dateTime.describe("The time of writing in the shop's time zone."),
  date_created_gmt: dateTime.describe('The same in UTC.'),
  product_id: whole.describe('The ID of the product.'),
  status: z.enum(['approved', 'hold', 'spam', 'unspam', 'trash', 'untrash']).describe('Whether it is shown.'),
  reviewer: text.describe('The name of the author.'),
  review: text.describe('The text, as HTML.'),
  rating: whole.min(0).max(5).describe('The rating from 1 to 5; 0 if there is none.'),
  verified: flag.describe('Whether the author bought the product.'),
  reviewer_avatar_urls: z.record(z.enum(['24', '48', '96']), url).describe('The avatars by size in pixels.'),
};

/** A review. Answers do not contain the e-mail address of the author. */
export const Review = z.strictObject({ ...members, ...linksInV1 }).meta({ id: 'Review' });

/** A review inside its product: the members of a review, and members that older clients read. */
export const ReviewInProduct = z
  .strictObject({
    ...members,
    review_id: text.describe('The ID, as text.'),
    author_name: text.describe('The name of the author.'),
    author_url: text.describe('Always empty.'),
    review_comment: text.describe('The text, as HTML.'),
    review_date: dateTime.describe("The time of writing in the shop's time zone."),
    review_date_gmt: dateTime.describe('The same in UTC.'),
  })
  .meta({ id: 'ReviewInProduct' });

/** Schemas of reviews, which are equal in all dialects. */
export const reviewSchemas = { review: Review, reviews: z.array(Review) };
