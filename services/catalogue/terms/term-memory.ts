import type { NatsConnection } from 'nats';
import { CatalogueChange } from '#contracts/feed.ts';
import { FeedSubscriber } from '#platform/feed/subscriber.ts';
import type { Logger } from '#platform/service/logger.ts';
import type { EngineOutage, Freshness } from '../shared/freshness.ts';
import { CategoryTree } from './domain/category-tree.ts';
import type { TermRecords } from './domain/terms.ts';
import type { TermStore } from './store/term-store.ts';

/** Pause before dropped terms are read again, since several changes may come together. Milliseconds. */
const refillMs = 50;

/** Dependencies of a memory of the catalogue. */
export interface MemoryDeps {
  readonly nats: NatsConnection;
  readonly away: EngineOutage;
  /** Reads the number of the catalogue's last change from the store. */
  readonly last: () => Promise<number>;
  /** Whether it is filled in advance. */
  readonly fills: boolean;
  readonly logger: Logger;
}

/** All terms at one moment. */
export interface Terms extends Freshness {
  readonly records: TermRecords;
  readonly categories: CategoryTree;
}

/**
 * Categories, tags, brands, attributes, their terms and shipping classes in this replica's memory, while the feed
 * `catalogue` is current. There are at most some thousands, and they seldom change: any change drops all.
 */
export class TermMemory {
  readonly #store: TermStore;
  readonly #away: EngineOutage;
  readonly #lastNumber: () => Promise<number>;
  readonly #fills: boolean;
  readonly #feed: FeedSubscriber;
  #held: Terms | null = null;
  /** The last terms, for as long as newer ones cannot be read, and when they become too old. */
  #before: { readonly terms: Terms; readonly until: number } | null = null;
  /** Concurrent callers share one read. */
  #reading: Promise<Terms> | null = null;
  /** Grows with every message about terms: what was read before one is not cached after it. */
  #generation = 0;

  constructor({ nats, away, last, fills, logger }: MemoryDeps, store: TermStore) {
    this.#fills = fills;
    this.#store = store;
    this.#away = away;
    this.#lastNumber = last;
    const listener = { snapshot: () => this.#markStale(), apply: (change: unknown) => this.#take(change) };
    this.#feed = new FeedSubscriber(nats, 'catalogue', listener, logger);
  }

  async #markStale(): Promise<number> {
    const number = await this.#lastNumber();
    this.#drop();
    return number;
  }

  #take(change: unknown): void {
    if (CatalogueChange.parse(change).terms === true) this.#drop();
  }

  #drop(): void {
    this.#generation += 1;
    if (this.#held) this.#before = { terms: this.#held, until: performance.now() };
    this.#held = null;
    this.#reading = null;
    // They are loaded in advance, since MongoDB may be away at the next request.
    if (this.#fills) setTimeout(() => void this.current().catch(() => undefined), refillMs).unref();
  }

  /**
   * Returns the terms: from memory while the feed is current, else from the store; stale terms while the store is
   * away.
   */
  async current(): Promise<Terms> {
    const { current, number } = this.#feed;
    if (this.#held && current) return { ...this.#held, number: Math.max(this.#held.number, number) };
    if (this.#held && this.#away.isOngoing) return { ...this.#held, ...this.#away.lastKnown(this.#feed) };
    if (!current) return this.#read().catch((error: unknown) => this.#lastKnown(error));
    this.#reading ??= this.#hold();
    return this.#reading.catch((error: unknown) => this.#lastKnown(error));
  }

  /** Returns the terms from before a change that cannot be read. @throws the read's error when there are none */
  #lastKnown(error: unknown): Terms {
    const { terms, until } = this.#before ?? {};
    const age = Math.max(this.#feed.age, performance.now() - (until ?? Number.NEGATIVE_INFINITY));
    if (!terms || !this.#away.allowsStale({ age })) throw error;
    return { ...terms, age };
  }

  /** Reads and caches the terms, unless a message arrived meanwhile whose change may be missing. */
  async #hold(): Promise<Terms> {
    const generation = this.#generation;
    try {
      const terms = await this.#read();
      if (generation === this.#generation && this.#feed.current) this.#held = terms;
      return terms;
    } finally {
      if (generation === this.#generation) this.#reading = null;
    }
  }

  #read(): Promise<Terms> {
    return this.#away.read(this.#feed.number, async () => {
      // The number is read first, so that the terms are at least as fresh as it says.
      const number = await this.#lastNumber();
      const records = await this.#store.all();
      const age = this.#away.isOngoing ? this.#away.lastKnown(this.#feed).age : 0;
      return { records, categories: new CategoryTree(records.categories), number, age };
    });
  }

  close(): void {
    this.#feed.close();
  }
}
