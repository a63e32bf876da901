import type { NatsConnection } from 'nats';
import { CatalogueChange } from '#contracts/feed.ts';
import { FeedSubscriber } from '#platform/feed/subscriber.ts';
import type { Logger } from '#platform/service/logger.ts';
import type { EngineOutage, Freshness } from '../shared/freshness.ts';
import { CategoryTree } from './domain/category-tree.ts';
import type { TermRecords } from './domain/terms.ts';
import type { TermStore } from './store/term-store.ts';

/**
 * Pause between clearing the cache and reading the terms again, so that several changes need only one read.
 * Milliseconds.
 */
const refillMs = 50;

/** Dependencies of a cache of the catalogue. */
export interface CacheDeps {
  readonly nats: NatsConnection;
  readonly outage: EngineOutage;
  /** Reads the number of the catalogue's last change from the store. */
  readonly last: () => Promise<number>;
  /** Whether the cache is filled before the first request. */
  readonly fills: boolean;
  readonly logger: Logger;
}

/** All terms at one moment, with their freshness. */
export interface Terms extends Freshness {
  readonly records: TermRecords;
  readonly categories: CategoryTree;
}

/**
 * Caches categories, tags, brands, attributes, their terms and shipping classes in this replica's memory while the feed
 * `catalogue` is current. A shop has at most some thousand terms, which seldom change, so any change of a term clears
 * the whole cache.
 */
export class TermCache {
  readonly #store: TermStore;
  readonly #outage: EngineOutage;
  readonly #lastNumber: () => Promise<number>;
  readonly #fills: boolean;
  readonly #feed: FeedSubscriber;
  #cached: Terms | null = null;
  /**
   * The terms before the last change. They are returned while newer terms cannot be read. `until` is the time
   * up to which these terms were current.
   */
  #previous: { readonly terms: Terms; readonly until: number } | null = null;
  /** The running read of all terms, shared by concurrent callers; null while no read is running. */
  #reading: Promise<Terms> | null = null;
  /**
   * Grows whenever cached terms become stale. If this number grows during a read, the result of the read is not cached,
   * because the result may lack a change.
   */
  #generation = 0;

  constructor({ nats, outage, last, fills, logger }: CacheDeps, store: TermStore) {
    this.#fills = fills;
    this.#store = store;
    this.#outage = outage;
    this.#lastNumber = last;
    const listener = { snapshot: () => this.#markStale(), apply: (change: unknown) => this.#apply(change) };
    this.#feed = new FeedSubscriber(nats, 'catalogue', listener, logger);
  }

  async #markStale(): Promise<number> {
    const number = await this.#lastNumber();
    this.#drop();
    return number;
  }

  #apply(change: unknown): void {
    if (CatalogueChange.parse(change).terms === true) this.#drop();
  }

  #drop(): void {
    this.#generation += 1;
    if (this.#cached) this.#previous = { terms: this.#cached, until: performance.now() };
    this.#cached = null;
    this.#reading = null;
    // Reads the terms before the next request, because MongoDB may be unavailable at the next request.
    if (this.#fills) setTimeout(() => void this.current().catch(() => undefined), refillMs).unref();
  }

  /**
   * Returns the terms. While the feed is current, the terms come from the cache, otherwise from MongoDB. While MongoDB
   * is unavailable, the cached terms may be stale.
   */
  async current(): Promise<Terms> {
    const { current, number } = this.#feed;
    if (this.#cached && current) return { ...this.#cached, number: Math.max(this.#cached.number, number) };
    if (this.#cached && this.#outage.isOngoing)
      return { ...this.#cached, ...this.#outage.lastKnown(this.#feed) };
    if (!current) return this.#read().catch((error: unknown) => this.#lastKnown(error));
    this.#reading ??= this.#hold();
    return this.#reading.catch((error: unknown) => this.#lastKnown(error));
  }

  /**
   * Returns the previous terms, because newer terms cannot be read.
   *
   * @throws the error of the read if no previous terms exist, or if the previous terms are too old
   */
  #lastKnown(error: unknown): Terms {
    const { terms, until } = this.#previous ?? {};
    const age = Math.max(this.#feed.age, performance.now() - (until ?? Number.NEGATIVE_INFINITY));
    if (!terms || !this.#outage.allowsStale({ age })) throw error;
    return { ...terms, age };
  }

  /**
   * Reads the terms and caches the result. If terms changed during the read, the result is not cached, because the
   * result may lack the change.
   */
  async #hold(): Promise<Terms> {
    const generation = this.#generation;
    try {
      const terms = await this.#read();
      if (generation === this.#generation && this.#feed.current) this.#cached = terms;
      return terms;
    } finally {
      if (generation === this.#generation) this.#reading = null;
    }
  }

  #read(): Promise<Terms> {
    return this.#outage.read(this.#feed.number, async () => {
      // The number is read before the terms, so that the terms include at least the change with this number.
      const number = await this.#lastNumber();
      const records = await this.#store.all();
      const age = this.#outage.isOngoing ? this.#outage.lastKnown(this.#feed).age : 0;
      return { records, categories: new CategoryTree(records.categories), number, age };
    });
  }

  close(): void {
    this.#feed.close();
  }
}
