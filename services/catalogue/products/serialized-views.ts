import { LRUCache } from 'lru-cache';
import { SerializedJson } from '#platform/bus/serialized-parts.ts';
import type { Viewed, ViewMoment } from './domain/view.ts';

/** The maximum size of all cached views together. Bytes. */
const maxBytes = 16_000_000;
/** The estimated memory of a cached view without its JSON. Bytes. */
const overheadBytes = 500;

/** A view as JSON bytes. */
export interface SerializedView<View> {
  readonly json: SerializedJson<View>;
  /** The time at which the next price in the view changes, in Unix milliseconds; null if its prices stay. */
  readonly holdsUntil: number | null;
}

/**
 * A cached view, with the documents and reviews from which the view was made. The view is valid between `from` and `holdsUntil`,
 * in Unix milliseconds.
 */
interface CachedView extends SerializedView<unknown> {
  readonly sources: readonly object[];
  readonly countsStock: boolean;
  readonly from: number;
}

function isSame(cached: CachedView, sources: readonly object[], { now, countsStock }: ViewMoment): boolean {
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
    sizeCalculation: ({ json, sources }) => json.bytes.length + 8 * sources.length + overheadBytes,
  });

  /**
   * Returns the view with this key. If the cache lacks the view, `made` makes it. All views of a key have the same type.
   * `sources` are all documents and reviews that the view shows, as objects that are the same until they change.
   */
  of<View>(
    key: string,
    sources: readonly object[],
    moment: ViewMoment,
    made: () => Viewed<View>,
  ): SerializedView<View> {
    const cached = this.#cache.get(key);
    if (cached && isSame(cached, sources, moment)) return cached as SerializedView<View>;
    const { view, holdsUntil } = made();
    const json = SerializedJson.of(view);
    const { now: from, countsStock } = moment;
    const written = { json, holdsUntil, sources, countsStock, from };
    this.#cache.set(key, written);
    return written;
  }

  clear(): void {
    this.#cache.clear();
  }
}
