import { LRUCache } from 'lru-cache';
import type { Review } from '#contracts/reviews.ts';
import type { Viewer } from '../model/audiences.ts';

/** The maximum size of all cached reviews together, in estimated bytes of JSON. */
const maxBytes = 16_000_000;
/** The estimated bytes of a review without its text. */
const plainBytes = 300;

/** Returns the estimated JSON bytes of reviews. */
export function reviewBytes(reviews: readonly Review[]): number {
  return reviews.reduce((sum, { review }) => sum + plainBytes + review.length, plainBytes);
}

/** The reviews that answers about products show, by product and viewer. */
export class ShownReviews {
  readonly #byProduct = new LRUCache<number, ReadonlyMap<Viewer, readonly Review[]>>({
    maxSize: maxBytes,
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
