import sanitizeHtml from 'sanitize-html';
import { z } from 'zod';
import { importReviews, ReviewRecord } from '#contracts/catalogue-import.ts';
import { flag, id, text, whole } from './fields.ts';
import type { ShopFiles } from './folder.ts';
import { made, type Notes, UnsupportedValue, validated } from './notes.ts';
import type { Source } from './record-stream.ts';
import { knownOr, knownTime, plainText } from './values.ts';

export const WooReview = z.object({
  id,
  product_id: whole(0),
  date_created: text,
  date_created_gmt: text,
  status: text,
  reviewer: text,
  reviewer_email: text,
  review: text,
  rating: whole(0),
  verified: flag,
});
export type WooReview = z.infer<typeof WooReview>;

/** Returns the source of the reviews. Reviews of products that are not imported are left out. */
export function reviewSource(
  folder: ShopFiles,
  isImported: (productId: number) => boolean,
  zone: string,
): Source<ReviewRecord> {
  const file = 'reviews.json';
  return {
    collection: 'reviews',
    file,
    schema: ReviewRecord,
    entries: () => folder.list(file),
    make(entry, notes) {
      const given = validated(file, entry, WooReview);
      if (isImported(given.product_id)) {
        return made(file, given, () => reviewRecord(given, { zone, notes }));
      }
      notes.leaveOut('reviews', 'their products are not in the folder or left out');
      return null;
    },
    send: async (services, records) => ({
      reviews: (await services.request(importReviews, { records })).outcome,
    }),
  };
}

/**
 * The HTML that reviews may contain: the elements that WordPress allows in comments. Paragraphs and lists are also
 * allowed, because text editors write them.
 */
const allowed: sanitizeHtml.IOptions = {
  allowedTags: 'a abbr acronym b blockquote br cite code del em i li ol p q s strike strong ul'.split(' '),
  allowedAttributes: { a: ['href', 'title', 'rel'], abbr: ['title'], acronym: ['title'], q: ['cite'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
};

/**
 * Returns HTML without scripts, event handlers and all else that a page would run or load. Text without tags is not
 * changed.
 */
export function cleanHtml(html: string): string {
  return html.includes('<') ? sanitizeHtml(html, allowed) : html;
}

/**
 * Returns a review as the catalogue stores it, with its author's e-mail address. @throws UnsupportedValue for a rating
 * that is not 0 to 5
 */
export function reviewRecord(
  given: WooReview,
  context: { readonly zone: string; readonly notes: Notes },
): ReviewRecord {
  const { notes } = context;
  if (given.rating < 0 || given.rating > 5) throw new UnsupportedValue('rating', '0 to 5', given.rating);
  const review = cleanHtml(given.review);
  if (/<(script|iframe|object|style)|\son\w+\s*=/i.test(given.review) && review !== given.review) {
    notes.adjust('reviews', 'their HTML was cleaned');
  }
  return {
    id: given.id,
    productId: given.product_id,
    created: knownTime(
      'date_created',
      { local: given.date_created, utc: given.date_created_gmt },
      { ...context, id: given.id },
    ),
    // A review with an unknown status gets the status `hold`, so that somebody must approve the review.
    status: knownOr(['hold', 'approved', 'spam', 'trash'], given.status, 'statuses of reviews', notes),
    reviewer: plainText(given.reviewer),
    review,
    rating: given.rating,
    verified: given.verified,
    email: given.reviewer_email,
    accountId: 0,
  };
}
