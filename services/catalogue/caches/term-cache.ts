import type { NatsConnection } from 'nats';
import { CatalogueChange } from '#contracts/feed.ts';
import { FeedSubscriber } from '#platform/feed/subscriber.ts';
import type { Logger } from '#platform/service/logger.ts';
import type { TermRecords } from '../model/terms.ts';
import { CategoryTree } from '../model/terms.ts';
import type { TermStore } from '../store/terms.ts';
import type { EngineOutage, Freshness } from './freshness.ts';

/**
 * Milliseconds from clearing the cache until the terms are read again, so that several changes need one read.
 */
const refillMs = 50;
/** Milliseconds until the terms are read again if the last read did not fill the cache. */
const retryMs = 250;

export interface CacheDeps {
  readonly nats: NatsConnection;
  readonly outage: Pick<EngineOutage, 'isOngoing' | 'allowsStale' | 'lastKnown' | 'read'>;
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
 * Caches categories, tags, brands, attributes, terms and shipping classes in this replica's memory while the
 * feed `catalogue` is current. Any change of a term clears the whole cache, because terms are few and seldom
 * change.
 */
export class TermCache {
  readonly #store: Pick<TermStore, 'all'>;
  readonly #outage: CacheDeps['outage'];
  readonly #lastNumber: () => Promise<number>;
  readonly #fills: boolean;
  readonly #feed: FeedSubscriber;
  #cached: Terms | null = null;
  /**
   * The terms before the last change, returned while newer terms cannot be read. `until`: when these terms
   * stopped being current.
   */
  #previous: { readonly terms: Terms; readonly until: number } | null = null;
  /** The running read of all terms, which concurrent callers share; null if no read runs. */
  #reading: Promise<Terms> | null = null;
  /** Grows whenever cached terms become stale. A result is not cached if this number grew during its read. */
  #generation = 0;
  #fillTimer: NodeJS.Timeout | undefined;
  #isFilling = false;
  #closed = false;

  constructor({ nats, outage, last, fills, logger }: CacheDeps, store: Pick<TermStore, 'all'>) {
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
    if (this.#fills) this.#fill(refillMs);
  }

  /**
   * Reads the terms until they are cached, because MongoDB may be unavailable at the next request. While the feed is not
   * current, for example before the first heartbeat, terms cannot be cached and are not read.
   */
  #fill(waitMs: number): void {
    if (this.#isFilling) return;
    this.#isFilling = true;
    this.#fillTimer = setTimeout(async () => {
      if (this.#feed.current) await this.current().catch(() => undefined);
      this.#isFilling = false;
      if (!this.#cached && !this.#closed) this.#fill(retryMs);
    }, waitMs).unref();
  }

  /**
   * Returns the terms from the cache while the feed is current, otherwise from MongoDB. While MongoDB is
   * unavailable, the terms may be stale.
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
   * @throws the error of the read if the previous terms are missing or too old
   */
  #lastKnown(error: unknown): Terms {
    const { terms, until } = this.#previous ?? {};
    const age = Math.max(this.#feed.age, performance.now() - (until ?? Number.NEGATIVE_INFINITY));
    if (!terms || !this.#outage.allowsStale({ age })) throw error;
    return { ...terms, age };
  }

  /** Reads the terms. Caches the result only if no term changed during the read. */
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
      // The number is read first, so that the terms include at least this change.
      const number = await this.#lastNumber();
      const records = await this.#store.all();
      const age = this.#outage.isOngoing ? this.#outage.lastKnown(this.#feed).age : 0;
      return { records, categories: new CategoryTree(records.categories), number, age };
    });
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#fillTimer);
    this.#feed.close();
  }
}
