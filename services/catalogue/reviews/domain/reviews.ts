import { createHash } from 'node:crypto';
import type { ProductRecord, ReviewRecord } from '#contracts/catalogue-import.ts';
import type { ShopTime } from '#contracts/product.ts';
import type { Review, ReviewStatus } from '#contracts/reviews.ts';
import { rolesSeeing, seesAll, type Viewer } from '../../domain/audiences.ts';
import { isPublic, type ProductDocument } from '../../domain/documents.ts';

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
export type ReviewAudience = boolean | string;

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
