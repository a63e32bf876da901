import { LRUCache } from 'lru-cache';
import type { Context } from '#platform/bus/context.ts';
import { unavailable } from '#platform/errors/errors.ts';

/** Validity of an entry without the feed. Milliseconds. */
const freshMs = 2_000;
/**
 * How long a request with a stale entry waits for the catalogue, and how long the catalogue is not asked
 * after a silence. Milliseconds.
 */
const patienceMs = { reading: 300, adding: 700 };
const quietMs = 1_000;

/** A value, the monotonic time at which it was certainly valid, and the epoch in which it is valid. */
interface Entry<Value> {
  readonly value: Value;
  at: number;
  epoch: number;
}

/** Maximum ages of unconfirmed data: for reads and removals, and for adds. Milliseconds. */
export interface StaleBounds {
  readonly readMs: number;
  readonly addMs: number;
}

/** Epoch of entries that are known to have changed. */
const changedEpoch = -1;

/**
 * State of a feed: whether it is current, the last number, and the last time at which nothing was missing.
 */
export interface Feed {
  readonly current: boolean;
  readonly number: number;
  /** Monotonic clock, in milliseconds. */
  readonly completeAt: number;
}

/**
 * Caches answers of the catalogue until its feed reports a change (docs/reference/rules.md#freshness). Null
 * is a value: it means that there is nothing.
 */
export class FreshCache<Key extends number | string, Value> {
  readonly #entries: LRUCache<Key, Entry<Value>>;
  #feed: Feed = { current: false, number: -1, completeAt: Number.NEGATIVE_INFINITY };
  #settings: Pick<Feed, 'number'> = { number: -1 };
  /** Grows with every change that names no key: entries of earlier epochs are not fresh. */
  #epoch = 0;

  /** `mostSize` limits the sum of all sizes; `sizeOf` returns whole numbers. */
  constructor(mostSize: number, sizeOf: (value: Value) => number) {
    this.#entries = new LRUCache({ maxSize: mostSize, sizeCalculation: ({ value }) => sizeOf(value) });
  }

  /** Sets the feeds that keep the cache current; until then entries expire after two seconds. */
  follow(feed: Feed, settings: Pick<Feed, 'number'>): void {
    this.#feed = feed;
    this.#settings = settings;
  }

  /** Read the epoch before the request and pass it to `keep`. */
  get epoch(): number {
    return this.#epoch;
  }

  /** Marks all entries as stale. */
  markAllStale(): void {
    for (const entry of this.#entries.values()) entry.at = this.#heldAt(entry);
    this.#epoch += 1;
  }

  /** Marks the entry of a key as changed. */
  markChanged(key: Key): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    entry.at = this.#heldAt(entry);
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
  validWithin(keys: readonly Key[], mostMs: number, allowChanged: boolean): ReadonlyMap<Key, Value> | null {
    const found = new Map<Key, Value>();
    for (const key of keys) {
      const entry = this.#entries.get(key);
      if (!entry || performance.now() - this.#heldAt(entry) > mostMs) return null;
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
    // The answer may lack a change that has already arrived, so it serves one request only.
    if (asOf.catalogue < this.#feed.number || asOf.settings < this.#settings.number) return;
    const at = performance.now() - asOf.age;
    for (const [key, value] of answer) this.#entries.set(key, { value, at, epoch });
  }

  /** Returns the last time at which an entry was certainly valid: until now while the feed is current. */
  #heldAt({ at, epoch }: Entry<Value>): number {
    return epoch === this.#epoch ? Math.max(at, this.#feed.completeAt) : at;
  }
}

/**
 * @throws ServiceError `service_unavailable` for an answer that was not confirmed for longer than `mostMs`
 */
export function requireRecent({ age }: { readonly age: number }, mostMs: number): void {
  if (age > mostMs) throw unavailable('MongoDB has been away for too long');
}

/** Limits how long requests wait for a catalogue that does not answer. */
export class WaitLimit {
  #silentUntil = 0;

  /** Returns the answer of the catalogue; null if it does not come soon. */
  async ask<Reply>(
    context: Context,
    ask: (context: Context) => Promise<Reply>,
    purpose: keyof typeof patienceMs = 'reading',
  ): Promise<Reply | null> {
    if (performance.now() < this.#silentUntil) return null;
    const deadline = Math.min(context.deadline, Date.now() + patienceMs[purpose]);
    try {
      return await ask({ ...context, deadline });
    } catch {
      // If the caller's deadline was shorter, the catalogue may still be answering.
      if (deadline < context.deadline) this.#silentUntil = performance.now() + quietMs;
      return null;
    }
  }
}
