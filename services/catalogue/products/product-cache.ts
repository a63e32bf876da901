import { LRUCache } from 'lru-cache';
import { CatalogueChange } from '#contracts/feed.ts';
import type { Review } from '#contracts/reviews.ts';
import { FeedSubscriber } from '#platform/feed/subscriber.ts';
import { asSeenBy, isVisibleTo, type Viewer } from '../domain/audiences.ts';
import {
  foldSku,
  isPublic,
  isVariation,
  type ProductDocument,
  type SellableDocument,
  type VariationDocument,
} from '../domain/documents.ts';
import { slugSpellings } from '../domain/slugs.ts';
import type { ReviewStore } from '../reviews/store/review-store.ts';
import type { Freshness } from '../shared/freshness.ts';
import type { CacheDeps } from '../terms/term-cache.ts';
import { CacheRefresh } from './cache-refresh.ts';
import { inOrder, type Reference } from './domain/references.ts';
import { SerializedViews } from './serialized-views.ts';
import { ShownReviews } from './shown-reviews.ts';
import type { ProductStore } from './store/product-store.ts';

/**
 * The maximum size of all cached products, in estimated bytes of JSON. The same limit applies to all cached
 * variations. About 12,000 products fit, and take about 96 MB of memory.
 */
const maxBytes = 32_000_000;
/** The maximum number of cached SKUs. The same limit applies to cached slugs. */
const maxNames = 20_000;
/** The estimated bytes of a document without its long texts. */
const plainBytes = 2_000;

/** Returns the estimated JSON bytes of a document, which count towards `maxBytes`. */
function cachedBytes(document: SellableDocument): number {
  const short = document.type === 'variation' ? '' : document.shortDescription;
  return plainBytes + document.description.length + short.length;
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
 * MongoDB. An answer includes every change that was made before the request.
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
  readonly #refresh: CacheRefresh;
  readonly #feed: FeedSubscriber;
  readonly #documents = new LRUCache<number, SellableDocument>({
    maxSize: maxBytes,
    sizeCalculation: cachedBytes,
  });
  readonly #variations = new LRUCache<number, readonly VariationDocument[]>({
    maxSize: maxBytes,
    sizeCalculation: (all) => 1 + all.reduce((sum, one) => sum + cachedBytes(one), 0),
  });
  readonly #reviews = new ShownReviews();
  readonly #idsBySku = new LRUCache<string, number>({ max: maxNames });
  /**
   * The ids of the products with each slug. Every change clears this cache: the message names the changed
   * products, but not their old and new slugs.
   */
  readonly #idsBySlug = new LRUCache<string, readonly number[]>({ max: maxNames });
  /**
   * Grows with every message of the feed. A result is not cached if a message arrived during its read, because
   * the message may announce a change of the result.
   */
  #generation = 0;

  constructor({ nats, outage, last, fills, logger }: CacheDeps, store: ProductStore, reviews: ReviewStore) {
    this.#store = store;
    this.#reviewStore = reviews;
    this.#outage = outage;
    this.#lastNumber = last;
    this.#refresh = new CacheRefresh(store, {
      mayRead: () => fills && this.#feed.current && !outage.isOngoing,
      isFull: () => this.#documents.calculatedSize + this.#variations.calculatedSize > maxBytes,
      hold: (ids) => this.#holdAll(ids),
    });
    const listener = { snapshot: () => this.#forget(), apply: (change: unknown) => this.#apply(change) };
    this.#feed = new FeedSubscriber(nats, 'catalogue', listener, logger);
  }

  async #forget(): Promise<number> {
    const number = await this.#lastNumber();
    this.#drop();
    return number;
  }

  #apply(change: unknown): void {
    this.#generation += 1;
    this.#idsBySlug.clear();
    const { products } = CatalogueChange.parse(change);
    for (const id of products) {
      this.#documents.delete(id);
      this.#variations.delete(id);
      this.#reviews.delete(id);
    }
    this.#refresh.markChanged(products);
  }

  /** Returns the freshness of products that are read after this call. */
  async freshness(): Promise<Freshness> {
    if (this.#feed.current) return { number: this.#feed.number, age: 0 };
    if (this.#outage.isOngoing) return this.#outage.lastKnown(this.#feed);
    const last = await this.#lastNumber();
    // The cached entries may lack change `last`, but would count as current after the next message. So all
    // entries are removed.
    if (last > this.#feed.number) this.#drop();
    return { number: last, age: 0 };
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
    for (const one of variations) this.#keep(one);
    return true;
  }

  #drop(): void {
    this.#generation += 1;
    this.#documents.clear();
    this.#variations.clear();
    this.#reviews.clear();
    this.serializedViews.clear();
    this.#idsBySku.clear();
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

  /** Whether the cache has all products, so that a document outside the cache does not exist. */
  get #hasAll(): boolean {
    return this.#isUsable && this.#refresh.whole;
  }

  async #bySkus(skus: readonly string[]): Promise<SellableDocument[]> {
    const ids = skus.map((sku) => this.#idsBySku.get(sku)).filter((id) => id !== undefined);
    const cachedDocuments = (ids.length === 0 ? [] : await this.#byIds(ids)).filter(
      ({ sku }) => sku && skus.includes(sku),
    );
    const known = new Set(cachedDocuments.map(({ sku }) => sku));
    const missing = skus.filter((sku) => !known.has(sku));
    if (missing.length === 0) return cachedDocuments;
    const folded = new Set(missing.map(foldSku));
    const cached = this.#matching(({ skuFolded }) => folded.has(skuFolded ?? ''));
    const isKnown = new Set(cached.map(({ skuFolded }) => skuFolded)).size === folded.size;
    if (isKnown || this.#hasAll) return [...cachedDocuments, ...cached];
    return [...cachedDocuments, ...(await this.#fetch(() => this.#store.bySkus(missing)))];
  }

  /**
   * Scans the cache and returns the matching documents, the lowest id first. Returns an empty list if the cache lacks
   * documents that can be read from MongoDB.
   */
  #matching(matches: (one: SellableDocument) => boolean): SellableDocument[] {
    if (!this.#hasAll && !this.#outage.allowsStale(this.#feed)) return [];
    return [...this.#documents.values()].filter(matches).sort((one, other) => one._id - other._id);
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
    const spellings = new Set(slugSpellings(slug));
    const cached = this.#matching(
      (one) => spellings.has(one.slug ?? '') && isPublic(one) && !isVariation(one),
    );
    const generation = this.#generation;
    const isKnown = cached.length > 0 || this.#hasAll;
    const found = isKnown ? cached : await this.#fetch(() => this.#store.bySlug(slug));
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
    if (this.#mayHold(generation)) for (const one of found) this.#keep(one);
    return found;
  }

  /**
   * Reads from MongoDB. While the primary is unavailable, reads from a secondary that has every announced
   * change.
   */
  #read<T>(find: () => Promise<T>): Promise<T> {
    return this.#outage.read(this.#feed.number, find);
  }

  #keep(one: SellableDocument): void {
    this.#documents.set(one._id, one);
    if (one.sku !== undefined) this.#idsBySku.set(one.sku, one._id);
  }

  #mayHold(generation: number): boolean {
    return generation === this.#generation && this.#feed.current;
  }

  close(): void {
    this.#refresh.close();
    this.#feed.close();
  }
}
