import { createHash } from 'node:crypto';
import sanitizeHtml from 'sanitize-html';
import type { ReviewRecord } from '#contracts/catalogue-import.ts';
import type { ProductRecord, ShopTime } from '#contracts/product.ts';
import type { Review, ReviewStatus } from '#contracts/reviews.ts';
import { rolesSeeing, seesAll, type Viewer } from './audiences.ts';
import { isPublic, type ProductDocument } from './documents.ts';

/** The maximum number of different words stored for a review. Searches do not find further words. */
const maxWords = 300;
/** Words are shortened to this number of characters, both in reviews and in searches. */
const longestWord = 32;
/** The maximum number of words in a search. Further words are ignored. */
const maxSearched = 10;

/**
 * Who may see the reviews of a product: true for everybody, false for nobody, or the customer roles for which
 * the product is reserved, such as `club,trade`. The roles are one text and not a list: an index of MongoDB
 * can contain only one list, such as `categoryIds`.
 */
type ReviewAudience = boolean | string;

/** Members of a product that its reviews copy, so that lists of reviews need no products. */
export interface ReviewedProduct {
  readonly public: ReviewAudience;
  readonly categoryIds: readonly number[];
}

/** Returns who may see the reviews of a product. */
export function reviewAudience(product: ProductDocument): ReviewAudience {
  const roles = rolesSeeing(product);
  return isPublic(product) && (roles === null || [...roles].sort().join(','));
}

/** Returns whether a viewer may see reviews with this audience. */
export function seesReviews(audience: ReviewAudience, viewer: Viewer): boolean {
  if (typeof audience === 'boolean') return audience;
  return seesAll(viewer) || audience.split(',').includes(viewer ?? '');
}

/** A review as MongoDB stores it. */
export interface ReviewDocument {
  readonly _id: number;
  readonly productId: number;
  readonly created: ShopTime;
  readonly status: ReviewStatus;
  readonly reviewer: string;
  readonly email: string;
  /** The email address as `foldEmail` returns it. */
  readonly emailFolded: string;
  /** The id of the author's account; 0 for a guest. */
  readonly accountId: number;
  /** The author's identity (`authorOf`); empty for an imported review and for an erased author. */
  readonly author: string;
  readonly review: string;
  readonly rating: number;
  readonly verified: boolean;
  /** The audience of the product if the review is approved; otherwise false. */
  readonly public: ReviewAudience;
  /** The category ids of the product. */
  readonly categoryIds: readonly number[];
  /** Words of the text and of the author's name, for searches. */
  readonly words: readonly string[];
  /** Digest of the text, to find duplicates. */
  readonly textDigest: string;
  /** Digest of the imported record; empty if this service wrote the review or changed its status. */
  readonly digest: string;
  /** Id and digest of the request that wrote the review; absent for an imported review. */
  readonly once?: { readonly id: string; readonly digest: string };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** Returns an email address in lower case and without outer spaces. Addresses are compared in this form. */
export function foldEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** Returns a text in lower case, without accents and width variants. */
function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Returns the words of a text in order, in lower case and without accents. `don't` is one word, `dont`. */
function wordsIn(text: string): string[] {
  const plain = folded(text).replace(/[’']/g, '');
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.slice(0, longestWord));
}

/**
 * Returns the different words of a search, at most `maxSearched`. Each must be the beginning of a word in a
 * matching review.
 */
export function searchedWords(search: string): string[] {
  return [...new Set(wordsIn(search))].slice(0, maxSearched);
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** Returns the text of HTML from `cleanReview`, which has only four different entities. */
export function textOf(html: string): string {
  return html
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot);/g, (_whole, name: string) => entities[name] ?? '')
    .trim();
}

/** Returns the members of a review that depend on its text and on the name and email address of its author. */
export function derived(review: string, reviewer: string, email: string) {
  const text = textOf(review);
  const words = [...new Set([...wordsIn(text), ...wordsIn(reviewer)])].slice(0, maxWords);
  return { emailFolded: foldEmail(email), words, textDigest: textDigest(review) };
}

/** Returns a digest of a review's text, independent of spaces, case and tags. */
export function textDigest(review: string): string {
  return sha256(textOf(review).normalize('NFKC').toLowerCase().split(/\s+/).join(' '));
}

export function recordDigest(record: ReviewRecord): string {
  return sha256(JSON.stringify(record));
}

/**
 * Returns the id of a request to write a review; a repeated request has the same id. The id depends on the
 * email address, because two authors may use the same idempotency key.
 */
export function writeRequestId(origin: string, key: string, email: string): string {
  return sha256(JSON.stringify([origin, key, foldEmail(email)]));
}

/** Returns the digest of an author's network address. */
export function addressDigest(address: string): string {
  return sha256(address).slice(0, 22);
}

/**
 * Returns the identity of an author: the account of a customer, or the email address and network of a guest. So
 * a guest who enters the email address of another person cannot find or block that person's reviews.
 */
export function authorOf(accountId: number, email: string, addressDigest: string): string {
  if (accountId > 0) return `account ${accountId}`;
  return `guest ${sha256(JSON.stringify([foldEmail(email), addressDigest])).slice(0, 22)}`;
}

/** Returns the public view of a review. */
export function reviewView(document: ReviewDocument): Review {
  const { _id: id, productId, created, status, reviewer, review, rating, verified } = document;
  return { id, productId, created, status, reviewer, review, rating, verified };
}

/** How many approved reviews of a product (`count`) have `rating` stars. */
export interface RatingCount {
  readonly rating: number;
  readonly count: number;
}

/**
 * Returns the rating of a product. A review without stars changes only `reviewCount`.
 *
 * `averageRating` has two decimals, rounded half up.
 */
export function ratingOf(
  counts: readonly RatingCount[],
): Pick<ProductRecord, 'averageRating' | 'ratingCount' | 'reviewCount'> {
  const rated = counts.filter(({ rating }) => rating > 0);
  const ratingCount = rated.reduce((sum, { count }) => sum + count, 0);
  const stars = rated.reduce((sum, { rating, count }) => sum + rating * count, 0);
  const hundredths = ratingCount === 0 ? 0 : Math.floor((200 * stars + ratingCount) / (2 * ratingCount));
  const fraction = String(hundredths % 100).padStart(2, '0');
  return {
    averageRating: `${Math.floor(hundredths / 100)}.${fraction}`,
    ratingCount,
    reviewCount: counts.reduce((sum, { count }) => sum + count, 0),
  };
}

/** The HTML that WordPress allows in a comment: inline tags and quotations. */
const rules: sanitizeHtml.IOptions = {
  allowedTags: ['a', 'abbr', 'b', 'blockquote', 'br', 'cite', 'code', 'del', 'em', 'i', 'p', 'q', 'strong'],
  allowedAttributes: { a: ['href', 'rel'], abbr: ['title'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  nestingLimit: 10,
  // Removes elements without content.
  exclusiveFilter: ({ tag, text }) => tag !== 'br' && text.trim() === '',
  transformTags: {
    a: (tagName, { href = '' }) => {
      const attribs: sanitizeHtml.Attributes = /^(https?|mailto):/i.test(href)
        ? { href, rel: 'nofollow ugc' }
        : {};
      return { tagName, attribs };
    },
  },
};

/**
 * Returns a text as HTML paragraphs. The text must not contain `<blockquote>`. Empty lines separate paragraphs; other
 * line ends become `<br />`.
 */
function paragraphs(text: string): string {
  const all: string[][] = [[]];
  // Works line by line, because a regular expression for spaces around line ends would take quadratic time.
  for (const line of text.split('\n')) {
    const trimmed = line.trim();
    if (trimmed === '') all.push([]);
    else all.at(-1)?.push(trimmed);
  }
  return all
    .filter((lines) => lines.length > 0)
    .map((lines) => `<p>${lines.join('<br />\n')}</p>\n`)
    .join('');
}

/** The maximum number of characters of a review, as in WordPress (docs/reference/reviews.md#write-a-review). */
export const maxReview = 65_525;
/**
 * How often `cleanReview` cleans a text at most. A tag that spans two paragraphs needs two rounds: the first
 * round closes the tag, the second round removes the tag.
 */
const maxRounds = 5;

/**
 * Returns a review as safe HTML. Paragraphs are `<p>…</p>` with a line feed, as in WordPress. Clean text does
 * not change.
 *
 * The running time is linear in the length of the text, and in the number of its lines and tags.
 */
export function cleanReview(html: string): string {
  let text = html.replace(/\r\n?/g, '\n');
  for (let round = 0; round < maxRounds; round += 1) {
    const clean = inParagraphs(sanitizeHtml(text, rules));
    if (clean === text) return clean;
    text = clean;
  }
  return sanitizeHtml(text, rules);
}

/** Divides clean HTML into paragraphs. A tag may then span two paragraphs; `cleanReview` closes the tag. */
function inParagraphs(clean: string): string {
  const text = clean.replace(/<br \/>\n?/g, '\n').replace(/<\/?p>/g, '\n\n');
  return text
    .split(/(<\/?blockquote>)/)
    .map((part) => (/^<\/?blockquote>$/.test(part) ? `${part}\n` : paragraphs(part)))
    .join('');
}

/** Returns a name as plain text: without tags, angle brackets and repeated spaces. */
export function plainName(html: string): string {
  const clean = sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} });
  return clean
    .replace(/&(lt|gt);/g, '')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}
