import { createHash } from 'node:crypto';
import { type ClientSession, type Model, trusted } from 'mongoose';
import type { Outcome } from '#contracts/catalogue-import.ts';
import type { TermKind, TermList } from '#contracts/terms.ts';
import type { Counter } from './counter.ts';
import type { Engine } from './engine.ts';
import type { Removed } from './product-writer.ts';
import { type TermDocument, termSchema } from './schema.ts';

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

function documentOf(record: TermRecord): TermDocument {
  return {
    _id: record.id,
    slug: record.slug,
    name: record.name,
    parentId: parentOf(record),
    menuOrder: 'menuOrder' in record ? record.menuOrder : 0,
    digest: createHash('sha256').update(JSON.stringify(record)).digest('base64url'),
    record,
  };
}

/** Categories, tags, attributes and terms of attributes in MongoDB, a collection each. */
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

  /** Makes the collections and indexes that are missing. */
  async prepare(): Promise<void> {
    for (const model of Object.values(this.#models)) await model.createIndexes();
  }

  /** Keeps records of one kind, all or none, as one numbered change; unchanged ones make none. */
  async keep(batch: TermList): Promise<{ outcome: Outcome; number: number }> {
    const documents = (batch.records as readonly TermRecord[]).map(documentOf);
    return this.#engine.transaction((session) => this.#keep(this.#models[batch.kind], documents, session));
  }

  async #keep(
    model: Model<TermDocument>,
    documents: readonly TermDocument[],
    session: ClientSession,
  ): Promise<{ outcome: Outcome; number: number }> {
    const ids = documents.map(({ _id }) => _id);
    const held = await model
      .find({ _id: trusted({ $in: ids }) }, { digest: 1 }, { session })
      .lean<Pick<TermDocument, '_id' | 'digest'>[]>()
      .exec();
    const digests = new Map(held.map(({ _id, digest }) => [_id, digest]));
    const changed = documents.filter(({ _id, digest }) => digests.get(_id) !== digest);
    const created = changed.filter(({ _id }) => !digests.has(_id)).length;
    const outcome = {
      created,
      changed: changed.length - created,
      unchanged: documents.length - changed.length,
      removed: 0,
    };
    if (changed.length === 0) return { outcome, number: await this.#counter.last(session) };
    const writes = changed.map((one) => ({
      replaceOne: { filter: { _id: one._id }, replacement: one, upsert: true },
    }));
    await model.bulkWrite(writes, { session });
    return { outcome, number: await this.#counter.next(session, []) };
  }

  /** Removes records of one kind. */
  async remove(kind: TermKind, ids: readonly number[]): Promise<Removed> {
    return this.#engine.transaction(async (session) => {
      const { deletedCount } = await this.#models[kind]
        .deleteMany({ _id: trusted({ $in: ids }) }, { session })
        .exec();
      const number = deletedCount === 0 ? this.#counter.last(session) : this.#counter.next(session, []);
      return { removed: deletedCount, number: await number, touched: [] };
    });
  }

  /** Ids of one kind above `after`, ascending. */
  async ids(kind: TermKind, after: number, limit: number): Promise<number[]> {
    const found = await this.#models[kind]
      .find({ _id: trusted({ $gt: after }) }, { _id: 1 })
      .sort({ _id: 1 })
      .limit(limit)
      .lean<{ _id: number }[]>()
      .exec();
    return found.map(({ _id }) => _id);
  }
}
