import { createHash } from 'node:crypto';
import type { ProductRecord, ReviewRecord } from '#contracts/catalogue-import.ts';
import type { ShopTime } from '#contracts/product.ts';
import type { Review, ReviewStatus } from '#contracts/reviews.ts';
import { rolesSeeing, seesAll, type Viewer } from './audiences.ts';
import { isPublic, type ProductDocument } from './documents.ts';

/** How much of a review a search finds: this many different words, each by this many of its first characters. */
const mostWords = 300;
const longestWord = 32;
/** How many words a search may have; the rest of them is left out. */
const mostSearched = 10;

/**
 * To whom reviews of a product are shown: to everybody, to nobody, or to the roles that it is reserved for, `club,trade`,
 * and managers. One value and no list, so that it can lead an index that has a list already.
 */
export type ReviewAudience = boolean | string;

/** What a review takes from its product, kept on it so that a list of reviews asks for no product. */
export interface ReviewedProduct {
  readonly public: ReviewAudience;
  readonly categoryIds: readonly number[];
}

/** Who sees the reviews of a product. */
export function reviewAudience(product: ProductDocument): ReviewAudience {
  const roles = rolesSeeing(product);
  return isPublic(product) && (roles === null || [...roles].sort().join(','));
}

/** Whether reviews shown to `audience` are so to somebody. */
export function seesReviews(audience: ReviewAudience, viewer: Viewer): boolean {
  if (typeof audience === 'boolean') return audience;
  return seesAll(viewer) || audience.split(',').includes(viewer ?? '');
}

/** A review as it is kept. */
export interface ReviewDocument {
  readonly _id: number;
  readonly productId: number;
  readonly created: ShopTime;
  readonly status: ReviewStatus;
  readonly reviewer: string;
  readonly email: string;
  /** As addresses are compared. */
  readonly emailFolded: string;
  /** 0 is a guest. */
  readonly accountId: number;
  /** What `authorOf` gives; empty where it was imported or its author was erased. */
  readonly author: string;
  readonly review: string;
  readonly rating: number;
  readonly verified: boolean;
  /** Those who see its product, while it is approved. */
  readonly public: ReviewAudience;
  /** Of its product. */
  readonly categoryIds: readonly number[];
  /** Of its text and its author's name, for searches. */
  readonly words: readonly string[];
  /** Of its words, so that the same ones are noticed. */
  readonly textDigest: string;
  /** Of the record it was imported from; empty where it was written here or changed since. */
  readonly digest: string;
  /** The mark of the request that wrote it, and the digest of that; absent where it was imported. */
  readonly once?: { readonly id: string; readonly digest: string };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** An address as addresses are compared: without case and outer spaces. */
export function foldEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** Text as words are compared: without case, accents and widths. */
function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The words of a text in their order, folded; an apostrophe stays in its word. */
function wordsIn(text: string): string[] {
  const plain = folded(text).replace(/[’']/g, '');
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.slice(0, longestWord));
}

/** What a search for a text looks for: every one of these must begin a word of the review. */
export function searchedWords(search: string): string[] {
  return [...new Set(wordsIn(search))].slice(0, mostSearched);
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** Text of HTML that was cleaned, which knows four entities only. */
export function textOf(html: string): string {
  return html
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot);/g, (_whole, name: string) => entities[name] ?? '')
    .trim();
}

/** Members of a review that follow from what was written. */
export function derived(review: string, reviewer: string, email: string) {
  const text = textOf(review);
  const words = [...new Set([...wordsIn(text), ...wordsIn(reviewer)])].slice(0, mostWords);
  return { emailFolded: foldEmail(email), words, textDigest: textDigest(review) };
}

/** Digest of what a review says: spaces, case and tags make no difference, other signs do. */
export function textDigest(review: string): string {
  return sha256(textOf(review).normalize('NFKC').toLowerCase().split(/\s+/).join(' '));
}

/** Digest of a review's record. */
export function recordDigest(record: ReviewRecord): string {
  return sha256(JSON.stringify(record));
}

/** Mark of a request that writes a review: two authors may use one key. */
export function onceId(origin: string, key: string, email: string): string {
  return sha256(JSON.stringify([origin, key, foldEmail(email)]));
}

/** Mark of where somebody writes from. */
export function addressDigest(address: string): string {
  return sha256(address).slice(0, 22);
}

/**
 * Identifies the author of a review that is written here: a customer by the account, a guest by e-mail address and network
 * together. So nobody learns or blocks what somebody else writes by giving that person's address.
 */
export function authorOf(accountId: number, email: string, addressDigest: string): string {
  if (accountId > 0) return `account ${accountId}`;
  return `guest ${sha256(JSON.stringify([foldEmail(email), addressDigest])).slice(0, 22)}`;
}

/** A review as it may be shown. */
export function reviewView(document: ReviewDocument): Review {
  const { _id: id, productId, created, status, reviewer, review, rating, verified } = document;
  return { id, productId, created, status, reviewer, review, rating, verified };
}

/** How many approved reviews of a product give how many stars. */
export interface RatingCount {
  readonly rating: number;
  readonly count: number;
}

/**
 * The figures of a product's rating. A review without stars counts as a review only.
 *
 * The mean has two decimals, half up, reckoned in whole hundredths.
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
