import { z } from 'zod';
import { links } from './superset.ts';
import { dateTime } from './texts.ts';

/** docs/reference/reviews.md#the-review: the author's e-mail is not in it. */
export const Review = z.strictObject({
  id: z.int(),
  date_created: dateTime,
  date_created_gmt: dateTime,
  product_id: z.int(),
  status: z.enum(['approved', 'hold', 'spam', 'unspam', 'trash', 'untrash']),
  reviewer: z.string(),
  review: z.string(),
  rating: z.int().min(0).max(5),
  verified: z.boolean(),
  reviewer_avatar_urls: z.record(z.enum(['24', '48', '96']), z.string()),
  ...links,
});

/**
 * Inside a product: the resource, and the members of the older entry beside it (docs/reference/reviews.md#the-review).
 */
export const ReviewInProduct = Review.extend({
  review_id: z.string().optional(),
  author_name: z.string().optional(),
  author_url: z.string().optional(),
  review_comment: z.string().optional(),
  review_date: z.string().optional(),
  review_date_gmt: z.string().optional(),
});
