import { type ClientSession, type Connection, type Model, trusted } from 'mongoose';
import { maxProductsOfDeletedCategory } from '#contracts/catalogue-edit.ts';
import type { ImportCounts } from '#contracts/catalogue-import.ts';
import type { Cleaned } from '#contracts/catalogue-operators.ts';
import type { Category, TermKind, TermList } from '#contracts/terms.ts';
import { refusal } from '#platform/errors/errors.ts';
import { invalidRequest } from '#platform/errors/faults.ts';
import { type Engine, isDuplicate, withQueryTimeout } from '#platform/mongodb/engine.ts';
import { withSafeTexts } from '#platform/util/safe-html.ts';
import type { SellableDocument } from '../model/documents.ts';
import { byName, type TermOf, type TermRecords } from '../model/terms.ts';
import { type Counter, nextOwnId } from './changes.ts';
import { sellables, type TermDocument, termSchema } from './schema.ts';
import {
  changedDigest,
  type DigestedCollection,
  digested,
  digestOf,
  idsAbove,
  type Removed,
  removeIds,
  rewriteBatch,
  writeChanged,
} from './write-changed.ts';

const collections: Record<TermKind, string> = {
  categories: 'categories',
  tags: 'tags',
  brands: 'brands',
  attributes: 'attributes',
  terms: 'attribute_terms',
  shippingClasses: 'shipping_classes',
};

type TermRecord = TermList['records'][number];

function parentOf(record: TermRecord): number {
  if ('parentId' in record) return record.parentId;
  return 'attributeId' in record ? record.attributeId : 0;
}

function documentOf(given: TermRecord): TermDocument {
  const record = withSafeTexts(given);
  return {
    _id: record.id,
    slug: record.slug,
    name: record.name,
    parentId: parentOf(record),
    menuOrder: 'menuOrder' in record ? record.menuOrder : 0,
    digest: digestOf(record),
    record,
  };
}

function refuseDuplicate(error: unknown): never {
  if (!isDuplicate(error)) throw error;
  throw invalidRequest('records', 'same_id', {}, error);
}

/** The result of storing a batch of terms. */
interface KeptTerms {
  readonly outcome: ImportCounts;
  readonly number: number;
  readonly renamed: number[];
}

/**
 * Stores categories, tags, brands, attributes, their terms and shipping classes in MongoDB, each kind in its own
 * collection.
 */
export class TermStore {
  readonly #engine: Engine;
  readonly #counter: Counter;
  readonly #models: Record<TermKind, Model<TermDocument>>;

  constructor(engine: Engine, counter: Counter) {
    this.#engine = engine;
    this.#counter = counter;
    const model = (kind: TermKind) =>
      engine.connection.model<TermDocument>(kind, termSchema(collections[kind]));
    this.#models = {
      categories: model('categories'),
      tags: model('tags'),
      brands: model('brands'),
      attributes: model('attributes'),
      terms: model('terms'),
      shippingClasses: model('shippingClasses'),
    };
  }

  /** Creates missing collections and indexes. */
  async prepare(): Promise<void> {
    for (const model of Object.values(this.#models)) await model.createIndexes();
  }

  /**
   * Stores a batch of records of one kind under the next number of `Counter`. If one record is refused, no
   * record is stored. If all records are unchanged, the number stays. `renamed` has the ids of stored records that got
   * another name or slug.
   */
  async keep(batch: TermList): Promise<KeptTerms> {
    const documents = (batch.records as readonly TermRecord[]).map(documentOf);
    return this.#engine
      .transaction((session) => this.#keep(batch.kind, documents, session))
      .catch(refuseDuplicate);
  }

  #collection(kind: TermKind): DigestedCollection {
    return digested(this.#engine.connection, collections[kind]);
  }

  async #keep(
    kind: TermKind,
    documents: readonly TermDocument[],
    session: ClientSession,
  ): Promise<KeptTerms> {
    const renamed = await this.#renamed(kind, documents, session);
    const { outcome, changed } = await writeChanged(this.#collection(kind), documents, session);
    const number = changed.length === 0 ? this.#counter.last(session) : this.#counter.next(session, []);
    return { outcome, number: await number, renamed };
  }

  /** Returns the ids of the documents that are stored with another name or slug. */
  async #renamed(
    kind: TermKind,
    documents: readonly TermDocument[],
    session: ClientSession,
  ): Promise<number[]> {
    const query = this.#models[kind].find({ _id: trusted({ $in: documents.map(({ _id }) => _id) }) });
    const stored = await query.select({ name: 1, slug: 1 }).session(session).lean<TermDocument[]>().exec();
    const held = new Map(stored.map((one) => [one._id, one]));
    const isRenamed = ({ _id, name, slug }: TermDocument) => {
      const before = held.get(_id);
      return before !== undefined && (before.name !== name || before.slug !== slug);
    };
    return documents.filter(isRenamed).map(({ _id }) => _id);
  }

  /** Removes records of one kind. */
  async remove(kind: TermKind, ids: readonly number[]): Promise<Removed> {
    return this.#engine.transaction(async (session) => {
      const removed = await removeIds(this.#collection(kind), ids, session);
      const number = removed === 0 ? this.#counter.last(session) : this.#counter.next(session, []);
      return { removed, number: await number, touched: [] };
    });
  }

  /** Cleans the texts of stored records of one kind, as `rewriteBatch` describes. */
  async clean(kind: TermKind, after: number): Promise<Cleaned & { number: number }> {
    return this.#engine.transaction(async (session) => {
      const { changed, last } = await rewriteBatch<TermDocument>(
        this.#collection(kind),
        after,
        (one) => ({ ...one, ...documentOf(one.record as TermRecord), digest: one.digest }),
        session,
      );
      const number = changed.length === 0 ? this.#counter.last(session) : this.#counter.next(session, []);
      return { cleaned: changed.length, last, number: await number };
    });
  }

  /** Returns all records of all kinds, each kind sorted by name. */
  async all(): Promise<TermRecords> {
    const [categories, tags, brands, attributes, terms, shippingClasses] = await Promise.all([
      this.#all('categories'),
      this.#all('tags'),
      this.#all('brands'),
      this.#all('attributes'),
      this.#all('terms'),
      this.#all('shippingClasses'),
    ]);
    return { categories, tags, brands, attributes, terms, shippingClasses };
  }

  async #all<Kind extends TermKind>(kind: Kind): Promise<TermOf<Kind>[]> {
    const query = this.#models[kind].find({}, { record: 1 }).sort({ _id: 1 });
    const found = await withQueryTimeout(query.lean<TermDocument[]>().exec());
    // The contract checked each record before it was stored, so the type is right.
    return byName(found.map(({ record }) => record as TermOf<Kind>));
  }

  /** Returns the lowest ids of one kind above `after`, at most `limit`, ascending. */
  async ids(kind: TermKind, after: number, limit: number): Promise<number[]> {
    return idsAbove(this.#collection(kind), after, limit);
  }
}

const collection = 'categories';

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
interface DeletedCategory {
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
        throw invalidRequest('category.slug', 'slug_taken', { slug });
      }
      if (parentId > 0 && !(await this.#categories.findOne({ _id: parentId }, { session }))) {
        throw refusal('service_term_invalid', { reason: 'parent' });
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
    throw invalidRequest('reference', 'full_category', { maximum: maxProductsOfDeletedCategory });
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
