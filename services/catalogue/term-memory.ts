import type { NatsConnection } from 'nats';
import { CatalogueChange } from '#contracts/feed.ts';
import { FeedSubscriber } from '#platform/feed/subscriber.ts';
import type { Logger } from '#platform/service/logger.ts';
import type { TermRecords } from './domain/terms.ts';
import { CategoryTree } from './domain/terms-tree.ts';
import type { TermStore } from './store/term-store.ts';

/** All terms as they are at one moment. */
export interface Terms {
  readonly records: TermRecords;
  readonly categories: CategoryTree;
  /** Number of the last change of the catalogue that is in them for certain. */
  readonly number: number;
}

/**
 * Categories, tags, brands, attributes, their terms and shipping classes in this replica's memory, while the feed
 * `catalogue` is heard. They are some thousands at most, and change seldom: one change of any drops all.
 */
export class TermMemory {
  readonly #store: TermStore;
  readonly #lastNumber: () => Promise<number>;
  readonly #feed: FeedSubscriber;
  #held: Terms | null = null;
  /** What several ask for at once is read once. */
  #reading: Promise<Terms> | null = null;
  /** Grows with all that is heard of terms: what was asked of the store before is not held after it. */
  #generation = 0;

  /** `lastNumber` reads the number of the catalogue's last change out of the store. */
  constructor(nats: NatsConnection, store: TermStore, lastNumber: () => Promise<number>, logger: Logger) {
    this.#store = store;
    this.#lastNumber = lastNumber;
    const listener = { snapshot: () => this.#doubt(), apply: (change: unknown) => this.#take(change) };
    this.#feed = new FeedSubscriber(nats, 'catalogue', listener, logger);
  }

  async #doubt(): Promise<number> {
    this.#drop();
    const number = await this.#lastNumber();
    this.#drop();
    return number;
  }

  #take(change: unknown): void {
    if (CatalogueChange.parse(change).terms === true) this.#drop();
  }

  #drop(): void {
    this.#generation += 1;
    this.#held = null;
    this.#reading = null;
  }

  /** The terms: out of memory while the feed is heard, else out of the store. */
  async current(): Promise<Terms> {
    if (!this.#feed.current) return this.#read();
    if (this.#held) return { ...this.#held, number: Math.max(this.#held.number, this.#feed.number) };
    this.#reading ??= this.#hold();
    return this.#reading;
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

  async #read(): Promise<Terms> {
    // The number first: what is read after it is at least as new as it says.
    const number = await this.#lastNumber();
    const records = await this.#store.all();
    return { records, categories: new CategoryTree(records.categories), number };
  }

  close(): void {
    this.#feed.close();
  }
}
