import mongoose, { type ClientSession, type Connection, type Model, trusted } from 'mongoose';
import type { ImportCounts } from '#contracts/catalogue-import.ts';
import type { Cleaned } from '#contracts/catalogue-operators.ts';
import type { ProductRecord } from '#contracts/product.ts';
import { invalidRequest } from '#platform/errors/faults.ts';
import { type Engine, isDuplicate } from '#platform/mongodb/engine.ts';
import { withSafeTexts } from '#platform/util/safe-html.ts';
import {
  type Child,
  documentsOf,
  isVariation,
  membersFromChildren,
  type ProductDocument,
  type SellableDocument,
  sameRelated,
} from '../model/documents.ts';
import { type Counter, nextOwnId } from './changes.ts';
import { updateReviewsOfProducts } from './reviewed-products.ts';
import { sellables } from './schema.ts';
import { countProducts } from './terms.ts';
import { digested, type Removed, rewriteBatch } from './write-changed.ts';

/**
 * The result of a write. `touched`: ids of the products and variations that the write may affect; empty if nothing
 * changed.
 */
interface Written {
  readonly products: ImportCounts;
  readonly variations: ImportCounts;
  readonly number: number;
  readonly touched: readonly number[];
  /** The documents that the write changed. Groups that `refreshGroups` has updated after the write are left out. */
  readonly documents: readonly SellableDocument[];
}

/** The members of a stored document that a write compares, such as the digest. */
type Held = Pick<SellableDocument, '_id' | 'type' | 'parentId' | 'sku' | 'digest'> & {
  /** Absent for a variation. */
  readonly relatedIds?: readonly number[];
};

/** Returns whether a document is stored already as it is. */
function isStored(document: SellableDocument, held: Held | undefined): boolean {
  if (held?.digest !== document.digest) return false;
  return isVariation(document) || sameRelated(held.relatedIds ?? [], document.relatedIds);
}

function taken(sku: string | undefined) {
  return invalidRequest('records', 'sku_taken', { sku: sku ?? '' });
}

function refuseDuplicate(error: unknown): never {
  if (!isDuplicate(error)) throw error;
  throw invalidRequest('records', 'same_id_or_sku', {}, error);
}

/**
 * Returns the category ids of the published products among these documents. A category with several of these
 * products appears several times.
 */
export function countedIn(documents: readonly SellableDocument[]): number[] {
  return documents.flatMap((one) =>
    isVariation(one) || one.status !== 'publish' ? [] : one.categories.map(({ id }) => id),
  );
}

function count(
  documents: readonly SellableDocument[],
  held: ReadonlyMap<number, Held>,
  removed: number,
): ImportCounts {
  const created = documents.filter(({ _id }) => !held.has(_id)).length;
  const unchanged = documents.filter((one) => isStored(one, held.get(one._id))).length;
  return { created, unchanged, changed: documents.length - created - unchanged, removed };
}

/**
 * Returns the ids of the products and variations that show the data of a document: its own id, and for a variation also
 * the id of its product.
 */
function affectedIds({ _id, type, parentId }: Pick<Held, '_id' | 'type' | 'parentId'>): number[] {
  return type === 'variation' ? [parentId, _id] : [_id];
}

/**
 * Writes products with their variations. Each write takes the next number of `Counter`, so that caches notice
 * the write.
 */
export class ProductWriter {
  readonly #engine: Engine;
  readonly #counter: Counter;
  readonly #sellables: Model<SellableDocument>;

  constructor(engine: Engine, counter: Counter) {
    this.#engine = engine;
    this.#counter = counter;
    this.#sellables = sellables(engine.connection);
  }

  /**
   * Stores all given products. If one product is refused, no product is stored.
   *
   * @throws ServiceError for a SKU that belongs to another product
   */
  async keep(records: readonly ProductRecord[]): Promise<Written> {
    const documents = records.flatMap(documentsOf);
    return this.#engine
      .transaction((session) => this.#keep(records, documents, session))
      .catch(refuseDuplicate);
  }

  /**
   * Stores a new product with an id above all imported ids and an unused slug. Adds 1 to the product counts of
   * its categories.
   *
   * @throws ServiceError for a SKU that belongs to another product
   */
  async create(
    slug: string,
    make: (place: { id: number; slug: string }) => ProductRecord,
  ): Promise<Written & { document: SellableDocument }> {
    const { connection } = this.#engine;
    const work = async (session: ClientSession) => {
      const id = await nextOwnId(connection, 'products', this.#sellables, session);
      const record = make({ id, slug: await this.#freeSlug(slug, id, session) });
      const documents = documentsOf(record);
      await countProducts(connection, countedIn(documents), 1, session);
      const [document] = documents as [SellableDocument];
      return { ...(await this.#keep([record], documents, session)), document };
    };
    return this.#engine.transaction(work).catch(refuseDuplicate);
  }

  /** Returns a slug that no product has: `mug`, `mug-2`, …, or the slug followed by the id. */
  async #freeSlug(slug: string, id: number, session: ClientSession): Promise<string> {
    const candidates = [slug, ...Array.from({ length: 99 }, (_, n) => `${slug}-${n + 2}`)];
    const held = await this.#sellables
      .find({ slug: trusted({ $in: candidates }) }, { slug: 1 }, { session })
      .lean<Pick<SellableDocument, 'slug'>[]>()
      .exec();
    const taken = new Set(held.map((one) => one.slug));
    return candidates.find((one) => !taken.has(one)) ?? `${slug}-${id}`;
  }

  async #keep(
    records: readonly ProductRecord[],
    documents: readonly SellableDocument[],
    session: ClientSession,
  ): Promise<Written> {
    const held = await this.#storedDocuments(
      documents.map(({ _id }) => _id),
      records.map(({ id }) => id),
      session,
    );
    const named = new Set(documents.map(({ _id }) => _id));
    const removedDocuments = [...held.values()].filter(
      ({ _id, type }) => type === 'variation' && !named.has(_id),
    );
    const changed = documents.filter((one) => !isStored(one, held.get(one._id)));
    const outcome = {
      products: count(
        documents.filter((one) => !isVariation(one)),
        held,
        0,
      ),
      variations: count(documents.filter(isVariation), held, removedDocuments.length),
    };
    if (changed.length === 0 && removedDocuments.length === 0) {
      return { ...outcome, number: await this.#counter.last(session), touched: [], documents: [] };
    }
    await this.#counter.claim(session);
    await this.#remove(removedDocuments, session);
    await this.#requireFree(changed, session);
    await this.#replace(changed, held, session);
    const moved = changed.map(({ _id }) => held.get(_id)).filter((one) => one !== undefined);
    const direct = [...new Set([...changed, ...moved, ...removedDocuments].flatMap(affectedIds))];
    const groups = await refreshGroups(this.#engine.connection, direct, session);
    await updateReviewsOfProducts(this.#engine.connection, direct, session);
    const touched = [...new Set([...direct, ...groups])];
    const number = await this.#counter.next(session, touched);
    return { ...outcome, number, touched, documents: changed.filter(({ _id }) => !groups.includes(_id)) };
  }

  /**
   * Removes products and their variations. `categories` (see `countedIn`) are the categories whose product
   * counts decrease.
   */
  async remove(ids: readonly number[], categories: readonly number[] = []): Promise<Removed> {
    return this.#engine.transaction(async (session) => {
      const removedDocuments = [...(await this.#storedDocuments(ids, ids, session)).values()];
      if (removedDocuments.length === 0)
        return { removed: 0, number: await this.#counter.last(session), touched: [] };
      await countProducts(this.#engine.connection, categories, -1, session);
      await this.#remove(removedDocuments, session);
      await this.#forgetRelated(ids, session);
      const direct = [...new Set(removedDocuments.flatMap(affectedIds))];
      const groups = await refreshGroups(this.#engine.connection, direct, session);
      await updateReviewsOfProducts(this.#engine.connection, direct, session);
      const removed = removedDocuments.filter(({ type }) => type !== 'variation').length;
      const touched = [...new Set([...direct, ...groups])];
      const variations = removedDocuments.length - removed;
      return { removed, variations, number: await this.#counter.next(session, touched), touched };
    });
  }

  /** Cleans the texts of stored products and variations, as `rewriteBatch` describes. */
  async clean(after: number): Promise<Cleaned & Pick<Written, 'number' | 'touched' | 'documents'>> {
    const { connection } = this.#engine;
    const collection = digested(connection, this.#sellables.collection.name);
    return this.#engine.transaction(async (session) => {
      const { changed, last } = await rewriteBatch<SellableDocument>(
        collection,
        after,
        withSafeTexts,
        session,
      );
      const touched = [...new Set(changed.flatMap(affectedIds))];
      const number =
        changed.length === 0 ? this.#counter.last(session) : this.#counter.next(session, touched);
      return { cleaned: changed.length, last, touched, documents: changed, number: await number };
    });
  }

  /** Returns the lowest product ids above `after`, at most `limit`, ascending. Ids of variations are left out. */
  async ids(after: number, limit: number): Promise<number[]> {
    const found = await this.#sellables
      .find({ type: trusted({ $ne: 'variation' }), _id: trusted({ $gt: after }) }, { _id: 1 })
      .sort({ _id: 1 })
      .limit(limit)
      .lean<{ _id: number }[]>()
      .exec();
    return found.map(({ _id }) => _id);
  }

  async #storedDocuments(
    ids: readonly number[],
    productIds: readonly number[],
    session: ClientSession,
  ): Promise<Map<number, Held>> {
    const either: Record<string, unknown>[] = [
      { _id: trusted({ $in: ids }) },
      { parentId: trusted({ $in: productIds }), type: 'variation' },
    ];
    const members = { type: 1, parentId: 1, sku: 1, digest: 1, relatedIds: 1 };
    const found = await this.#sellables.find({ $or: either }, members, { session }).lean<Held[]>().exec();
    return new Map(found.map((one) => [one._id, one]));
  }

  async #remove(removedDocuments: readonly Held[], session: ClientSession): Promise<void> {
    if (removedDocuments.length === 0) return;
    const ids = removedDocuments.map(({ _id }) => _id);
    await this.#sellables.deleteMany({ _id: trusted({ $in: ids }) }, { session }).exec();
  }

  /**
   * Takes removed products out of the related products of others. So these have fewer related products than the shop tells,
   * and the next import writes them again.
   */
  async #forgetRelated(ids: readonly number[], session: ClientSession): Promise<void> {
    const collection = this.#engine.connection.collection<{ relatedIds: number[] }>(
      this.#sellables.collection.name,
    );
    const $in = [...ids];
    await collection.updateMany({ relatedIds: { $in } }, { $pull: { relatedIds: { $in } } }, { session });
  }

  /** Refuses SKUs that belong to products outside this write. @throws ServiceError */
  async #requireFree(changed: readonly SellableDocument[], session: ClientSession): Promise<void> {
    const ids = changed.map(({ _id }) => _id);
    const skus = changed.map(({ sku }) => sku).filter((sku) => sku !== undefined);
    const [other] = await this.#sellables
      .find({ sku: trusted({ $in: skus }), _id: trusted({ $nin: ids }) }, { sku: 1 }, { session })
      .limit(1)
      .lean<Held[]>()
      .exec();
    if (other) throw taken(other.sku);
  }

  async #replace(
    changed: readonly SellableDocument[],
    held: ReadonlyMap<number, Held>,
    session: ClientSession,
  ): Promise<void> {
    if (changed.length === 0) return;
    // Changed SKUs are removed first. Otherwise the unique index would refuse two products that swap their SKUs.
    const renamed = changed.filter(({ _id, sku }) => held.has(_id) && held.get(_id)?.sku !== sku);
    if (renamed.length > 0) {
      const ids = renamed.map(({ _id }) => _id);
      await this.#sellables
        .updateMany({ _id: trusted({ $in: ids }) }, { $unset: { sku: 1 } }, { session })
        .exec();
    }
    // Bypasses mongoose, because mongoose would cast every member. The contract has already checked all
    // members.
    const collection = this.#engine.connection.collection<SellableDocument>(this.#sellables.collection.name);
    const writes = changed
      .filter(({ _id }) => held.has(_id))
      .map((one) => ({ replaceOne: { filter: { _id: one._id }, replacement: one } }));
    if (writes.length > 0) await collection.bulkWrite(writes, { session, ordered: true });
    // New documents are inserted, because an insert costs MongoDB a third as much as an upsert.
    const created = changed.filter(({ _id }) => !held.has(_id));
    if (created.length > 0) await this.#insert(created, session);
  }

  /**
   * Inserts documents with a raw MongoDB command. `insertMany` would first measure each document, which is
   * not needed: requests are limited in size.
   */
  async #insert(documents: readonly SellableDocument[], session: ClientSession): Promise<void> {
    const insert = this.#sellables.collection.name;
    const reply = await this.#engine.connection.db?.command(
      { insert, documents, ordered: true },
      { session },
    );
    const [fault] = (reply?.writeErrors ?? []) as { code: number; errmsg: string }[];
    if (fault) throw new mongoose.mongo.MongoServerError({ code: fault.code, message: fault.errmsg });
  }
}

/**
 * Updates the child prices and reserved children of each group in `ids`, and of each group that lists a
 * product in `ids`. Must be called in the transaction that changes these products. Returns the ids of changed
 * groups.
 */
export async function refreshGroups(
  connection: Connection,
  ids: readonly number[],
  session: ClientSession,
): Promise<number[]> {
  const either: Record<string, unknown>[] = [
    { _id: trusted({ $in: ids }) },
    { groupedIds: trusted({ $in: ids }) },
  ];
  const groups = await sellables(connection)
    .find(
      { type: 'grouped', $or: either },
      { groupedIds: 1, childPrices: 1, reservedChildren: 1 },
      { session },
    )
    .lean<ProductDocument[]>()
    .exec();
  const childIds = [...new Set(groups.flatMap(({ groupedIds }) => groupedIds))];
  if (childIds.length === 0) return [];
  const members = { prices: 1, status: 1, visibleTo: 1, rolePrices: 1 };
  const children = await sellables(connection)
    .find({ _id: trusted({ $in: childIds }) }, members, { session })
    .lean<SellableDocument[]>()
    .exec();
  const byId = new Map(children.map(({ _id: id, ...child }): [number, Child] => [id, { id, ...child }]));
  const changed: number[] = [];
  for (const { _id, groupedIds, childPrices, reservedChildren = [] } of groups) {
    const members = groupedIds.map((id) => byId.get(id)).filter((one) => one !== undefined);
    const own = membersFromChildren(members);
    if (JSON.stringify(own) === JSON.stringify({ childPrices, reservedChildren })) continue;
    await sellables(connection).updateOne({ _id }, { $set: own }, { session }).exec();
    changed.push(_id);
  }
  return changed;
}
