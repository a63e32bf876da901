import sanitizeHtml from 'sanitize-html';
import type { ReviewRecord } from '#contracts/catalogue-import.ts';
import type { Notes } from '../notes.ts';
import type { WooReview } from './shop-schemas.ts';
import { plainText } from './text.ts';
import { knownOr, knownTime, UnsupportedValue } from './values.ts';

/** The HTML that WordPress allows in comments, and the paragraphs and lists that its editors add. */
const allowed: sanitizeHtml.IOptions = {
  allowedTags: 'a abbr acronym b blockquote br cite code del em i li ol p q s strike strong ul'.split(' '),
  allowedAttributes: { a: ['href', 'title', 'rel'], abbr: ['title'], acronym: ['title'], q: ['cite'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
};

/**
 * Returns HTML without scripts, event handlers and other content that a page would run or load. Text without tags is
 * unchanged.
 */
export function cleanHtml(html: string): string {
  return html.includes('<') ? sanitizeHtml(html, allowed) : html;
}

/** Returns a review as stored, with its author's e-mail. @throws UnsupportedValue for a rating above five stars */
export function reviewRecord(given: WooReview, notes: Notes): ReviewRecord {
  if (given.rating < 0 || given.rating > 5) throw new UnsupportedValue('rating must be 0 to 5');
  const review = cleanHtml(given.review);
  if (/<(script|iframe|object|style)|\son\w+\s*=/i.test(given.review) && review !== given.review) {
    notes.adjust('reviews', 'their HTML was cleaned');
  }
  return {
    id: given.id,
    productId: given.product_id,
    created: knownTime(given.date_created, given.date_created_gmt),
    // An unknown status is not public until the review is approved.
    status: knownOr(['hold', 'approved', 'spam', 'trash'], given.status, 'statuses of reviews', notes),
    reviewer: plainText(given.reviewer),
    review,
    rating: given.rating,
    verified: given.verified,
    email: given.reviewer_email,
    accountId: 0,
  };
}
