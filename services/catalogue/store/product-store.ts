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

/** A product with its variations. */
export interface Family {
  readonly product: ProductDocument | null;
  readonly variations: readonly VariationDocument[];
}

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

  /** The product of an id with all its variations, in one find. */
  async family(id: number, audience: Audience): Promise<Family> {
    const either = [{ _id: id }, { parentId: id, type: 'variation' }];
    const found = await this.#find({ audience, $or: either });
    const variations = found.filter(isVariation).filter(({ parentId }) => parentId === id);
    const product = found.find((one): one is ProductDocument => one._id === id && !isVariation(one));
    return { product: product ?? null, variations };
  }

  /** The product of a SKU with all its variations: a second find only for a variable one. */
  async familyBySku(sku: string, audience: Audience): Promise<Family> {
    const [found] = await this.#find({ audience, sku });
    if (!found || isVariation(found)) return { product: null, variations: [] };
    return found.type === 'variable' ? this.family(found._id, audience) : { product: found, variations: [] };
  }

  /** Products for cards: with those members only that a card needs. */
  async cards(ids: readonly number[], audience: Audience): Promise<ProductDocument[]> {
    if (ids.length === 0) return [];
    const found = await this.#find({ audience, _id: trusted({ $in: ids }) }, cardMembers);
    return found.filter((one): one is ProductDocument => !isVariation(one));
  }

  /** Products and variations that references name, by id or SKU, in one find and in no order. */
  async named(references: readonly Reference[], audience: Audience): Promise<SellableDocument[]> {
    const ids = references.map(({ id }) => id).filter((id) => id !== null);
    const skus = references.map(({ sku }) => sku);
    const either = [{ _id: trusted({ $in: ids }) }, { sku: trusted({ $in: skus }) }];
    return this.#find({ audience, $or: either }, withoutTexts);
  }

  async #find(filter: Record<string, unknown>, members?: Record<string, 0 | 1>): Promise<SellableDocument[]> {
    return answered(this.#sellables.find(filter, members).lean<SellableDocument[]>().exec());
  }
}
