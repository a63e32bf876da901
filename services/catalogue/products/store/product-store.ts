import { type Connection, type Model, trusted } from 'mongoose';
import { answered } from '#platform/mongodb/engine.ts';
import {
  foldSku,
  isVariation,
  type ListedDocument,
  listedMembers,
  type SellableDocument,
  type VariationDocument,
} from '../../domain/documents.ts';
import { slugSpellings } from '../../domain/slugs.ts';
import { sellables } from '../../store/schema.ts';

const listed = Object.fromEntries(listedMembers.map((name) => [name, 1]));
/** The batch size of a full scan: small, so that concurrent reads wait little. */
const scanBatch = 500;

/** How many products with one slug are read to find a visible one. */
const mostOfSlug = 20;

/** Reads products and variations in MongoDB. Methods return plain documents, never mongoose's. */
export class ProductStore {
  readonly #sellables: Model<SellableDocument>;

  constructor(connection: Connection) {
    this.#sellables = sellables(connection);
  }

  /** Creates missing indexes. */
  async prepare(): Promise<void> {
    await this.#sellables.createIndexes();
  }

  /** Returns the documents with these ids, in no order. A single id uses the cheapest query. */
  async byIds(ids: readonly number[]): Promise<SellableDocument[]> {
    const [id, ...more] = ids;
    if (id === undefined) return [];
    return this.#find(more.length === 0 ? { _id: id } : { _id: trusted({ $in: ids }) });
  }

  /** Returns the documents with these SKUs, ignoring case, in no order. */
  async bySkus(skus: readonly string[]): Promise<SellableDocument[]> {
    return skus.length === 0 ? [] : this.#find({ skuFolded: trusted({ $in: skus.map(foldSku) }) });
  }

  /** Returns the first published products with a slug, lowest id first. */
  async bySlug(slug: string): Promise<SellableDocument[]> {
    const query = this.#sellables.find({
      slug: trusted({ $in: slugSpellings(slug) }),
      type: trusted({ $ne: 'variation' }),
      status: 'publish',
      locked: false,
    });
    return answered(query.sort({ _id: 1 }).limit(mostOfSlug).lean<SellableDocument[]>().exec());
  }

  /** Returns all variations of products, in no order. */
  async variationsOf(productIds: readonly number[]): Promise<VariationDocument[]> {
    if (productIds.length === 0) return [];
    const found = await this.#find({ parentId: trusted({ $in: productIds }), type: 'variation' });
    return found.filter(isVariation);
  }

  /** Returns ids of products above `after`, ascending, without variations. */
  async productIdsAbove(after: number, limit: number): Promise<number[]> {
    const query = this.#sellables.find(
      { _id: trusted({ $gt: after }), type: trusted({ $ne: 'variation' }) },
      { _id: 1 },
    );
    const found = await answered(query.sort({ _id: 1 }).limit(limit).lean<{ _id: number }[]>().exec());
    return found.map(({ _id }) => _id);
  }

  /** Returns the members for lists of the existing ids, in no order. */
  async listedByIds(ids: readonly number[]): Promise<ListedDocument[]> {
    return answered(
      this.#sellables
        .find({ _id: trusted({ $in: ids }) }, listed)
        .lean<ListedDocument[]>()
        .exec(),
    );
  }

  /**
   * Passes on the members for lists of all documents in batches, in the order of ids. Concurrent writes may be
   * included or not.
   */
  async scan(take: (documents: readonly ListedDocument[]) => void): Promise<void> {
    const find = {
      projection: listed,
      batchSize: scanBatch,
      sort: { _id: 1 },
      enableUtf8Validation: false,
    } as const;
    // The driver itself: mongoose would process each document once more.
    const cursor = this.#sellables.collection.find({}, find);
    try {
      for (let more = await answered(cursor.hasNext()); more; ) {
        const documents = cursor.readBufferedDocuments() as unknown as ListedDocument[];
        // MongoDB reads the next batch while this one is processed.
        const next = answered(cursor.hasNext());
        next.catch(() => undefined);
        take(documents);
        more = await next;
      }
    } finally {
      await cursor.close();
    }
  }

  async #find(filter: Record<string, unknown>): Promise<SellableDocument[]> {
    return answered(this.#sellables.find(filter).lean<SellableDocument[]>().exec());
  }
}
