import type { NatsConnection } from 'nats';
import { CatalogueChange } from '#contracts/feed.ts';
import { FeedSubscriber } from '#platform/feed/subscriber.ts';
import type { Logger } from '#platform/service/logger.ts';
import type { TermRecords } from './domain/terms.ts';
import { CategoryTree } from './domain/terms-tree.ts';
import type { Away, Standing } from './standing.ts';
import type { TermStore } from './store/term-store.ts';

/** Pause before terms are read again that were dropped: several changes may come together. Milliseconds. */
const refillMs = 50;

/** What a memory of the catalogue stands on. */
export interface MemoryParts {
  readonly nats: NatsConnection;
  readonly away: Away;
  /** Reads the number of the catalogue's last change out of the store. */
  readonly last: () => Promise<number>;
  /** Whether it is filled before anybody asks. */
  readonly fills: boolean;
  readonly logger: Logger;
}

/** All terms as they are at one moment. */
export interface Terms extends Standing {
  readonly records: TermRecords;
  readonly categories: CategoryTree;
}

/**
 * Categories, tags, brands, attributes, their terms and shipping classes in this replica's memory, while the feed
 * `catalogue` is heard. They are some thousands at most, and change seldom: one change of any drops all.
 */
export class TermMemory {
  readonly #store: TermStore;
  readonly #away: Away;
  readonly #lastNumber: () => Promise<number>;
  readonly #fills: boolean;
  readonly #feed: FeedSubscriber;
  #held: Terms | null = null;
  /** What was held last, for as long as nothing newer can be read, and since when it may be too old. */
  #before: { readonly terms: Terms; readonly until: number } | null = null;
  /** What several ask for at once is read once. */
  #reading: Promise<Terms> | null = null;
  /** Grows with all that is heard of terms: what was asked of the store before is not held after it. */
  #generation = 0;

  constructor({ nats, away, last, fills, logger }: MemoryParts, store: TermStore) {
    this.#fills = fills;
    this.#store = store;
    this.#away = away;
    this.#lastNumber = last;
    const listener = { snapshot: () => this.#doubt(), apply: (change: unknown) => this.#take(change) };
    this.#feed = new FeedSubscriber(nats, 'catalogue', listener, logger);
  }

  async #doubt(): Promise<number> {
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
    // They are held before anybody asks for them, since MongoDB may be away then.
    if (this.#fills) setTimeout(() => void this.current().catch(() => undefined), refillMs).unref();
  }

  /** The terms: out of memory while the feed is heard, else out of the store, or as of late while that is away. */
  async current(): Promise<Terms> {
    const { current, number } = this.#feed;
    if (this.#held && current) return { ...this.#held, number: Math.max(this.#held.number, number) };
    if (this.#held && this.#away.now) return { ...this.#held, ...this.#away.lately(this.#feed) };
    if (!current) return this.#read().catch((error: unknown) => this.#lately(error));
    this.#reading ??= this.#hold();
    return this.#reading.catch((error: unknown) => this.#lately(error));
  }

  /** What was held before a change that cannot be read. @throws what kept it from being read when there is nothing */
  #lately(error: unknown): Terms {
    const { terms, until } = this.#before ?? {};
    const age = Math.max(this.#feed.age, performance.now() - (until ?? Number.NEGATIVE_INFINITY));
    if (!terms || !this.#away.mayShow({ age })) throw error;
    return { ...terms, age };
  }

  /** Reads and holds, unless something was heard of meanwhile that may not be in what was read. */
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
      // The number first: what is read after it is at least as new as it says.
      const number = await this.#lastNumber();
      const records = await this.#store.all();
      const age = this.#away.now ? this.#away.lately(this.#feed).age : 0;
      return { records, categories: new CategoryTree(records.categories), number, age };
    });
  }

  close(): void {
    this.#feed.close();
  }
}
