import { LRUCache } from 'lru-cache';
import type { SerializedJson } from '#contracts/product-replies.ts';
import type { Review } from '#contracts/reviews.ts';
import { serialized } from '#platform/bus/wire.ts';
import type { Viewer } from '../model/audiences.ts';
import type { SellableDocument } from '../model/documents.ts';
import type { Viewed, ViewMoment } from '../model/product-view.ts';

/** The maximum size of all cached views together. Bytes. */
const maxBytes = 16_000_000;
/** The estimated memory of a cached view without its JSON. Bytes. */
const overheadBytes = 500;

/** A document that a view shows, or its reviews. The object is the same until the document or a review changes. */
export type Source = SellableDocument | readonly Review[];

/** A view as JSON bytes. */
export interface SerializedView<View> {
  readonly json: SerializedJson<View>;
  /** The time at which the next price in the view changes, in Unix milliseconds; null if its prices stay. */
  readonly holdsUntil: number | null;
}

/**
 * A cached view, with the sources from which the view was made. The view is valid between `from` and `holdsUntil`, in
 * Unix milliseconds.
 */
interface CachedView extends SerializedView<unknown> {
  readonly sources: readonly Source[];
  readonly countsStock: boolean;
  readonly from: number;
}

/**
 * Returns the bytes that a view keeps in memory for one of its sources. Documents are in memory anyway; reviews may no
 * longer be.
 */
function keptBytes(source: Source): number {
  return 8 + (Array.isArray(source) ? reviewBytes(source) : 0);
}

function isSame(cached: CachedView, sources: readonly Source[], { now, countsStock }: ViewMoment): boolean {
  return (
    cached.countsStock === countsStock &&
    cached.from <= now &&
    (cached.holdsUntil === null || now < cached.holdsUntil) &&
    cached.sources.length === sources.length &&
    cached.sources.every((one, at) => one === sources[at])
  );
}

/**
 * Caches views of products and variations as JSON bytes. A view is valid until its `holdsUntil`, or until one of its
 * sources is replaced in memory.
 */
export class SerializedViews {
  readonly #cache = new LRUCache<string, CachedView>({
    maxSize: maxBytes,
    sizeCalculation: ({ json, sources }) =>
      json.bytes.length + sources.reduce((sum, one) => sum + keptBytes(one), overheadBytes),
  });

  /**
   * Returns the view with this key. If the cache lacks the view, `make` makes it. All views of a key have the same
   * type. `sources` are all documents and reviews that the view shows.
   */
  of<View>(
    key: string,
    sources: readonly Source[],
    moment: ViewMoment,
    make: () => Viewed<View>,
  ): SerializedView<View> {
    const cached = this.#cache.get(key);
    if (cached && isSame(cached, sources, moment)) return cached as SerializedView<View>;
    const { view, holdsUntil } = make();
    const json = serialized(view);
    const { now: from, countsStock } = moment;
    const written = { json, holdsUntil, sources, countsStock, from };
    this.#cache.set(key, written);
    return written;
  }

  clear(): void {
    this.#cache.clear();
  }
}

/** The maximum size of all cached reviews together, in estimated bytes of JSON. */
const maxReviewsBytes = 16_000_000;
/** The estimated bytes of a review without its text. */
const plainBytes = 300;

/** Returns the estimated JSON bytes of reviews. */
function reviewBytes(reviews: readonly Review[]): number {
  return reviews.reduce((sum, { review }) => sum + plainBytes + review.length, plainBytes);
}

/** The reviews that answers about products show, by product and viewer. */
export class ShownReviews {
  readonly #byProduct = new LRUCache<number, ReadonlyMap<Viewer, readonly Review[]>>({
    maxSize: maxReviewsBytes,
    sizeCalculation: (byViewer) => [...byViewer.values()].reduce((sum, some) => sum + reviewBytes(some), 0),
  });

  /** Returns the reviews of a product; undefined if they are not cached. Repeated calls return the same array. */
  get(productId: number, viewer: Viewer): readonly Review[] | undefined {
    return this.#byProduct.get(productId)?.get(viewer);
  }

  set(productId: number, viewer: Viewer, reviews: readonly Review[]): void {
    this.#byProduct.set(productId, new Map([...(this.#byProduct.get(productId) ?? []), [viewer, reviews]]));
  }

  delete(productId: number): void {
    this.#byProduct.delete(productId);
  }

  clear(): void {
    this.#byProduct.clear();
  }
}
