import { type Connection, type Model, trusted } from 'mongoose';
import { answered } from '#platform/mongodb/engine.ts';
import {
  foldSku,
  isVariation,
  type ListedDocument,
  listedMembers,
  type SellableDocument,
  type VariationDocument,
} from '../domain/documents.ts';
import { slugSpellings } from '../domain/slugs.ts';
import { sellables } from './schema.ts';

const listed = Object.fromEntries(listedMembers.map((name) => [name, 1]));
/** How many documents are fetched at once when all of them are: few, so that what is asked meanwhile waits little. */
const scanBatch = 500;

/** Of so many products with one slug, one is found that may be seen. */
const mostOfSlug = 20;

/** Products and variations in MongoDB, for reading. Methods return plain documents, never mongoose's. */
export class ProductStore {
  readonly #sellables: Model<SellableDocument>;

  constructor(connection: Connection) {
    this.#sellables = sellables(connection);
  }

  /** Makes the indexes that are missing. */
  async prepare(): Promise<void> {
    await this.#sellables.createIndexes();
  }

  /** What has one of the ids, in no order. One id alone is asked for in the cheapest way there is. */
  async byIds(ids: readonly number[]): Promise<SellableDocument[]> {
    const [id, ...more] = ids;
    if (id === undefined) return [];
    return this.#find(more.length === 0 ? { _id: id } : { _id: trusted({ $in: ids }) });
  }

  /** What has one of the SKUs, to the letter or but for the case of letters, in no order. */
  async bySkus(skus: readonly string[]): Promise<SellableDocument[]> {
    return skus.length === 0 ? [] : this.#find({ skuFolded: trusted({ $in: skus.map(foldSku) }) });
  }

  /** The published products with a slug, of many the first ones; the lowest id first. */
  async bySlug(slug: string): Promise<SellableDocument[]> {
    const query = this.#sellables.find({
      slug: trusted({ $in: slugSpellings(slug) }),
      type: trusted({ $ne: 'variation' }),
      status: 'publish',
      locked: false,
    });
    return answered(query.sort({ _id: 1 }).limit(mostOfSlug).lean<SellableDocument[]>().exec());
  }

  /** All variations of products, in no order. */
  async variationsOf(productIds: readonly number[]): Promise<VariationDocument[]> {
    if (productIds.length === 0) return [];
    const found = await this.#find({ parentId: trusted({ $in: productIds }), type: 'variation' });
    return found.filter(isVariation);
  }

  /** Ids of products above `after`, ascending. Those of variations are not in it. */
  async productIdsAbove(after: number, limit: number): Promise<number[]> {
    const query = this.#sellables.find(
      { _id: trusted({ $gt: after }), type: trusted({ $ne: 'variation' }) },
      { _id: 1 },
    );
    const found = await answered(query.sort({ _id: 1 }).limit(limit).lean<{ _id: number }[]>().exec());
    return found.map(({ _id }) => _id);
  }

  /** What lists are made of, of those of the ids that are there, in no order. */
  async listedByIds(ids: readonly number[]): Promise<ListedDocument[]> {
    return answered(
      this.#sellables
        .find({ _id: trusted({ $in: ids }) }, listed)
        .lean<ListedDocument[]>()
        .exec(),
    );
  }

  /**
   * Hands on everything that lists are made of, some at a time, in the order of ids. What is written meanwhile may
   * be in it or not.
   */
  async scan(take: (documents: readonly ListedDocument[]) => void): Promise<void> {
    const find = {
      projection: listed,
      batchSize: scanBatch,
      sort: { _id: 1 },
      enableUtf8Validation: false,
    } as const;
    // The driver itself: mongoose would look at each document once more.
    const cursor = this.#sellables.collection.find({}, find);
    try {
      for (let more = await answered(cursor.hasNext()); more; ) {
        const documents = cursor.readBufferedDocuments() as unknown as ListedDocument[];
        // MongoDB reads the next ones while these are taken in.
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
