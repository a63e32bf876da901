import sanitizeHtml from 'sanitize-html';
import type { ReviewRecord } from '#contracts/catalogue-import.ts';
import type { Notes } from '../notes.ts';
import type { WooReview } from './shop-schemas.ts';
import { plainText } from './text.ts';
import { knownOr, knownTime, UnsupportedValue } from './values.ts';

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
