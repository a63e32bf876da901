import type { ClientSession, Connection, Model } from 'mongoose';
import { maxProductsOfDeletedCategory } from '#contracts/catalogue-edit.ts';
import type { Category } from '#contracts/terms.ts';
import { refusal } from '#platform/errors/errors.ts';
import type { Engine } from '#platform/mongodb/engine.ts';
import { withSafeTexts } from '#platform/util/safe-html.ts';
import type { SellableDocument } from '../../domain/documents.ts';
import type { Counter } from '../../store/counter.ts';
import { nextOwnId } from '../../store/own-ids.ts';
import { sellables, type TermDocument } from '../../store/schema.ts';
import { changedDigest, digestOf } from '../../store/write-changed.ts';

const collection = 'categories';

function invalid(path: string, message: string) {
  return refusal('service_invalid_request', { issues: [{ path, message }] }, { message });
}

/** Adds `change` to the product counts of categories, inside a transaction. A count never becomes less than 0. */
export async function countProducts(
  connection: Connection,
  ids: readonly number[],
  change: 1 | -1,
  session: ClientSession,
): Promise<void> {
  if (ids.length === 0) return;
  const count = { $max: [0, { $add: ['$record.count', change] }] };
  await connection
    .collection<TermDocument>(collection)
    .updateMany(
      { _id: { $in: [...ids] } },
      [{ $set: { 'record.count': count, digest: { $literal: changedDigest } } }],
      { session },
    );
}

/**
 * The result of deleting a category. `products`: number of products that lost the category. `moved`: number of
 * child categories with a new parent. `touched`: ids of the products and variations that lost the category.
 */
export interface DeletedCategory {
  readonly products: number;
  readonly moved: number;
  readonly touched: readonly number[];
  readonly number: number;
}

/**
 * Creates and deletes single categories. Each write takes the next number of `Counter`, so that caches notice
 * the write.
 */
export class CategoryStore {
  readonly #engine: Engine;
  readonly #counter: Counter;
  readonly #sellables: Model<SellableDocument>;

  constructor(engine: Engine, counter: Counter) {
    this.#engine = engine;
    this.#counter = counter;
    this.#sellables = sellables(engine.connection);
  }

  get #categories() {
    return this.#engine.connection.collection<TermDocument>(collection);
  }

  /** Stores a category with a new id. @throws ServiceError for the slug of another category, or an unknown parent */
  async create(given: Omit<Category, 'id'>): Promise<{ category: Category; number: number }> {
    const newCategory = withSafeTexts(given);
    return this.#engine.transaction(async (session) => {
      const { connection } = this.#engine;
      const model = connection.model<TermDocument>(collection);
      const category = { ...newCategory, id: await nextOwnId(connection, collection, model, session) };
      const { id, slug, name, parentId, menuOrder } = category;
      if (await this.#categories.findOne({ slug }, { session })) {
        throw invalid('category.slug', `The slug ${slug} belongs to another category already.`);
      }
      if (parentId > 0 && !(await this.#categories.findOne({ _id: parentId }, { session }))) {
        throw refusal('service_term_invalid', {}, { message: 'There is no such parent category.' });
      }
      const digest = digestOf(category);
      await this.#categories.insertOne(
        { _id: id, slug, name, parentId, menuOrder, digest, record: category },
        { session },
      );
      return { category, number: await this.#counter.next(session, []) };
    });
  }

  /**
   * Deletes a category, removes the category from its products, and moves its child categories to its parent.
   * Returns null for an unknown category.
   */
  async delete({ id, parentId }: Category): Promise<DeletedCategory | null> {
    return this.#engine.transaction(async (session) => {
      await this.#counter.claim(session);
      const { deletedCount } = await this.#categories.deleteOne({ _id: id }, { session });
      if (deletedCount === 0) return null;
      const { modifiedCount: moved } = await this.#categories.updateMany(
        { parentId: id },
        { $set: { parentId, 'record.parentId': parentId, digest: changedDigest } },
        { session },
      );
      const found = await this.#members(id, session);
      const products = found.filter(({ type }) => type !== 'variation').length;
      const touched = found.map(({ _id }) => _id);
      if (touched.length > 0) await this.#takeFrom(id, session);
      return { products, moved, touched, number: await this.#counter.next(session, touched) };
    });
  }

  /**
   * The collection of products in the MongoDB driver. Queries do not use mongoose here, because mongoose would drop
   * filters by members that its schema lacks.
   */
  get #products() {
    return this.#engine.connection.collection<SellableDocument>(this.#sellables.collection.name);
  }

  async #members(id: number, session: ClientSession): Promise<Pick<SellableDocument, '_id' | 'type'>[]> {
    const found = await this.#products
      .find(
        { $or: [{ 'categories.id': id }, { 'parent.categoryIds': id }] },
        { session, projection: { type: 1 }, limit: maxProductsOfDeletedCategory + 1 },
      )
      .toArray();
    if (found.length <= maxProductsOfDeletedCategory) return found;
    throw invalid(
      'reference',
      `More than ${maxProductsOfDeletedCategory} products and variations are in the category.`,
    );
  }

  async #takeFrom(category: number, session: ClientSession): Promise<void> {
    const $set = { digest: changedDigest };
    await this.#products.updateMany(
      { 'categories.id': category },
      { $set, $pull: { categories: { id: category } } } as object,
      { session },
    );
    await this.#products.updateMany(
      { 'parent.categoryIds': category },
      { $set, $pull: { 'parent.categoryIds': category } } as object,
      { session },
    );
  }
}
