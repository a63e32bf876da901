import { LRUCache } from 'lru-cache';
import { CatalogueChange } from '#contracts/feed.ts';
import type { Review } from '#contracts/reviews.ts';
import { FeedSubscriber } from '#platform/feed/subscriber.ts';
import { asSeenBy, isVisibleTo, type Viewer } from '../model/audiences.ts';
import {
  foldSku,
  isPublic,
  isVariation,
  type ProductDocument,
  type SellableDocument,
  type VariationDocument,
} from '../model/documents.ts';
import { inOrder, type Reference } from '../model/references.ts';
import type { ChangeLog } from '../store/changes.ts';
import type { ProductStore } from '../store/products.ts';
import type { ReviewStore } from '../store/reviews.ts';
import { cachedBytes, DocumentCache, maxBytes } from './document-cache.ts';
import type { Freshness } from './freshness.ts';
import { SerializedViews, ShownReviews } from './serialized-views.ts';
import type { CacheDeps } from './term-cache.ts';

/** The maximum number of cached slugs. */
const maxNames = 20_000;
/** If the cache missed more changes than this, the cache is emptied. */
const maxMissed = 500;

interface ProductCacheDeps extends CacheDeps {
  readonly changes: Pick<ChangeLog, 'since'>;
}

/** Returns the documents that a viewer sees, with the prices for this viewer. */
function shownTo<Document extends SellableDocument>(
  viewer: Viewer,
  documents: readonly Document[],
): Document[] {
  return documents.filter((one) => isVisibleTo(one, viewer)).map((one) => asSeenBy(one, viewer));
}

/**
 * Caches products in this replica's memory while the feed `catalogue` is current; otherwise reads products from
 * MongoDB. An answer includes every change that was announced before the request.
 *
 * All results are for one viewer: without hidden products, and with the prices that the viewer pays.
 */
export class ProductCache {
  /** Products and variations as JSON, made from the documents of this cache. */
  readonly serializedViews = new SerializedViews();
  readonly #store: ProductStore;
  readonly #reviewStore: ReviewStore;
  readonly #outage: CacheDeps['outage'];
  readonly #lastNumber: () => Promise<number>;
  readonly #changes: ProductCacheDeps['changes'];
  readonly #refresh: CacheRefresh;
  readonly #feed: FeedSubscriber;
  readonly #documents = new DocumentCache();
  readonly #variations = new LRUCache<number, readonly VariationDocument[]>({
    maxSize: maxBytes,
    sizeCalculation: (all) => 1 + all.reduce((sum, one) => sum + cachedBytes(one), 0),
  });
  readonly #reviews = new ShownReviews();
  /**
   * The ids of the products with each slug. A change that may concern slugs clears this cache, because the message
   * names the changed products, but not their old and new slugs.
   */
  readonly #idsBySlug = new LRUCache<string, readonly number[]>({ max: maxNames });
  /**
   * Grows with every message of the feed. A result is not cached if a message arrived during its read, because
   * the message may announce a change of the result.
   */
  #generation = 0;

  constructor(deps: ProductCacheDeps, store: ProductStore, reviews: ReviewStore) {
    const { nats, outage, last, changes, fills, logger } = deps;
    this.#changes = changes;
    this.#store = store;
    this.#reviewStore = reviews;
    this.#outage = outage;
    this.#lastNumber = last;
    this.#refresh = new CacheRefresh(store, {
      mayRead: () => fills && this.#feed.current && !outage.isOngoing,
      isFull: () =>
        this.#documents.hasLost || this.#documents.bytes + this.#variations.calculatedSize > maxBytes,
      hold: (ids) => this.#holdAll(ids),
    });
    const listener = {
      snapshot: (applied: number) => this.#removeMissed(applied),
      apply: (change: unknown) => this.#apply(change),
    };
    this.#feed = new FeedSubscriber(nats, 'catalogue', listener, logger);
  }

  /**
   * Removes the products of all changes that this cache missed, so that the other products stay available if MongoDB
   * fails again at once. Returns the number of the last change. `applied`: the number of the last applied change, −1
   * before the first snapshot.
   */
  async #removeMissed(applied: number): Promise<number> {
    const last = await this.#lastNumber();
    if (last === applied) return last;
    // A lower number than before shows a restored backup.
    const missed = applied < 0 || last < applied ? null : await this.#changes.since(applied, maxMissed);
    if (missed && missed.length >= last - applied) this.#remove(missed.flatMap(({ ids }) => ids));
    else this.#drop();
    return last;
  }

  #apply(change: unknown): void {
    const { products, onlyPricesAndStock } = CatalogueChange.parse(change);
    this.#remove(products, onlyPricesAndStock);
  }

  #remove(products: readonly number[], onlyPricesAndStock = false): void {
    this.#generation += 1;
    if (!onlyPricesAndStock) this.#idsBySlug.clear();
    for (const id of products) {
      this.#documents.delete(id);
      this.#variations.delete(id);
      if (!onlyPricesAndStock) this.#reviews.delete(id);
    }
    this.#refresh.markChanged(products);
  }

  /** Returns the freshness of products that are read after this call. */
  async freshness(): Promise<Freshness> {
    if (this.#feed.current) return { number: this.#feed.number, age: 0 };
    if (this.#outage.isOngoing) return this.#outage.lastKnown(this.#feed);
    // Products that lack a missed change would count as current after the next message. So they are removed.
    return { number: await this.#removeMissed(this.#feed.number), age: 0 };
  }

  /** Whether cached entries may be returned. */
  get #isUsable(): boolean {
    return this.#feed.current || this.#outage.allowsStale(this.#feed);
  }

  /** Loads products and their variations into the cache. Returns false if the catalogue changed meanwhile. */
  async #holdAll(ids: readonly number[]): Promise<boolean> {
    const generation = this.#generation;
    const found = await this.#byIds(ids);
    const variations = await this.#variationsOf(found.filter((one) => !isVariation(one)));
    if (!this.#mayHold(generation)) return false;
    for (const one of variations) this.#documents.set(one);
    return true;
  }

  #drop(): void {
    this.#generation += 1;
    this.#documents.clear();
    this.#variations.clear();
    this.#reviews.clear();
    this.serializedViews.clear();
    this.#idsBySlug.clear();
    this.#refresh.markAllChanged();
  }

  /**
   * Returns one document for each reference, in the order of `references`. A document matches by id, or else by SKU.
   * Null for a reference without a document that the viewer sees.
   */
  async named(references: readonly Reference[], viewer: Viewer): Promise<(SellableDocument | null)[]> {
    const ids = references.map(({ id }) => id).filter((id) => id !== null);
    // A hidden product 42 counts as missing, so that `42` can find another product with the SKU `42`.
    const byId = await this.byIds(ids, viewer);
    const found = new Set(byId.map(({ _id }) => _id));
    const unfound = references.filter(({ id, sku }) => sku !== '' && (id === null || !found.has(id)));
    const bySku = unfound.length === 0 ? [] : await this.#bySkus(unfound.map(({ sku }) => sku));
    return inOrder(references, [...byId, ...shownTo(viewer, bySku)]);
  }

  /** Returns the documents with these ids as a viewer sees them, in any order. */
  async byIds(ids: readonly number[], viewer: Viewer): Promise<SellableDocument[]> {
    return shownTo(viewer, await this.#byIds(ids));
  }

  async #byIds(ids: readonly number[]): Promise<SellableDocument[]> {
    const cachedDocuments = this.#isUsable
      ? ids.map((id) => this.#documents.get(id)).filter((one) => one !== undefined)
      : [];
    const known = new Set(cachedDocuments.map(({ _id }) => _id));
    const missing = ids.filter((id) => !known.has(id));
    if (missing.length === 0 || this.#hasAll) return cachedDocuments;
    return [...cachedDocuments, ...(await this.#fetch(() => this.#store.byIds(missing)))];
  }

  /**
   * Whether MongoDB is unavailable and the cache has all products. While MongoDB is available, it is asked for unknown
   * products, because a new product must be found before its change is announced.
   */
  get #hasAll(): boolean {
    return this.#outage.allowsStale(this.#feed) && this.#refresh.whole;
  }

  async #bySkus(skus: readonly string[]): Promise<SellableDocument[]> {
    const cached = this.#isUsable ? skus.flatMap((sku) => this.#documents.bySku(sku)) : [];
    // A document that is not cached may have a SKU in exactly the requested case, and then takes precedence.
    const exact = new Set(cached.map(({ sku }) => sku));
    const inAnyCase = new Set(cached.map(({ skuFolded }) => skuFolded));
    const { isOngoing } = this.#outage;
    const missing = skus.filter((sku) => !exact.has(sku) && !(isOngoing && inAnyCase.has(foldSku(sku))));
    if (missing.length === 0 || this.#hasAll) return cached;
    return [...cached, ...(await this.#fetch(() => this.#store.bySkus(missing)))];
  }

  /**
   * Returns the published product with this slug; null if the viewer sees no such product. Of several
   * products, the lowest id wins.
   */
  async bySlug(slug: string, viewer: Viewer): Promise<SellableDocument | null> {
    const [first = null] = shownTo(viewer, await this.#bySlug(slug));
    return first;
  }

  /** Returns the published products with a slug, the lowest id first. */
  async #bySlug(slug: string): Promise<SellableDocument[]> {
    const ids = this.#isUsable ? this.#idsBySlug.get(slug) : undefined;
    if (ids !== undefined) return (await this.#byIds(ids)).sort((one, other) => one._id - other._id);
    if (this.#isUsable && this.#outage.isOngoing) {
      const cached = this.#documents.bySlug(slug).filter(isPublic);
      if (cached.length > 0 || this.#hasAll) return cached;
    }
    const generation = this.#generation;
    const found = await this.#fetch(() => this.#store.bySlug(slug));
    if (found.length > 0 && this.#mayHold(generation)) {
      this.#idsBySlug.set(
        slug,
        found.map(({ _id }) => _id),
      );
    }
    return found;
  }

  /** Returns the variations of these products that a viewer sees, in any order. */
  async variations(products: readonly ProductDocument[], viewer: Viewer): Promise<VariationDocument[]> {
    return shownTo(viewer, await this.#variationsOf(products));
  }

  async #variationsOf(products: readonly ProductDocument[]): Promise<VariationDocument[]> {
    const variable = products.filter(({ type }) => type === 'variable').map(({ _id }) => _id);
    const cachedDocuments = new Map(
      this.#isUsable ? variable.map((id) => [id, this.#variations.get(id)]) : [],
    );
    const missing = variable.filter((id) => cachedDocuments.get(id) === undefined);
    const generation = this.#generation;
    const fetched = missing.length === 0 ? [] : await this.#read(() => this.#store.variationsOf(missing));
    if (this.#mayHold(generation)) {
      const byProduct = Map.groupBy(fetched, ({ parentId }) => parentId);
      for (const id of missing) this.#variations.set(id, byProduct.get(id) ?? []);
    }
    return [...[...cachedDocuments.values()].flatMap((some) => some ?? []), ...fetched];
  }

  /** Returns the newest approved reviews of a product that a viewer sees, newest first. */
  async reviewsOf(productId: number, viewer: Viewer): Promise<readonly Review[]> {
    const cached = this.#isUsable ? this.#reviews.get(productId, viewer) : undefined;
    if (cached) return cached;
    const generation = this.#generation;
    const found = await this.#read(() => this.#reviewStore.reviewsOf(productId, viewer));
    if (this.#mayHold(generation)) this.#reviews.set(productId, viewer, found);
    return found;
  }

  async #fetch(find: () => Promise<SellableDocument[]>): Promise<SellableDocument[]> {
    const generation = this.#generation;
    const found = await this.#read(find);
    if (this.#mayHold(generation)) for (const one of found) this.#documents.set(one);
    return found;
  }

  /**
   * Reads from MongoDB. While the primary is unavailable, reads from a secondary that has every announced
   * change.
   */
  #read<T>(find: () => Promise<T>): Promise<T> {
    return this.#outage.read(this.#feed.number, find);
  }

  #mayHold(generation: number): boolean {
    return generation === this.#generation && this.#feed.current;
  }

  close(): void {
    this.#refresh.close();
    this.#feed.close();
  }
}

/** Milliseconds between two reads of changed products, so that one read covers several changes. */
const pauseMs = 200;
/** The maximum number of products in one read. */
const batch = 50;
/** If more products than this have changed, all products are read again. */
const maxChanged = 2_000;

interface CacheRefreshDeps {
  /** Returns whether the cache accepts newly read products now. */
  mayRead(): boolean;
  /** Returns whether the cache has no room for further products, or has lost a product for lack of room. */
  isFull(): boolean;
  /** Loads missing products into the cache. Returns false if the catalogue changed during the read. */
  hold(ids: readonly number[]): Promise<boolean>;
}

/**
 * Fills the cache of products up to its limit, so that the replica can answer while MongoDB is unavailable.
 * Reads in the background, in small batches.
 */
class CacheRefresh {
  readonly #store: Pick<ProductStore, 'productIdsAbove'>;
  readonly #deps: CacheRefreshDeps;
  readonly #timer: NodeJS.Timeout;
  /** Changed products that must be read again. */
  readonly #changed = new Set<number>();
  /** Products up to this id have been read; null when all products have been read. */
  #readUntil: number | null = 0;
  /** The number of calls of `markAllChanged`. */
  #restarts = 0;
  #isRunning = false;

  constructor(store: Pick<ProductStore, 'productIdsAbove'>, deps: CacheRefreshDeps) {
    this.#store = store;
    this.#deps = deps;
    this.#timer = setInterval(() => void this.#run(), pauseMs).unref();
  }

  /** Whether the cache contains all products. A product outside the cache then does not exist. */
  get whole(): boolean {
    return this.#readUntil === null && this.#changed.size === 0 && !this.#isRunning && !this.#deps.isFull();
  }

  /** Marks products to be read again. */
  markChanged(ids: readonly number[]): void {
    for (const id of ids) this.#changed.add(id);
    if (this.#changed.size > maxChanged) this.markAllChanged();
  }

  markAllChanged(): void {
    this.#changed.clear();
    this.#readUntil = 0;
    this.#restarts += 1;
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      while (this.#deps.mayRead() && !this.#deps.isFull()) {
        const ids = await this.#next();
        if (ids.length === 0) break;
        const isCached = await this.#deps.hold(ids).catch(() => false);
        if (isCached) continue;
        this.markChanged(ids);
        break;
      }
    } catch {
      // After a failure, the next tick of the timer tries again.
    } finally {
      this.#isRunning = false;
    }
  }

  async #next(): Promise<readonly number[]> {
    if (this.#changed.size > 0) {
      const ids = [...this.#changed].slice(0, batch);
      for (const id of ids) this.#changed.delete(id);
      return ids;
    }
    if (this.#readUntil === null) return [];
    const restarts = this.#restarts;
    const ids = await this.#store.productIdsAbove(this.#readUntil, batch);
    // After a call of `markAllChanged` during the read, reading starts again from the first product.
    if (this.#restarts === restarts) this.#readUntil = ids.at(-1) ?? null;
    return ids;
  }

  close(): void {
    clearInterval(this.#timer);
  }
}
