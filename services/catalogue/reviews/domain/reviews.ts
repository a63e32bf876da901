import { createHash } from 'node:crypto';
import type { ProductRecord, ReviewRecord } from '#contracts/catalogue-import.ts';
import type { ShopTime } from '#contracts/product.ts';
import type { Review, ReviewStatus } from '#contracts/reviews.ts';
import { rolesSeeing, seesAll, type Viewer } from '../../domain/audiences.ts';
import { isPublic, type ProductDocument } from '../../domain/documents.ts';

/** The maximum number of different words that are stored for each review. Searches do not find further words. */
const maxWords = 300;
/** Words are shortened to this number of characters, both in reviews and in searches. */
const longestWord = 32;
/** The maximum number of words in a search. Further words are ignored. */
const maxSearched = 10;

/**
 * Who may see the reviews of a product: true for everybody, false for nobody, or a text with the roles for which the
 * product is reserved, such as `club,trade`. Managers may also see reviews of reserved products. The roles are one
 * text, because an index cannot contain two lists.
 */
export type ReviewAudience = boolean | string;

/** Members of a product that are copied to its reviews, so that lists of reviews need no products. */
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
  /** Digest of the imported record; empty if the review was written or changed in this service. */
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

/**
 * Returns the words of a text in order, in lower case and without accents. Apostrophes are removed, so that an
 * apostrophe does not divide a word.
 */
function wordsIn(text: string): string[] {
  const plain = folded(text).replace(/[’']/g, '');
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.slice(0, longestWord));
}

/**
 * Returns the different words of a search, at most `maxSearched`. A review matches if each of these words is the
 * beginning of a word in the review.
 */
export function searchedWords(search: string): string[] {
  return [...new Set(wordsIn(search))].slice(0, maxSearched);
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** Returns the text of HTML that `cleanReview` returned. This HTML contains only four different entities. */
export function textOf(html: string): string {
  return html
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot);/g, (_whole, name: string) => entities[name] ?? '')
    .trim();
}

/** Returns the members of a review that are derived from its text, its author's name and its author's email address. */
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
 * Returns an id by which a repeated request to write a review is recognized. The id depends on the author's email
 * address, because two authors may use the same idempotency key.
 */
export function onceId(origin: string, key: string, email: string): string {
  return sha256(JSON.stringify([origin, key, foldEmail(email)]));
}

/** Returns the digest of an author's network address. */
export function addressDigest(address: string): string {
  return sha256(address).slice(0, 22);
}

/**
 * Returns the identity of a review's author: the account of a customer, or the email address and network of a guest. A
 * guest who enters another person's email address on another network has another identity. So this guest cannot find or
 * block the other person's reviews.
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

/** The number of approved reviews of a product (`count`) that have `rating` stars. */
export interface RatingCount {
  readonly rating: number;
  readonly count: number;
}

/**
 * Returns the rating of a product. A review without stars changes only `reviewCount`.
 *
 * The mean is calculated in whole hundredths and rounded half up, so it has two decimals.
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
