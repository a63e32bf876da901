import type { ClientSession, Model } from 'mongoose';
import type { ImportCounts } from '#contracts/catalogue-import.ts';
import type { Cleaned } from '#contracts/catalogue-operators.ts';
import type { TermKind, TermList } from '#contracts/terms.ts';
import { refusal } from '#platform/errors/errors.ts';
import { type Engine, isDuplicate, withQueryTimeout } from '#platform/mongodb/engine.ts';
import { withSafeTexts } from '#platform/util/safe-html.ts';
import type { Removed } from '../../products/store/product-writer.ts';
import type { Counter } from '../../store/counter.ts';
import { type TermDocument, termSchema } from '../../store/schema.ts';
import {
  type DigestedCollection,
  digested,
  digestOf,
  idsAbove,
  removeIds,
  rewriteBatch,
  writeChanged,
} from '../../store/write-changed.ts';
import { byName, type TermOf, type TermRecords } from '../domain/terms.ts';

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
  const message = 'Two records have the same id.';
  const data = { issues: [{ path: 'records', message }] };
  throw refusal('service_invalid_request', data, { message, cause: error });
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
   * record is stored. If all records are unchanged, the number stays.
   */
  async keep(batch: TermList): Promise<{ outcome: ImportCounts; number: number }> {
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
  ): Promise<{ outcome: ImportCounts; number: number }> {
    const { outcome, changed } = await writeChanged(this.#collection(kind), documents, session);
    const number = changed.length === 0 ? this.#counter.last(session) : this.#counter.next(session, []);
    return { outcome, number: await number };
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
