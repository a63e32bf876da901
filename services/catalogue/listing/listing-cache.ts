import type { NatsConnection } from 'nats';
import type { ListQuery } from '#contracts/listing.ts';
import { deadlineCheck } from '#platform/errors/deadline.ts';
import { unavailable } from '#platform/errors/errors.ts';
import { FeedSubscriber } from '#platform/feed/subscriber.ts';
import type { Logger } from '#platform/service/logger.ts';
import { within } from '#platform/time/within.ts';
import type { ListedDocument } from '../domain/documents.ts';
import { earlier } from '../domain/pricing.ts';
import type { ProductStore } from '../products/store/product-store.ts';
import type { EngineOutage, Freshness } from '../shared/freshness.ts';
import type { Counter } from '../store/counter.ts';
import type { FoundProducts } from './domain/found-products.ts';
import { type ListContext, ProductIndex } from './domain/product-index.ts';
import { orderHoldsUntil } from './domain/random-order.ts';
import { RecentWrites } from './recent-writes.ts';

/** The maximum number of changes, and of documents, that one read returns. */
const changesBatch = 500;
const documentsBatch = 1_000;
/**
 * How long to wait before reading the store again when the feed has announced a change that is not visible yet.
 * Milliseconds.
 */
const lagMs = 25;
/** The longest timeout of the timer for sales, because Node limits timers to 24 days. Milliseconds. */
const longestTimeoutMs = 3_600_000;

/** Returns the refusal of a list after its deadline. */
const late = () => unavailable('the lists are not up to date in time');

/** The index, and the number of the last change up to which it contains every change. */
interface LoadedIndex {
  readonly index: ProductIndex;
  number: number;
}

/** A page of a list: ids in order, the total, and the freshness of the answer. */
export interface ListedIds extends Freshness {
  readonly ids: readonly number[];
  readonly total: number;
  /** Whether the search found only similar words, not the searched ones. */
  readonly similar: boolean;
  /** When a sale next begins or ends, Unix milliseconds; null for never. */
  readonly holdsUntil: number | null;
}

/** Data for a list that `ListingCache` does not contain. */
type ListingSettings = Omit<ListContext, 'now'>;

/** Dependencies of `ListingCache`. */
interface Foundation {
  readonly nats: NatsConnection;
  readonly store: ProductStore;
  readonly counter: Counter;
  readonly away: EngineOutage;
  readonly logger: Logger;
  /** Returns the current time in Unix milliseconds. */
  readonly now: () => number;
}

/**
 * The lists of products in this replica's memory.
 *
 * At the start it reads all documents. Then the feed `catalogue` announces changes, and the log of changes in MongoDB
 * tells which documents to read again; a lost message only delays its change. All documents are read again only if
 * the log no longer contains the missed changes, or if the store was replaced.
 */
export class ListingCache {
  readonly #store: ProductStore;
  readonly #counter: Counter;
  readonly #away: EngineOutage;
  readonly #logger: Logger;
  readonly #now: () => number;
  readonly #feed: FeedSubscriber;
  readonly #loaded = Promise.withResolvers<void>();
  #loadedIndex: LoadedIndex | null = null;
  readonly #written = new RecentWrites();
  /**
   * The running update of the index. Only one runs at a time, because an older document must not replace a newer one.
   */
  #refresh: Promise<void> | null = null;
  #isFollowing = false;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor({ nats, store, counter, away, logger, now }: Foundation) {
    this.#store = store;
    this.#counter = counter;
    this.#away = away;
    this.#logger = logger;
    this.#now = now;
    const listener = {
      snapshot: async () => (await this.#caughtUp()).number,
      apply: () => void setImmediate(() => void this.#follow()),
    };
    this.#feed = new FeedSubscriber(nats, 'catalogue', listener, logger);
  }

  /** Whether lists are available. */
  get loaded(): boolean {
    return this.#loadedIndex !== null;
  }

  /**
   * Returns a page of a list that contains every change announced before the request. Waits for these changes until
   * the deadline, Unix milliseconds. While MongoDB is unavailable, the list may be stale.
   *
   * @throws ServiceError `service_unavailable` after the deadline, and when the store does not answer
   */
  async page(query: ListQuery, settings: ListingSettings, deadline: number): Promise<ListedIds> {
    const { index, number, now, age } = await this.#fresh(deadline);
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

  /** Returns the result of `count`, called with all results of a query. The results are valid only during the call. */
  async counted<Value>(
    query: ListQuery,
    settings: ListingSettings,
    deadline: number,
    count: (found: FoundProducts) => Value,
  ): Promise<Freshness & { readonly counted: Value; readonly holdsUntil: number | null }> {
    const { index, number, now, age } = await this.#fresh(deadline);
    const inTime = deadlineCheck(deadline, Date.now);
    const counted = count(index.found(query, { ...settings, now, inTime }));
    return { counted, number, age, holdsUntil: index.holdsUntil };
  }

  /** Returns the index with all announced changes and the prices of this moment. */
  async #fresh(deadline: number) {
    const { index, number } = await within(deadline - Date.now(), this.#current(deadline), late);
    const now = this.#now();
    index.advance(now);
    const { age } = this.#away.isOngoing ? this.#away.lastKnown(this.#feed) : { age: 0 };
    return { index, number, now, age };
  }

  /**
   * Stores documents that this replica has just written, with the number of their change, before the change is
   * published, so that they need not be read again.
   */
  wrote(number: number, documents: readonly ListedDocument[]): void {
    if (!this.#loadedIndex || this.#loadedIndex.number >= number) return;
    this.#written.note(number, documents);
  }

  /** Returns the index with all announced changes. */
  async #current(deadline: number): Promise<LoadedIndex> {
    if (!this.#loadedIndex && this.#away.isOngoing) throw unavailable('the lists are not loaded');
    await this.#loaded.promise;
    if (!this.#feed.current) return this.#away.isOngoing ? this.#lastLoaded() : this.#caughtUp();
    const { number } = this.#feed;
    while (!this.#closed && Date.now() < deadline) {
      if (this.#loadedIndex && this.#loadedIndex.number >= number) return this.#loadedIndex;
      await this.#step().catch((error: unknown) => {
        if (!this.#away.isOngoing) throw error;
      });
      if (this.#away.isOngoing) return this.#lastLoaded();
    }
    throw late();
  }

  /**
   * Returns the index without new changes, because MongoDB is unavailable. @throws ServiceError when the index has
   * been stale for too long
   */
  #lastLoaded(): LoadedIndex {
    this.#away.lastKnown(this.#feed);
    if (!this.#loadedIndex) throw unavailable('the lists are not loaded');
    return this.#loadedIndex;
  }

  /** Reads new changes from the store and returns the index. */
  async #caughtUp(): Promise<LoadedIndex> {
    // An update that is already running may have read the store before the latest change, so another follows.
    await this.#refresh?.catch(() => undefined);
    await this.#step();
    if (!this.#loadedIndex) throw unavailable('the lists are not loaded');
    return this.#loadedIndex;
  }

  /** Applies announced changes in the background, so that requests do not wait for them. */
  async #follow(): Promise<void> {
    if (this.#isFollowing) return;
    this.#isFollowing = true;
    try {
      while (!this.#closed && this.#loadedIndex && this.#loadedIndex.number < this.#feed.number)
        await this.#step();
    } catch (error) {
      // The next request for a list tries again.
      this.#logger.debug({ err: error }, 'a change could not be applied to the lists yet');
    }
    this.#isFollowing = false;
  }

  #step(): Promise<void> {
    this.#refresh ??= this.#takeIn().finally(() => {
      this.#refresh = null;
    });
    return this.#refresh;
  }

  /** Reads new changes from the store and applies them to the index. */
  async #takeIn(): Promise<void> {
    const loadedIndex = this.#loadedIndex;
    const last = await this.#counter.last();
    if (loadedIndex?.number === last) await pause(lagMs * Number(this.#feed.number > last));
    else if (!loadedIndex || last < loadedIndex.number || !(await this.#catchUp(loadedIndex, last)))
      await this.#load(last);
    this.#sleep();
  }

  /**
   * Applies the changes that the index lacks, at least up to the number `last`. Returns false if the log no longer
   * contains the oldest of them.
   */
  async #catchUp(loadedIndex: LoadedIndex, last: number): Promise<boolean> {
    while (loadedIndex.number < last) {
      const changes = await this.#counter.changes.since(loadedIndex.number, changesBatch);
      const newest = changes?.at(-1);
      if (!changes || !newest) return false;
      const changed = changes.flatMap(({ ids, number }) => ids.map((id) => [id, number] as const));
      // If an id changed several times, the map has the number of its last change.
      const ids = this.#takeWritten(loadedIndex.index, new Map(changed));
      for (let from = 0; from < ids.length; from += documentsBatch) {
        await this.#read(loadedIndex.index, ids.slice(from, from + documentsBatch));
      }
      loadedIndex.number = newest.number;
      if (loadedIndex.number >= last) this.#written.clear();
    }
    return true;
  }

  /**
   * Applies the documents of these changes that this replica wrote itself, and returns the ids of the other
   * documents.
   */
  #takeWritten(index: ProductIndex, changed: ReadonlyMap<number, number>): number[] {
    const now = this.#now();
    const unread: number[] = [];
    for (const [id, number] of changed) {
      const document = this.#written.of(id, number);
      if (document) index.put(document, now);
      else unread.push(id);
    }
    return unread;
  }

  async #read(index: ProductIndex, ids: readonly number[]): Promise<void> {
    const documents = await this.#store.listedByIds(ids);
    const found = new Set(documents.map(({ _id }) => _id));
    const now = this.#now();
    for (const id of ids) if (!found.has(id)) index.remove(id);
    for (const document of documents) index.put(document, now);
  }

  /** Builds a new index from all documents. Changes with a greater number than `last` are applied afterwards. */
  async #load(last: number): Promise<void> {
    const start = performance.now();
    const index = new ProductIndex();
    try {
      await this.#store.scan((documents) => {
        if (this.#closed) throw unavailable('the replica is stopping');
        const now = this.#now();
        for (const document of documents) index.put(document, now);
      });
    } catch (error) {
      if (!this.#closed) this.#logger.warn({ err: error }, 'the lists cannot be loaded yet');
      throw error;
    }
    const loadedIndex = { index, number: last };
    const wasLoaded = this.#loadedIndex !== null;
    await index.sort();
    this.#loadedIndex = loadedIndex;
    await this.#catchUp(loadedIndex, await this.#counter.last());
    const milliseconds = Math.round(performance.now() - start);
    this.#logger.info({ documents: index.size, milliseconds, again: wasLoaded }, 'the lists are loaded');
    this.#loaded.resolve();
  }

  /** Sets a timer for the next start or end of a sale, so that requests do not have to apply it. */
  #sleep(): void {
    clearTimeout(this.#timer);
    const next = this.#loadedIndex?.index.holdsUntil ?? null;
    if (next === null || this.#closed) return;
    const wait = Math.min(Math.max(next - this.#now(), 1), longestTimeoutMs);
    this.#timer = setTimeout(() => {
      this.#loadedIndex?.index.advance(this.#now());
      this.#sleep();
    }, wait).unref();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#feed.close();
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
