import { type Connection, type Model, Schema } from 'mongoose';
import type { SellableDocument } from '../domain/documents.ts';

const { Mixed } = Schema.Types;

/** The members that queries use. Other members are not in the schema, because the contract has checked them already. */
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
};

/**
 * The schema of products and variations. They share a collection because they share ids and SKUs, so one query finds
 * both. It is not strict, so that MongoDB stores the members that are not listed.
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

/** Returns the model of products and variations on a connection, shared by all stores. */
export function sellables(connection: Connection): Model<SellableDocument> {
  const existing = connection.models.sellable as Model<SellableDocument> | undefined;
  return existing ?? connection.model<SellableDocument>('sellable', sellableSchema);
}

/** The number of the last change of a feed. */
export interface CounterDocument {
  readonly _id: string;
  readonly number: number;
}

export const counterSchema = new Schema<CounterDocument>(
  { _id: String, number: { type: Number, required: true } },
  { collection: 'counters', versionKey: false, autoIndex: false },
);

/**
 * The ids that a change concerns, stored for a week. A replica that was disconnected for longer reads all documents
 * again.
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

/** A category, tag, brand, attribute, term or shipping class as stored. `record` has the contract's form. */
export interface TermDocument {
  readonly _id: number;
  readonly slug: string;
  readonly name: string;
  /** The parent category, or the attribute of a term; 0 for none. */
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
