import { type Connection, type Model, trusted } from 'mongoose';
import { isVariation, type SellableDocument, type VariationDocument } from '../domain/documents.ts';
import { answered } from './engine.ts';
import { sellables } from './schema.ts';

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

  /** What has one of the SKUs, in no order. */
  async bySkus(skus: readonly string[]): Promise<SellableDocument[]> {
    return skus.length === 0 ? [] : this.#find({ sku: trusted({ $in: skus }) });
  }

  /** All variations of a product, in no order. */
  async variationsOf(productId: number): Promise<VariationDocument[]> {
    return (await this.#find({ parentId: productId, type: 'variation' })).filter(isVariation);
  }

  async #find(filter: Record<string, unknown>): Promise<SellableDocument[]> {
    return answered(this.#sellables.find(filter).lean<SellableDocument[]>().exec());
  }
}
