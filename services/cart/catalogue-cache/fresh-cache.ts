import { LRUCache } from 'lru-cache';
import type { Context } from '#platform/bus/context.ts';
import { unavailable } from '#platform/errors/errors.ts';

/** How long an entry is fresh while the feed is not current. Milliseconds. */
const freshMs = 2_000;
/**
 * How long a caller with stale data waits for an answer, and how long no request is sent after an answer was missing.
 * Milliseconds.
 */
const waitMs = { reading: 300, adding: 700 };
const pauseMs = 1_000;

/** A value, the last monotonic time at which it was certainly valid, and the epoch in which it is fresh. */
interface Entry<Value> {
  readonly value: Value;
  at: number;
  epoch: number;
}

/** Maximum ages of unconfirmed data: `readMs` for reads and removals, `addMs` for adds. Milliseconds. */
export interface StaleBounds {
  readonly readMs: number;
  readonly addMs: number;
}

/** Epoch of entries that have changed in the catalogue. */
const changedEpoch = -1;

/**
 * State of a feed: whether it is current, the number of its last change, and the last time at which it was complete.
 */
export interface Feed {
  readonly current: boolean;
  readonly number: number;
  /** Monotonic clock, in milliseconds. */
  readonly completeAt: number;
}

/**
 * Caches answers of the catalogue until its feed reports a change (docs/reference/rules.md#freshness). Null
 * can be cached too: it means that the catalogue has no such record.
 */
export class FreshCache<Key extends number | string, Value> {
  readonly #entries: LRUCache<Key, Entry<Value>>;
  #feed: Feed = { current: false, number: -1, completeAt: Number.NEGATIVE_INFINITY };
  #settings: Pick<Feed, 'number'> = { number: -1 };
  /** Grows with every change that may concern all entries: entries of earlier epochs are not fresh. */
  #epoch = 0;

  /** `totalSize` limits the sum of all sizes; `sizeOf` returns whole numbers. */
  constructor(totalSize: number, sizeOf: (value: Value) => number) {
    this.#entries = new LRUCache({ maxSize: totalSize, sizeCalculation: ({ value }) => sizeOf(value) });
  }

  /** Sets the feeds that keep the cache current. Without feeds, entries are fresh for two seconds. */
  follow(feed: Feed, settings: Pick<Feed, 'number'>): void {
    this.#feed = feed;
    this.#settings = settings;
  }

  /** The current epoch. Callers read it before a request and pass it to `keep`. */
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

  /** Returns a fresh entry; undefined without one. */
  fresh(key: Key): { readonly value: Value } | undefined {
    const entry = this.#entries.get(key);
    const isFresh =
      entry?.epoch === this.#epoch && (this.#feed.current || performance.now() - entry.at < freshMs);
    return isFresh ? entry : undefined;
  }

  /**
   * Returns entries that were valid at most so many milliseconds ago; null if a key has none. Without
   * `allowChanged`, also null if one is known to have changed.
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

  /** Stores an answer that was requested in this epoch, unless a newer change has arrived. */
  keep(
    answer: Iterable<readonly [Key, Value]>,
    epoch: number,
    asOf: { readonly catalogue: number; readonly settings: number; readonly age: number },
  ): void {
    // The answer may lack a change that has already arrived, so it is used for one request and not cached.
    if (asOf.catalogue < this.#feed.number || asOf.settings < this.#settings.number) return;
    const at = performance.now() - asOf.age;
    for (const [key, value] of answer) this.#entries.set(key, { value, at, epoch });
  }

  /** Returns the last time at which an entry was certainly valid: until now while the feed is current. */
  #lastValidAt({ at, epoch }: Entry<Value>): number {
    return epoch === this.#epoch ? Math.max(at, this.#feed.completeAt) : at;
  }
}

/** Checks the age of an answer. @throws ServiceError `service_unavailable` when it is older than `maxMs` */
export function requireRecent({ age }: { readonly age: number }, maxMs: number): void {
  if (age > maxMs) throw unavailable('MongoDB has been away for too long');
}

/** Limits how long callers wait for a service that does not answer. */
export class WaitLimit {
  #pausedUntil = 0;

  /** Returns the answer of a request; null if it does not come soon, or if another was missing just before. */
  async ask<Reply>(
    context: Context,
    ask: (context: Context) => Promise<Reply>,
    purpose: keyof typeof waitMs = 'reading',
  ): Promise<Reply | null> {
    if (performance.now() < this.#pausedUntil) return null;
    const deadline = Math.min(context.deadline, Date.now() + waitMs[purpose]);
    try {
      return await ask({ ...context, deadline });
    } catch {
      // If the caller's own deadline was shorter, the service may answer in the usual time.
      if (deadline < context.deadline) this.#pausedUntil = performance.now() + pauseMs;
      return null;
    }
  }
}
