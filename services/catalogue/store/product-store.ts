import { type Connection, type Model, trusted } from 'mongoose';
import type { Audience } from '#contracts/catalogue.ts';
import {
  isVariation,
  type ProductDocument,
  type SellableDocument,
  type VariationDocument,
} from '../domain/documents.ts';
import type { Reference } from '../domain/references.ts';
import { answered } from './engine.ts';
import { sellables } from './schema.ts';

/** What a card of a product needs. */
const cardMembers = {
  name: 1,
  slug: 1,
  permalink: 1,
  type: 1,
  status: 1,
  locked: 1,
  prices: 1,
  childPrices: 1,
  'stock.status': 1,
  buttonText: 1,
  externalUrl: 1,
} as const;

/** What facts do not need. */
const withoutTexts = {
  description: 0,
  shortDescription: 0,
  meta: 0,
  tags: 0,
  downloads: 0,
  defaultAttributes: 0,
  purchaseNote: 0,
  digest: 0,
} as const;

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

  /** The product of an id. Nothing but the id is asked for, the cheapest of all finds. */
  async byId(id: number, audience: Audience): Promise<SellableDocument | null> {
    const found = await answered(this.#sellables.findOne({ _id: id }).lean<SellableDocument>().exec());
    return found?.audience === audience ? found : null;
  }

  /** The product or variation of a SKU. */
  async bySku(sku: string, audience: Audience): Promise<SellableDocument | null> {
    const [found] = await this.#find({ audience, sku });
    return found ?? null;
  }

  /** All variations of a product, in no order; none of one that has none is asked for. */
  async variations({ _id, type }: ProductDocument, audience: Audience): Promise<VariationDocument[]> {
    if (type !== 'variable') return [];
    return (await this.#find({ audience, parentId: _id })).filter(isVariation);
  }

  /** Products for cards: with those members only that a card needs. */
  async cards(ids: readonly number[], audience: Audience): Promise<ProductDocument[]> {
    if (ids.length === 0) return [];
    const found = await this.#find({ audience, _id: trusted({ $in: ids }) }, cardMembers);
    return found.filter((one): one is ProductDocument => !isVariation(one));
  }

  /**
   * Products and variations that references name, in no order: one find by id, and one by SKU for what is left.
   * Carts name everything by id.
   */
  async named(references: readonly Reference[], audience: Audience): Promise<SellableDocument[]> {
    const ids = references.map(({ id }) => id).filter((id) => id !== null);
    const byId =
      ids.length === 0 ? [] : await this.#find({ audience, _id: trusted({ $in: ids }) }, withoutTexts);
    const found = new Set(byId.map(({ _id }) => _id));
    const skus = references.filter(({ id }) => id === null || !found.has(id)).map(({ sku }) => sku);
    if (skus.length === 0) return byId;
    return [...byId, ...(await this.#find({ audience, sku: trusted({ $in: skus }) }, withoutTexts))];
  }

  async #find(filter: Record<string, unknown>, members?: Record<string, 0 | 1>): Promise<SellableDocument[]> {
    return answered(this.#sellables.find(filter, members).lean<SellableDocument[]>().exec());
  }
}
