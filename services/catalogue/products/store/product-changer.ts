import type { ClientSession, Model } from 'mongoose';
import type { Engine } from '#platform/mongodb/engine.ts';
import { isVariation, type SellableDocument } from '../../domain/documents.ts';
import { updateReviewsOfProducts } from '../../reviews/store/reviewed-products.ts';
import type { Counter } from '../../store/counter.ts';
import { sellables } from '../../store/schema.ts';
import type { Family } from '../domain/product-change.ts';
import { refreshGroups } from './group-prices.ts';

/**
 * The product or variation after a change, the number of the change, and the ids of the products and variations that
 * the change may affect (`touched`).
 */
export interface Changed {
  readonly document: SellableDocument;
  readonly number: number;
  readonly touched: readonly number[];
}

/**
 * Changes single products, each in one transaction that takes the next number of `Counter`, so that caches
 * notice the change.
 */
export class ProductChanger {
  readonly #engine: Engine;
  readonly #counter: Counter;
  readonly #sellables: Model<SellableDocument>;

  constructor(engine: Engine, counter: Counter) {
    this.#engine = engine;
    this.#counter = counter;
    this.#sellables = sellables(engine.connection);
  }

  /**
   * Writes the documents that `change` returns for a product and its variations. Returns null for an unknown
   * id. A repeated transaction calls `change` again.
   */
  async change(id: number, change: (family: Family) => readonly SellableDocument[]): Promise<Changed | null> {
    return this.#engine.transaction(async (session) => {
      // Locks the counter first, so that no concurrent change overwrites this change.
      await this.#counter.claim(session);
      const family = await this.#family(id, session);
      const before = family && [family.product, ...family.variations].find(({ _id }) => _id === id);
      if (!before) return null;
      const written = change(family);
      if (written.length === 0) {
        return { document: before, number: await this.#counter.last(session), touched: [] };
      }
      const writes = written.map((one) => ({
        replaceOne: { filter: { _id: one._id }, replacement: one },
      }));
      // Bypasses mongoose, because mongoose would cast every member. The contract has already checked all
      // members.
      await this.#engine.connection
        .collection<SellableDocument>(this.#sellables.collection.name)
        .bulkWrite(writes, { session, ordered: true });
      const direct = [...new Set([family.product._id, ...written.map(({ _id }) => _id)])];
      const groups = await refreshGroups(this.#engine.connection, direct, session);
      await updateReviewsOfProducts(this.#engine.connection, [family.product._id], session);
      const touched = [...new Set([...direct, ...groups])];
      const document = written.find(({ _id }) => _id === id) ?? before;
      return { document, number: await this.#counter.next(session, touched), touched };
    });
  }

  async #family(id: number, session: ClientSession): Promise<Family | null> {
    const [named] = await this.#find({ _id: id }, session);
    if (!named) return null;
    const productId = isVariation(named) ? named.parentId : id;
    const found = await this.#find(
      { $or: [{ _id: productId }, { parentId: productId, type: 'variation' }] },
      session,
    );
    const product = found.filter((one) => !isVariation(one)).find(({ _id }) => _id === productId);
    return product ? { product, variations: found.filter(isVariation) } : null;
  }

  #find(filter: Record<string, unknown>, session: ClientSession): Promise<SellableDocument[]> {
    return this.#sellables.find(filter, null, { session }).lean<SellableDocument[]>().exec();
  }
}
