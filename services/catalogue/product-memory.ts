import { LRUCache } from 'lru-cache';
import type { NatsConnection } from 'nats';
import { CatalogueChange } from '#contracts/feed.ts';
import { FeedSubscriber } from '#platform/feed/subscriber.ts';
import type { Logger } from '#platform/service/logger.ts';
import { asSeenBy, isVisibleTo, type Viewer } from './domain/audiences.ts';
import type { ProductDocument, SellableDocument, VariationDocument } from './domain/documents.ts';
import { inOrder, type Reference } from './domain/references.ts';
import type { ProductStore } from './store/product-store.ts';

/**
 * How much is held: documents by an estimate of their bytes as JSON, some 4,000 products (in memory three times that),
 * and as much again of variations; SKUs and slugs by their number.
 */
const mostBytes = 12_000_000;
const mostNames = 20_000;
/** What a document takes besides its long texts, roughly. Bytes. */
const plainBytes = 2_000;

/** About how many bytes of JSON a document is: what it is counted as in a memory that is bounded. */
function heldBytes(document: SellableDocument): number {
  const short = document.type === 'variation' ? '' : document.shortDescription;
  return plainBytes + document.description.length + short.length;
}

/** Documents that somebody may see, each as they see it. */
function shownTo<Document extends SellableDocument>(
  viewer: Viewer,
  documents: readonly Document[],
): Document[] {
  return documents.filter((one) => isVisibleTo(one, viewer)).map((one) => asSeenBy(one, viewer));
}

/**
 * Products as they are kept, held in this replica's memory while the feed `catalogue` is heard.
 *
 * Whoever hears of a change and asks for the product gets it changed: a NATS server hands the message of the change
 * to this replica before the request that follows it. While the feed is not up to date, everything is asked of the
 * store.
 *
 * Nothing leaves it but as somebody sees it: what is hidden from them is as if it were not there, and prices are theirs.
 */
export class ProductMemory {
  readonly #store: ProductStore;
  readonly #lastNumber: () => Promise<number>;
  readonly #feed: FeedSubscriber;
  readonly #documents = new LRUCache<number, SellableDocument>({
    maxSize: mostBytes,
    sizeCalculation: heldBytes,
  });
  readonly #variations = new LRUCache<number, readonly VariationDocument[]>({
    maxSize: mostBytes,
    sizeCalculation: (all) => 1 + all.reduce((sum, one) => sum + heldBytes(one), 0),
  });
  readonly #idsBySku = new LRUCache<string, number>({ max: mostNames });
  /** Emptied by every change, since any product may take a slug that another has. */
  readonly #idsBySlug = new LRUCache<string, readonly number[]>({ max: mostNames });
  /** Grows with all that is heard: what was asked of the store before is not held after it. */
  #generation = 0;

  /** `lastNumber` reads the number of the catalogue's last change out of the store. */
  constructor(nats: NatsConnection, store: ProductStore, lastNumber: () => Promise<number>, logger: Logger) {
    this.#store = store;
    this.#lastNumber = lastNumber;
    const listener = { snapshot: () => this.#forget(), apply: (change: unknown) => this.#take(change) };
    this.#feed = new FeedSubscriber(nats, 'catalogue', listener, logger);
  }

  async #forget(): Promise<number> {
    this.#drop();
    const number = await this.#lastNumber();
    this.#generation += 1;
    return number;
  }

  #take(change: unknown): void {
    this.#generation += 1;
    this.#idsBySlug.clear();
    for (const id of CatalogueChange.parse(change).products) {
      this.#documents.delete(id);
      this.#variations.delete(id);
    }
  }

  /** Number of the last change that whatever is read next has taken in. */
  async number(): Promise<number> {
    if (this.#feed.current) return this.#feed.number;
    const last = await this.#lastNumber();
    // The feed may be heard again by a message from before that change: what is held then must not be taken for it.
    if (last > this.#feed.number) this.#drop();
    return last;
  }

  #drop(): void {
    this.#generation += 1;
    this.#documents.clear();
    this.#variations.clear();
    this.#idsBySku.clear();
    this.#idsBySlug.clear();
  }

  /** What references name that somebody sees, in their order: by id first, then by SKU; null for nothing of that name. */
  async named(references: readonly Reference[], viewer: Viewer): Promise<(SellableDocument | null)[]> {
    const ids = references.map(({ id }) => id).filter((id) => id !== null);
    // What is hidden is as what is not there: another may be found by a SKU of the same digits.
    const byId = await this.byIds(ids, viewer);
    const found = new Set(byId.map(({ _id }) => _id));
    const left = references.filter(({ id, sku }) => sku !== '' && (id === null || !found.has(id)));
    const bySku = left.length === 0 ? [] : await this.#bySkus(left.map(({ sku }) => sku));
    return inOrder(references, [...byId, ...shownTo(viewer, bySku)]);
  }

  /** What has one of the ids, as somebody sees it, in no order. */
  async byIds(ids: readonly number[], viewer: Viewer): Promise<SellableDocument[]> {
    return shownTo(viewer, await this.#byIds(ids));
  }

  async #byIds(ids: readonly number[]): Promise<SellableDocument[]> {
    const held = this.#feed.current
      ? ids.map((id) => this.#documents.get(id)).filter((one) => one !== undefined)
      : [];
    const known = new Set(held.map(({ _id }) => _id));
    const missing = ids.filter((id) => !known.has(id));
    const fetched = missing.length === 0 ? [] : await this.#fetch(() => this.#store.byIds(missing));
    return [...held, ...fetched];
  }

  async #bySkus(skus: readonly string[]): Promise<SellableDocument[]> {
    const ids = skus.map((sku) => this.#idsBySku.get(sku)).filter((id) => id !== undefined);
    const held = (ids.length === 0 ? [] : await this.#byIds(ids)).filter(
      ({ sku }) => sku && skus.includes(sku),
    );
    const known = new Set(held.map(({ sku }) => sku));
    const missing = skus.filter((sku) => !known.has(sku));
    const fetched = missing.length === 0 ? [] : await this.#fetch(() => this.#store.bySkus(missing));
    return [...held, ...fetched];
  }

  /** The published product with a slug that somebody sees; of several, that with the lowest id; null for none. */
  async bySlug(slug: string, viewer: Viewer): Promise<SellableDocument | null> {
    const [first = null] = shownTo(viewer, await this.#bySlug(slug));
    return first;
  }

  /** All with a slug, the lowest id first. */
  async #bySlug(slug: string): Promise<SellableDocument[]> {
    const ids = this.#feed.current ? this.#idsBySlug.get(slug) : undefined;
    if (ids !== undefined) return (await this.#byIds(ids)).sort((one, other) => one._id - other._id);
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

  /** All variations of products that somebody sees, in no order. */
  async variations(products: readonly ProductDocument[], viewer: Viewer): Promise<VariationDocument[]> {
    const variable = products.filter(({ type }) => type === 'variable').map(({ _id }) => _id);
    const held = new Map(this.#feed.current ? variable.map((id) => [id, this.#variations.get(id)]) : []);
    const missing = variable.filter((id) => held.get(id) === undefined);
    const generation = this.#generation;
    const fetched = await this.#store.variationsOf(missing);
    if (this.#mayHold(generation)) {
      const byProduct = Map.groupBy(fetched, ({ parentId }) => parentId);
      for (const id of missing) this.#variations.set(id, byProduct.get(id) ?? []);
    }
    return shownTo(viewer, [...[...held.values()].flatMap((some) => some ?? []), ...fetched]);
  }

  async #fetch(find: () => Promise<SellableDocument[]>): Promise<SellableDocument[]> {
    const generation = this.#generation;
    const found = await find();
    if (!this.#mayHold(generation)) return found;
    for (const one of found) {
      this.#documents.set(one._id, one);
      if (one.sku !== undefined) this.#idsBySku.set(one.sku, one._id);
    }
    return found;
  }

  #mayHold(generation: number): boolean {
    return generation === this.#generation && this.#feed.current;
  }

  close(): void {
    this.#feed.close();
  }
}
