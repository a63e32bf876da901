import { LRUCache } from 'lru-cache';
import { unavailable } from '#platform/errors/errors.ts';

/** Milliseconds for which an answer of the catalogue is fresh while the feed is not current. */
const freshMs = 2_000;

interface Entry<Value> {
  readonly value: Value;
  /** The last time at which the value was certainly valid, in milliseconds of the monotonic clock. */
  at: number;
  /** The value is fresh only while the cache's `#epoch` has this number. */
  epoch: number;
}

/** Maximum ages of data that the catalogue could not confirm, in milliseconds. */
export interface StaleBounds {
  /** Maximum age of data for reading a cart or removing an item. */
  readonly readMs: number;
  /** Maximum age of data for adding an item. */
  readonly addMs: number;
}

/**
 * Epoch of cached values that have changed in the catalogue. `#epoch` is never negative, so these values are
 * never fresh.
 */
const changedEpoch = -1;

/**
 * What the cache knows about a feed. `current` means that no change is missing. `number` is the number of the
 * last change.
 */
export interface Feed {
  readonly current: boolean;
  readonly number: number;
  /** Last time at which no change was missing, in milliseconds of the monotonic clock. */
  readonly completeAt: number;
}

/**
 * Caches answers of the catalogue until the catalogue's feed reports a change (docs/reference/rules.md#freshness). Null
 * can also be cached, and means that the catalogue has no record with the key.
 */
export class FreshCache<Key extends number | string, Value> {
  readonly #entries: LRUCache<Key, Entry<Value>>;
  #feed: Feed = { current: false, number: -1, completeAt: Number.NEGATIVE_INFINITY };
  #settings: Pick<Feed, 'number'> = { number: -1 };
  /** Grows with every change that may concern all cached values. Values of earlier epochs are not fresh. */
  #epoch = 0;

  /** `totalSize` limits the sum of the sizes of all values. `sizeOf` returns the size of a value, a whole number. */
  constructor(totalSize: number, sizeOf: (value: Value) => number) {
    this.#entries = new LRUCache({ maxSize: totalSize, sizeCalculation: ({ value }) => sizeOf(value) });
  }

  /** Sets the feeds that keep the cache current. Without feeds, entries are fresh for two seconds. */
  follow(feed: Feed, settings: Pick<Feed, 'number'>): void {
    this.#feed = feed;
    this.#settings = settings;
  }

  /** The current epoch. A caller reads the epoch before a request to the catalogue, and passes the epoch to `keep`. */
  get epoch(): number {
    return this.#epoch;
  }

  /** Marks all entries as stale. */
  markAllStale(): void {
    for (const entry of this.#entries.values()) entry.at = this.#lastValidAt(entry);
    this.#epoch += 1;
  }

  /** Marks the entry of a key as changed. */
  markChanged(key: Key): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    entry.at = this.#lastValidAt(entry);
    entry.epoch = changedEpoch;
  }

  /** Returns the entry of a key. Undefined if the entry is missing or not fresh. */
  fresh(key: Key): { readonly value: Value } | undefined {
    const entry = this.#entries.get(key);
    const isFresh =
      entry?.epoch === this.#epoch && (this.#feed.current || performance.now() - entry.at < freshMs);
    return isFresh ? entry : undefined;
  }

  /**
   * Returns the values of all keys, if each value was valid at most `maxMs` milliseconds ago; else null.
   * Without `allowChanged`, also null if the catalogue has reported a change of one of the keys.
   */
  validWithin(keys: readonly Key[], maxMs: number, allowChanged: boolean): ReadonlyMap<Key, Value> | null {
    const found = new Map<Key, Value>();
    for (const key of keys) {
      const entry = this.#entries.get(key);
      if (!entry || performance.now() - this.#lastValidAt(entry) > maxMs) return null;
      if (entry.epoch === changedEpoch && !allowChanged) return null;
      found.set(key, entry.value);
    }
    return found;
  }

  /**
   * Stores the answer to a request that the caller sent in the epoch `epoch`. An answer that is older than
   * the last reported change is not stored.
   */
  keep(
    answer: Iterable<readonly [Key, Value]>,
    epoch: number,
    asOf: { readonly catalogue: number; readonly settings: number; readonly age: number },
  ): void {
    // The answer may lack a change that a feed has already reported.
    if (asOf.catalogue < this.#feed.number || asOf.settings < this.#settings.number) return;
    const at = performance.now() - asOf.age;
    for (const [key, value] of answer) this.#entries.set(key, { value, at, epoch });
  }

  /**
   * Returns the last time at which a cached value was certainly valid. A value of the current epoch was still
   * valid at `completeAt`.
   */
  #lastValidAt({ at, epoch }: Entry<Value>): number {
    return epoch === this.#epoch ? Math.max(at, this.#feed.completeAt) : at;
  }
}

/** Checks the age of an answer. @throws ServiceError `service_unavailable` for an answer older than `maxMs` */
export function requireRecent({ age }: { readonly age: number }, maxMs: number): void {
  if (age > maxMs) throw unavailable('MongoDB has been away for too long');
}
