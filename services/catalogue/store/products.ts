import { type Connection, type Model, trusted } from 'mongoose';
import { withQueryTimeout } from '#platform/mongodb/engine.ts';
import {
  foldSku,
  isVariation,
  type ListedDocument,
  listedMembers,
  type SellableDocument,
  type VariationDocument,
} from '../model/documents.ts';
import { slugSpellings } from '../model/text.ts';
import { sellables } from './schema.ts';

const listed = Object.fromEntries(listedMembers.map((name) => [name, 1]));
/**
 * The number of documents in one batch of a full scan. Batches are small, so that concurrent reads do not wait long.
 */
const scanBatch = 500;

/** The maximum number of products with the same slug that are read to find a visible product. */
const maxOfSlug = 20;

/** Reads products and variations from MongoDB. Methods return plain objects, never mongoose documents. */
export class ProductStore {
  readonly #sellables: Model<SellableDocument>;

  constructor(connection: Connection) {
    this.#sellables = sellables(connection);
  }

  /** Creates missing indexes. */
  async prepare(): Promise<void> {
    await this.#sellables.createIndexes();
  }

  /** Returns the documents with these ids, in any order. A single id uses the cheapest query. */
  async byIds(ids: readonly number[]): Promise<SellableDocument[]> {
    const [id, ...more] = ids;
    if (id === undefined) return [];
    return this.#find(more.length === 0 ? { _id: id } : { _id: trusted({ $in: ids }) });
  }

  /** Returns the documents with these SKUs, ignoring case, in any order. */
  async bySkus(skus: readonly string[]): Promise<SellableDocument[]> {
    return skus.length === 0 ? [] : this.#find({ skuFolded: trusted({ $in: skus.map(foldSku) }) });
  }

  /** Returns up to `maxOfSlug` published products with a slug, the lowest id first. */
  async bySlug(slug: string): Promise<SellableDocument[]> {
    const query = this.#sellables.find({
      slug: trusted({ $in: slugSpellings(slug) }),
      type: trusted({ $ne: 'variation' }),
      status: 'publish',
      locked: false,
    });
    return withQueryTimeout(query.sort({ _id: 1 }).limit(maxOfSlug).lean<SellableDocument[]>().exec());
  }

  /** Returns all variations of products, in any order. */
  async variationsOf(productIds: readonly number[]): Promise<VariationDocument[]> {
    if (productIds.length === 0) return [];
    const found = await this.#find({ parentId: trusted({ $in: productIds }), type: 'variation' });
    return found.filter(isVariation);
  }

  /** Returns the ids of the products that show pictures, or whose variations do. */
  async withPictures(pictures: readonly number[]): Promise<number[]> {
    const query = this.#sellables.find({ 'images.id': trusted({ $in: pictures }) }, { type: 1, parentId: 1 });
    const found = await withQueryTimeout(
      query.lean<Pick<SellableDocument, '_id' | 'type' | 'parentId'>[]>().exec(),
    );
    return [...new Set(found.map(({ _id, type, parentId }) => (type === 'variation' ? parentId : _id)))];
  }

  /** Returns the lowest product ids above `after`, at most `limit`, ascending. Ids of variations are left out. */
  async productIdsAbove(after: number, limit: number): Promise<number[]> {
    const query = this.#sellables.find(
      { _id: trusted({ $gt: after }), type: trusted({ $ne: 'variation' }) },
      { _id: 1 },
    );
    const found = await withQueryTimeout(
      query.sort({ _id: 1 }).limit(limit).lean<{ _id: number }[]>().exec(),
    );
    return found.map(({ _id }) => _id);
  }

  /** Returns the documents with these ids, in any order. The documents have only the members that lists use. */
  async listedByIds(ids: readonly number[]): Promise<ListedDocument[]> {
    return withQueryTimeout(
      this.#sellables
        .find({ _id: trusted({ $in: ids }) }, listed)
        .lean<ListedDocument[]>()
        .exec(),
    );
  }

  /**
   * Calls `take` with batches of all documents, by ascending id. The documents have only the members that lists use. A
   * document that is written during the scan may be missing.
   */
  async scan(take: (documents: readonly ListedDocument[]) => void): Promise<void> {
    const find = {
      projection: listed,
      batchSize: scanBatch,
      sort: { _id: 1 },
      enableUtf8Validation: false,
    } as const;
    // This read bypasses mongoose, because mongoose would process each document once more.
    const cursor = this.#sellables.collection.find({}, find);
    try {
      for (let more = await withQueryTimeout(cursor.hasNext()); more; ) {
        const documents = cursor.readBufferedDocuments() as unknown as ListedDocument[];
        // MongoDB reads the next batch while the current batch is processed.
        const next = withQueryTimeout(cursor.hasNext());
        next.catch(() => undefined);
        take(documents);
        more = await next;
      }
    } finally {
      await cursor.close();
    }
  }

  async #find(filter: Record<string, unknown>): Promise<SellableDocument[]> {
    return withQueryTimeout(this.#sellables.find(filter).lean<SellableDocument[]>().exec());
  }
}
