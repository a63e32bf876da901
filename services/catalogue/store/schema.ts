import { type Connection, type Model, Schema } from 'mongoose';
import type { SellableDocument } from '../model/documents.ts';

const { Mixed } = Schema.Types;

/**
 * The members that queries use. Other members need no schema, because the contract has already checked all
 * members.
 */
const sellable = {
  _id: { type: Number, required: true },
  type: { type: String, required: true },
  parentId: { type: Number, required: true },
  sku: String,
  skuFolded: String,
  slug: String,
  status: { type: String, required: true },
  digest: { type: String, required: true },
  groupedIds: { type: [Number], default: undefined },
  images: Mixed,
};

/**
 * The schema of products and variations. Products and variations are in one collection, so that one query
 * finds either by id or SKU. The schema is not strict, so that members outside the schema are stored too.
 */
const sellableSchema = new Schema<SellableDocument>(sellable, {
  collection: 'products',
  versionKey: false,
  autoIndex: false,
  strict: false,
  minimize: false,
});
sellableSchema.index({ sku: 1 }, { unique: true, sparse: true });
sellableSchema.index({ skuFolded: 1 }, { sparse: true });
sellableSchema.index({ slug: 1, _id: 1 });
sellableSchema.index({ parentId: 1, _id: 1 });
sellableSchema.index({ type: 1, _id: 1 });
sellableSchema.index({ groupedIds: 1 }, { partialFilterExpression: { type: 'grouped' } });
sellableSchema.index({ relatedIds: 1 }, { sparse: true });
sellableSchema.index({ 'images.id': 1 }, { sparse: true });

/** Returns the model of products and variations on a connection, shared by all stores. */
export function sellables(connection: Connection): Model<SellableDocument> {
  const existing = connection.models.sellable as Model<SellableDocument> | undefined;
  return existing ?? connection.model<SellableDocument>('sellable', sellableSchema);
}

/** A counter: the number of the catalogue's last change, or the last id that `nextOwnId` assigned. */
export interface CounterDocument {
  readonly _id: string;
  readonly number: number;
}

export const counterSchema = new Schema<CounterDocument>(
  { _id: String, number: { type: Number, required: true } },
  { collection: 'counters', versionKey: false, autoIndex: false },
);

/**
 * The ids of the documents that a change may affect, stored for seven days. A replica that was disconnected for a
 * longer time reads all documents again.
 */
export interface ChangeDocument {
  /** Number of the change. */
  readonly _id: number;
  readonly ids: readonly number[];
  readonly at: Date;
}

const changesKeptSeconds = 7 * 24 * 3_600;

export const changeSchema = new Schema<ChangeDocument>(
  { _id: Number, ids: { type: [Number], required: true }, at: { type: Date, required: true } },
  { collection: 'changes', versionKey: false, autoIndex: false },
);
changeSchema.index({ at: 1 }, { expireAfterSeconds: changesKeptSeconds });

/**
 * A category, tag, brand, attribute, term or shipping class as MongoDB stores it. `record` has the form of
 * contracts/terms.ts.
 */
export interface TermDocument {
  readonly _id: number;
  readonly slug: string;
  readonly name: string;
  /** The id of the parent category, or of the attribute of a term; 0 if the record has no parent or attribute. */
  readonly parentId: number;
  readonly menuOrder: number;
  readonly digest: string;
  readonly record: unknown;
}

/** Returns the schema of one of the collections of terms. */
export function termSchema(collection: string): Schema<TermDocument> {
  const schema = new Schema<TermDocument>(
    {
      _id: { type: Number, required: true },
      slug: { type: String, required: true },
      name: { type: String, default: '' },
      parentId: { type: Number, required: true },
      menuOrder: { type: Number, required: true },
      digest: { type: String, required: true },
      record: Mixed,
    },
    { collection, versionKey: false, autoIndex: false, minimize: false },
  );
  schema.index({ slug: 1, _id: 1 });
  schema.index({ parentId: 1, menuOrder: 1, _id: 1 });
  return schema;
}
