import { z } from 'zod';
import { firstOwnId } from '#contracts/catalogue-import.ts';
import type { CatalogueChange } from '#contracts/feed.ts';
import {
  createReview,
  findReviews,
  listReviews,
  type ReviewQuery,
  readReview,
  setReviewStatus,
} from '#contracts/reviews.ts';
import type { Context } from '#platform/bus/dispatcher.ts';
import { type ImplementedOperation, implement } from '#platform/bus/dispatcher.ts';
import { refusal } from '#platform/errors/errors.ts';
import { type EngineOutage, settingsWithFreshness, withPart } from '../caches/freshness.ts';
import type { TermCache } from '../caches/term-cache.ts';
import type { Viewer } from '../model/audiences.ts';
import { seesUnpublished, viewerOf } from '../model/audiences.ts';
import {
  addressDigest,
  authorOf,
  cleanReview,
  derived,
  maxReview,
  plainName,
  reviewView,
  textOf,
  writeRequestId,
} from '../model/reviews.ts';
import { shopTime } from '../model/store-settings.ts';
import type { ReviewWriter } from '../store/review-writer.ts';
import type { ReviewLists, ReviewStore } from '../store/reviews.ts';
import type { Ownership } from './ownership.ts';
import type { WholeProductsDeps } from './whole-products.ts';

/**
 * The maximum lengths of a name, an email address and a review. WordPress's columns for comments have the same lengths
 * (docs/reference/reviews.md#write-a-review).
 */
const maxLengths = { reviewer: 245, email: 100, review: maxReview };
/**
 * The maximum number of tags, entities and line ends in a review. The number is limited, because cleaning takes time
 * for each tag, entity and line end.
 */
const maxSigns = 2_000;

interface ReviewDeps extends Pick<WholeProductsDeps, 'products' | 'settings' | 'now'> {
  readonly reviews: ReviewStore;
  readonly reviewLists: ReviewLists;
  readonly reviewWriter: ReviewWriter;
  readonly termCache: TermCache;
  readonly outage: Pick<EngineOutage, 'read'>;
  readonly ownership: Pick<Ownership, 'requireUnfollowed'>;
  /** Publishes a change on the feed `catalogue`. */
  publish(number: number, change: CatalogueChange): void;
}

type NewReview = z.infer<typeof createReview.request>;

/** Returns the operations that read, write and moderate reviews (docs/reference/reviews.md#list-reviews). */
export function reviewOperations(deps: ReviewDeps): ImplementedOperation[] {
  const { reviews, reviewLists, reviewWriter, publish } = deps;
  return [
    implement(listReviews, (query, context) => {
      // Email addresses are not public. A filter by email address would reveal who wrote a review.
      if (query.reviewerEmail !== '' && !seesUnpublished(context))
        throw refusal('service_rest_cannot_view', {});
      return listAnswer(deps, query, viewerOf(context));
    }),
    implement(readReview, async ({ id }, context) => {
      const { asOf } = await settingsWithFreshness(deps);
      const review = await deps.outage.read(asOf.catalogue, () => reviews.byId(id, viewerOf(context)));
      if (!review) throw refusal('service_cannot_view_review', {});
      return { review, asOf };
    }),
    implement(createReview, (request, context) => created(deps, request, context)),
    implement(findReviews, ({ status, page, perPage }) => reviewLists.find(status, page, perPage)),
    implement(setReviewStatus, async ({ ids, status }, context) => {
      if (ids.some((id) => id < firstOwnId)) await deps.ownership.requireUnfollowed(context);
      const { changed, missing, number, touched } = await reviewWriter.setStatus(ids, status);
      if (touched.length > 0) publish(number, { products: [...touched] });
      return { changed, missing };
    }),
  ];
}

async function listAnswer(deps: ReviewDeps, query: ReviewQuery, viewer: Viewer) {
  const { asOf } = await settingsWithFreshness(deps);
  const terms = await deps.termCache.current();
  const below = query.categories.flatMap((id) => terms.categories.descendants(String(id)));
  const categoryIds = [...new Set(below)];
  const found = await deps.outage.read(asOf.catalogue, () =>
    deps.reviewLists.approved(query, categoryIds, asOf.catalogue, viewer),
  );
  return { ...found, asOf: withPart(asOf, terms) };
}

/** Returns the refusal of a review with an invalid member. */
function invalid(reason: keyof typeof maxLengths) {
  return refusal('service_review_content_invalid', { maximum: maxLengths[reason], reason });
}

/**
 * Returns the cleaned name and email address of the author. Callers check the author before the text, because checking
 * the text takes longer.
 *
 * @throws ServiceError for an invalid name or address
 */
function checkedAuthor(request: NewReview) {
  const reviewer = plainName(request.reviewer);
  const email = request.email.trim();
  if (reviewer === '' || reviewer.length > maxLengths.reviewer) {
    throw invalid('reviewer');
  }
  if (email.length > maxLengths.email || !z.email().safeParse(email).success) {
    throw invalid('email');
  }
  return { reviewer, email };
}

function checkedText(given: string): string {
  const signs = given.match(/[<&\r\n]/g)?.length ?? 0;
  if (given.length > maxLengths.review || signs > maxSigns) throw invalid('review');
  const review = cleanReview(given);
  if (review.length > maxLengths.review) throw invalid('review');
  if (!/[\p{L}\p{N}\p{Emoji_Presentation}]/u.test(textOf(review))) {
    throw refusal('service_review_content_invalid', { maximum: maxLengths.review, reason: 'empty' });
  }
  return review;
}

async function created(deps: ReviewDeps, request: NewReview, context: Pick<Context, 'claim'>) {
  const { productId, rating, address, once } = request;
  const { reviewer, email } = checkedAuthor(request);
  const now = deps.now();
  const accountId = context.claim?.account ?? 0;
  const writeRequest = { id: writeRequestId(once.origin, once.key, email), digest: once.digest };
  const from = { addressDigest: address === '' ? '' : addressDigest(address), now };
  const before = await deps.reviewWriter.writtenBefore(writeRequest);
  if (before) return { review: reviewView(before), replayed: true };
  // Cleaning the text takes the most time, so a network address over its limit is refused before the text is cleaned.
  await deps.reviewWriter.requireAddressBelowFloodLimit(from);
  const review = checkedText(request.review);
  const { settings } = await deps.settings();
  const written = await deps.reviewWriter.create(
    {
      productId,
      created: shopTime(now, settings),
      status: settings.reviewsHeld ? 'hold' : 'approved',
      reviewer,
      email,
      accountId,
      author: authorOf(accountId, email, from.addressDigest),
      review,
      rating,
      verified: false,
      ...derived(review, reviewer, email),
      once: writeRequest,
    },
    {
      ...from,
      viewer: viewerOf(context),
      // The service has no orders and cannot recognise buyers, so `reviewsByBuyersOnly` excludes all authors.
      open: settings.reviewsEnabled && !settings.reviewsByBuyersOnly,
    },
  );
  if (written.touched.length > 0) deps.publish(written.number, { products: [...written.touched] });
  return { review: reviewView(written.review), replayed: written.replayed };
}
