import { setTimeout as sleep } from 'node:timers/promises';
import type { NatsConnection } from 'nats';
import { CatalogueChange } from '#contracts/feed.ts';
import type { ListQuery } from '#contracts/listing.ts';
import { deadlineCheck, unavailable } from '#platform/errors/errors.ts';
import { FeedSubscriber } from '#platform/feed/subscriber.ts';
import type { Logger } from '#platform/service/logger.ts';
import { within } from '#platform/time/within.ts';
import type { EngineOutage, Freshness } from '../caches/freshness.ts';
import type { ListedDocument } from '../model/documents.ts';
import { earlier } from '../model/pricing.ts';
import type { Counter } from '../store/changes.ts';
import type { ProductStore } from '../store/products.ts';
import type { FoundProducts } from './domain/found-products.ts';
import { orderHoldsUntil } from './domain/orders.ts';
import { type IndexedPage, type ListContext, ProductIndex } from './domain/product-index.ts';
import type { IndexFile, LoadedIndex } from './index-file.ts';
import { IndexUpdates } from './index-updates.ts';

/** Milliseconds until the next read if the feed announced a change that MongoDB does not return yet. */
const lagMs = 25;
/** The longest delay of the timer for sales: one hour, in milliseconds. Node allows at most 24 days. */
const longestTimeoutMs = 3_600_000;

/** Returns the error for a list that is not current before the deadline. */
const late = () => unavailable('the lists are not up to date in time');

/** A page of a list, and the freshness of the answer. */
export interface ListedIds extends Freshness, Readonly<IndexedPage> {
  /** The next time at which a sale begins or ends, or a random order changes. Unix milliseconds; null if never. */
  readonly holdsUntil: number | null;
}

/** What a caller of `ListingCache` provides for a list. */
type ListingSettings = Omit<ListContext, 'now'>;

interface Foundation {
  readonly nats: NatsConnection;
  readonly store: ProductStore;
  readonly counter: Counter;
  readonly outage: EngineOutage;
  readonly logger: Logger;
  readonly now: () => number;
  /** The file in which this machine saves the index; null if the index is not saved. */
  readonly file: IndexFile | null;
}

/**
 * Returns product lists from an index in this replica's memory.
 *
 * At the start, the replica reads the saved index from disk, or else all documents. Later, the feed
 * `catalogue` announces changes, and the replica reads the changed documents again.
 */
export class ListingCache {
  readonly #store: ProductStore;
  readonly #counter: Counter;
  readonly #outage: EngineOutage;
  readonly #logger: Logger;
  readonly #now: () => number;
  readonly #file: IndexFile | null;
  readonly #feed: FeedSubscriber;
  readonly #loaded = Promise.withResolvers<void>();
  #loadedIndex: LoadedIndex | null = null;
  readonly #updates: IndexUpdates;
  /** The running update. Updates never overlap, because an older document must not replace a newer one. */
  #runningUpdate: Promise<unknown> | null = null;
  /** The update that begins after the running one; concurrent callers share it. */
  #nextUpdate: Promise<void> | null = null;
  #isRunning = false;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor({ nats, store, counter, outage, logger, now, file }: Foundation) {
    this.#store = store;
    this.#counter = counter;
    this.#outage = outage;
    this.#logger = logger;
    this.#now = now;
    this.#file = file;
    this.#updates = new IndexUpdates({ store, counter, now });
    const listener = {
      snapshot: async () => {
        this.#updates.forget();
        return (await this.#upToDate()).number;
      },
      apply: (change: unknown, number: number) => {
        const { data } = CatalogueChange.safeParse(change);
        // The index reads the log if it cannot use an announcement.
        if (this.#loadedIndex && data) this.#updates.announced(number, data.products);
        setImmediate(() => void this.#runInBackground());
      },
    };
    this.#feed = new FeedSubscriber(nats, 'catalogue', listener, logger);
  }

  /** Whether the index is loaded, so that lists can be read. */
  get loaded(): boolean {
    return this.#loadedIndex !== null;
  }

  /**
   * Returns a page of a list with every change that was announced before the request. Waits for these changes
   * until `deadline` (Unix milliseconds). While MongoDB is unavailable, the list may be stale.
   *
   * @throws ServiceError `service_unavailable` after the deadline, or if MongoDB does not answer
   */
  async page(query: ListQuery, settings: ListingSettings, deadline: number): Promise<ListedIds> {
    const { index, number, now, age } = await this.#currentIndex(deadline);
    const inTime = deadlineCheck(deadline, Date.now);
    const { ids, total, similar } = index.page(query, { ...settings, now, inTime });
    return {
      ids,
      total,
      similar,
      number,
      age,
      holdsUntil: earlier(index.holdsUntil, orderHoldsUntil(query, now)),
    };
  }

  /** Calls `count` once with all results of a query. `count` must not store the results: they may change later. */
  async counted<Value>(
    query: ListQuery,
    settings: ListingSettings,
    deadline: number,
    count: (found: FoundProducts) => Value,
  ): Promise<Freshness & { readonly counted: Value; readonly holdsUntil: number | null }> {
    const { index, number, now, age } = await this.#currentIndex(deadline);
    const inTime = deadlineCheck(deadline, Date.now);
    const counted = count(index.found(query, { ...settings, now, inTime }));
    return { counted, number, age, holdsUntil: index.holdsUntil };
  }

  /** Returns the index with all announced changes and with current prices, and how fresh it is. */
  async #currentIndex(deadline: number) {
    const { index, number } = await within(deadline - Date.now(), this.#withAnnouncedChanges(deadline), late);
    const now = this.#now();
    index.advance(now);
    const { age } = this.#outage.isOngoing ? this.#outage.lastKnown(this.#feed) : { age: 0 };
    return { index, number, now, age };
  }

  /**
   * Stores the documents that this replica wrote in change `number`, so that the replica does not read these
   * documents again. Must be called before the change is published.
   */
  wrote(number: number, documents: readonly ListedDocument[]): void {
    if (!this.#loadedIndex || this.#loadedIndex.number >= number) return;
    this.#updates.wrote(number, documents);
  }

  /** Waits until the index has all announced changes. During an outage of MongoDB, it may lack changes. */
  async #withAnnouncedChanges(deadline: number): Promise<LoadedIndex> {
    if (!this.#loadedIndex && this.#outage.isOngoing) throw unavailable('the lists are not loaded');
    await this.#loaded.promise;
    if (!this.#feed.current) return this.#outage.isOngoing ? this.#staleIndex() : this.#upToDate();
    const { number } = this.#feed;
    while (!this.#closed && Date.now() < deadline) {
      if (this.#loadedIndex && this.#loadedIndex.number >= number) return this.#loadedIndex;
      await this.#runUpdate().catch((error: unknown) => {
        if (!this.#outage.isOngoing) throw error;
      });
      if (this.#outage.isOngoing) return this.#staleIndex();
    }
    throw late();
  }

  /** Returns the index, which may be stale. @throws ServiceError if the index has been stale for too long */
  #staleIndex(): LoadedIndex {
    this.#outage.lastKnown(this.#feed);
    if (!this.#loadedIndex) throw unavailable('the lists are not loaded');
    return this.#loadedIndex;
  }

  /** Reads new changes from the store and returns the index. */
  async #upToDate(): Promise<LoadedIndex> {
    this.#nextUpdate ??= this.#readLogNext();
    await this.#nextUpdate;
    if (!this.#loadedIndex) throw unavailable('the lists are not loaded');
    return this.#loadedIndex;
  }

  /** Reads the log after the running update, which may have missed the latest change. */
  async #readLogNext(): Promise<void> {
    do await this.#runningUpdate?.catch(() => undefined);
    while (this.#runningUpdate);
    this.#nextUpdate = null;
    await this.#runUpdate(() => this.#readLog());
  }

  /** Applies announced changes in the background, so that requests do not wait for the changes. */
  async #runInBackground(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      while (!this.#closed && this.#loadedIndex && this.#loadedIndex.number < this.#feed.number)
        await this.#runUpdate();
    } catch (error) {
      // The error is only logged, because the next request repeats the update.
      this.#logger.debug({ err: error }, 'a change could not be applied to the lists yet');
    }
    this.#isRunning = false;
  }

  /** Applies announced changes; reads the log of changes if announcements are missing. */
  #runUpdate(update = async () => (await this.#applyAnnounced()) || this.#readLog()): Promise<unknown> {
    this.#runningUpdate ??= update().finally(() => {
      this.#runningUpdate = null;
    });
    return this.#runningUpdate;
  }

  async #applyAnnounced(): Promise<boolean> {
    if (!this.#loadedIndex || !(await this.#updates.applyAnnounced(this.#loadedIndex))) return false;
    this.#scheduleNextSale();
    return true;
  }

  /** Reads new changes from the store and applies them to the index. */
  async #readLog(): Promise<void> {
    const loadedIndex = this.#loadedIndex;
    const last = await this.#counter.last();
    if (loadedIndex?.number === last) await sleep(lagMs * Number(this.#feed.number > last));
    else if (!loadedIndex || last < loadedIndex.number || !(await this.#updates.catchUp(loadedIndex, last)))
      await this.#load(last);
    this.#scheduleNextSale();
  }

  /** Loads an index and applies the changes that the index lacks. */
  async #load(last: number): Promise<void> {
    const start = performance.now();
    const wasLoaded = this.#loadedIndex !== null;
    const saved = wasLoaded ? null : ((await this.#file?.read(last)) ?? null);
    const isSaved = saved !== null && (await this.#updates.catchUp(saved, await this.#counter.last()));
    const loadedIndex = isSaved ? saved : { index: await this.#build(), number: last };
    if (!isSaved) await this.#file?.write(loadedIndex);
    this.#loadedIndex = loadedIndex;
    await this.#updates.catchUp(loadedIndex, await this.#counter.last());
    const milliseconds = Math.round(performance.now() - start);
    const documents = loadedIndex.index.size;
    this.#logger.info({ documents, milliseconds, again: wasLoaded, isSaved }, 'the lists are loaded');
    this.#loaded.resolve();
  }

  /** Builds an index from all documents. */
  async #build(): Promise<ProductIndex> {
    const index = new ProductIndex();
    try {
      await this.#store.scan((documents) => {
        if (this.#closed) throw unavailable('the replica is stopping');
        const at = this.#now();
        for (const document of documents) index.put(document, at);
      });
      await index.sort();
      return index;
    } catch (error) {
      if (!this.#closed) this.#logger.warn({ err: error }, 'the lists cannot be loaded yet');
      throw error;
    }
  }

  /** Sets a timer for the next start or end of a sale, so that no request waits for this update. */
  #scheduleNextSale(): void {
    clearTimeout(this.#timer);
    const next = this.#loadedIndex?.index.holdsUntil ?? null;
    if (next === null || this.#closed) return;
    const wait = Math.min(Math.max(next - this.#now(), 1), longestTimeoutMs);
    this.#timer = setTimeout(() => {
      this.#loadedIndex?.index.advance(this.#now());
      this.#scheduleNextSale();
    }, wait).unref();
  }

  /** Stops following changes, and saves the index for the next start on this machine. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#feed.close();
    await this.#runningUpdate?.catch(() => undefined);
    if (this.#loadedIndex && !this.#outage.isOngoing) await this.#file?.write(this.#loadedIndex);
  }
}
