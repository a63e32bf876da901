import { LRUCache } from 'lru-cache';
import { SerializedEntry } from '#platform/bus/serialized-entry.ts';
import type { SellableDocument } from '../domain/documents.ts';
import type { Viewed, ViewMoment } from './domain/view.ts';

/** The maximum size of all cached entries together. Bytes. */
const maxBytes = 16_000_000;
/** The estimated memory of a cached entry without its JSON. Bytes. */
const overheadBytes = 500;

/**
 * A cached entry, with the documents from which the entry was made. The entry is valid between `from` and `holdsUntil`,
 * in Unix milliseconds. `holdsUntil` is null if the entry does not expire.
 */
interface CachedEntry {
  readonly entry: SerializedEntry;
  readonly sources: readonly SellableDocument[];
  readonly countsStock: boolean;
  readonly from: number;
  readonly holdsUntil: number | null;
}

function isSame(
  cached: CachedEntry,
  sources: readonly SellableDocument[],
  { now, countsStock }: ViewMoment,
): boolean {
  return (
    cached.countsStock === countsStock &&
    cached.from <= now &&
    (cached.holdsUntil === null || now < cached.holdsUntil) &&
    cached.sources.length === sources.length &&
    cached.sources.every((one, at) => one === sources[at])
  );
}

/**
 * Caches products without reviews as JSON bytes. An entry is valid until its `holdsUntil`, or until one of its
 * documents is replaced in memory.
 */
export class SerializedEntries {
  readonly #cache = new LRUCache<string, CachedEntry>({
    maxSize: maxBytes,
    sizeCalculation: ({ entry, sources }) => entry.bytes.length + 8 * sources.length + overheadBytes,
  });

  /**
   * Returns the entry of a product, without reviews. If the cache lacks the entry, `view` makes the
   * entry. `sources` are all documents that the entry shows.
   */
  of(
    key: string,
    sources: readonly SellableDocument[],
    moment: ViewMoment,
    view: () => Viewed<SerializedEntry['product']>,
  ): Pick<CachedEntry, 'entry' | 'holdsUntil'> {
    const cached = this.#cache.get(key);
    if (cached && isSame(cached, sources, moment)) return cached;
    const { view: product, holdsUntil } = view();
    const entry = SerializedEntry.of({ product, reviews: [] });
    const { now: from, countsStock } = moment;
    const written: CachedEntry = { entry, sources, countsStock, from, holdsUntil };
    this.#cache.set(key, written);
    return written;
  }

  clear(): void {
    this.#cache.clear();
  }
}
