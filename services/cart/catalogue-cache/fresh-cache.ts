import { LRUCache } from 'lru-cache';
import type { Context } from '#platform/bus/context.ts';
import { unavailable } from '#platform/errors/errors.ts';

/** Without the feed, what is held is good for so long. Milliseconds. */
const freshMs = 2_000;
/** How long a request that has something older waits for the catalogue, and how long it is then not asked again. Ms. */
const patienceMs = { reading: 300, adding: 700 };
const quietMs = 1_000;

/** A value, the moment of the monotonic clock at which it surely held, and the epoch in which it holds. */
interface Entry<Value> {
  readonly value: Value;
  at: number;
  epoch: number;
}

/** How old knowledge may be while nobody can confirm it: for reading and taking out, and for adding. Milliseconds. */
export interface StaleBounds {
  readonly readMs: number;
  readonly addMs: number;
}

/** Epoch of what is known to have changed since. */
const over = -1;

/** What was heard of changes: whether nothing is missing, the last number, and when last nothing was missing. */
export interface Feed {
  readonly current: boolean;
  readonly number: number;
  /** On the monotonic clock, in milliseconds. */
  readonly completeAt: number;
}

/**
 * What the catalogue said, kept as long as its feed says that nothing has changed (docs/reference/rules.md#freshness).
 * Values may be null: that there is nothing is known as well.
 */
export class FreshCache<Key extends number | string, Value> {
  readonly #entries: LRUCache<Key, Entry<Value>>;
  #feed: Feed = { current: false, number: -1, completeAt: Number.NEGATIVE_INFINITY };
  #settings: Pick<Feed, 'number'> = { number: -1 };
  /** Grows whenever something may have changed that is not named: what is of an earlier epoch is not fresh. */
  #epoch = 0;

  /** Holds values of so much size in all, each of a whole size of its own. */
  constructor(mostSize: number, sizeOf: (value: Value) => number) {
    this.#entries = new LRUCache({ maxSize: mostSize, sizeCalculation: ({ value }) => sizeOf(value) });
  }

  /** Names the feeds that keep what is held; until then nothing is fresh for longer than two seconds. */
  follow(feed: Feed, settings: Pick<Feed, 'number'>): void {
    this.#feed = feed;
    this.#settings = settings;
  }

  /** What `keep` has to be told: taken before the catalogue is asked. */
  get epoch(): number {
    return this.#epoch;
  }

  /** Takes nothing for fresh that is held now. */
  doubtAll(): void {
    for (const entry of this.#entries.values()) entry.at = this.#heldAt(entry);
    this.#epoch += 1;
  }

  /** Takes what is held under a key for changed. */
  doubt(key: Key): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    entry.at = this.#heldAt(entry);
    entry.epoch = over;
  }

  /** What surely holds now; undefined where that is not known. */
  fresh(key: Key): { readonly value: Value } | undefined {
    const entry = this.#entries.get(key);
    const isFresh =
      entry?.epoch === this.#epoch && (this.#feed.current || performance.now() - entry.at < freshMs);
    return isFresh ? entry : undefined;
  }

  /**
   * What held so many milliseconds ago at most under all these keys; null when one has nothing. Without `evenChanged`,
   * also when one is known to have changed since.
   */
  lately(keys: readonly Key[], mostMs: number, evenChanged: boolean): ReadonlyMap<Key, Value> | null {
    const found = new Map<Key, Value>();
    for (const key of keys) {
      const entry = this.#entries.get(key);
      if (!entry || performance.now() - this.#heldAt(entry) > mostMs) return null;
      if (entry.epoch === over && !evenChanged) return null;
      found.set(key, entry.value);
    }
    return found;
  }

  /** Keeps an answer of the catalogue that was asked for in this epoch, if no newer change was heard of meanwhile. */
  keep(
    answer: Iterable<readonly [Key, Value]>,
    epoch: number,
    asOf: { readonly catalogue: number; readonly settings: number; readonly age: number },
  ): void {
    // A change that was heard meanwhile may be missing in it: such an answer is good for one request only.
    if (asOf.catalogue < this.#feed.number || asOf.settings < this.#settings.number) return;
    const at = performance.now() - asOf.age;
    for (const [key, value] of answer) this.#entries.set(key, { value, at, epoch });
  }

  /** The last moment at which an entry surely held: while the feed is heard, it holds on. */
  #heldAt({ at, epoch }: Entry<Value>): number {
    return epoch === this.#epoch ? Math.max(at, this.#feed.completeAt) : at;
  }
}

/** @throws ServiceError `service_unavailable` for an answer that has not been confirmed for longer than `mostMs` */
export function requireYoung({ age }: { readonly age: number }, mostMs: number): void {
  if (age > mostMs) throw unavailable('MongoDB has been away for too long');
}

/** Asks the catalogue without letting anybody wait for long while it is silent. */
export class Patience {
  #silentUntil = 0;

  /** What the catalogue says; null when it does not answer soon. */
  async briefly<Reply>(
    context: Context,
    ask: (context: Context) => Promise<Reply>,
    purpose: keyof typeof patienceMs = 'reading',
  ): Promise<Reply | null> {
    if (performance.now() < this.#silentUntil) return null;
    const deadline = Math.min(context.deadline, Date.now() + patienceMs[purpose]);
    try {
      return await ask({ ...context, deadline });
    } catch {
      // A caller in a hurry says nothing of the catalogue.
      if (deadline < context.deadline) this.#silentUntil = performance.now() + quietMs;
      return null;
    }
  }
}
