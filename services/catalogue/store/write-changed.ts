import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { ClientSession, Connection, mongo } from 'mongoose';
import type { ImportCounts } from '#contracts/catalogue-import.ts';
import { withQueryTimeout } from '#platform/mongodb/engine.ts';

/** A document with the digest of its record. */
interface Digested {
  readonly _id: number;
  readonly digest: string;
}

/** Returns the digest of a record, by which a repeated import finds unchanged records. */
export function digestOf(record: unknown): string {
  return hash('sha256', JSON.stringify(record), 'base64url');
}

/**
 * The digest of a record that this service changed. No imported record has this digest, so the
 * next import writes the record again.
 */
export const changedDigest = 'changed here';

/** The outcome of a write, and the documents that the write stored. */
interface Kept<Document> {
  readonly outcome: ImportCounts;
  readonly changed: readonly Document[];
}

/**
 * A collection of the MongoDB driver. Writes bypass mongoose, which would cast members that the contract has
 * already checked.
 */
export type DigestedCollection = mongo.Collection<Digested>;

export function digested(connection: Connection, name: string): DigestedCollection {
  return connection.collection<Digested>(name);
}

/**
 * Stores the given documents that have changed, inside a transaction. Deletes old versions first, so that two
 * documents may swap values of a unique index.
 */
export async function writeChanged<Document extends Digested>(
  collection: DigestedCollection,
  documents: readonly Document[],
  session: ClientSession,
): Promise<Kept<Document>> {
  const $in = documents.map(({ _id }) => _id);
  const found = await collection.find({ _id: { $in } }, { session, projection: { digest: 1 } }).toArray();
  const storedDigests = new Map(found.map(({ _id, digest }) => [_id, digest]));
  const changed = documents.filter(({ _id, digest }) => storedDigests.get(_id) !== digest);
  const replaced = changed.map(({ _id }) => _id).filter((id) => storedDigests.has(id));
  if (replaced.length > 0) await removeIds(collection, replaced, session);
  if (changed.length > 0) await collection.insertMany(changed, { session });
  const outcome = {
    created: changed.length - replaced.length,
    changed: replaced.length,
    unchanged: documents.length - changed.length,
    removed: 0,
  };
  return { outcome, changed };
}

/** The most documents that `rewriteBatch` reads at once. */
const rewriteLimit = 100;

/**
 * Reads the next documents above the id `after`, and replaces those that `change` changes, inside a transaction. Returns the
 * replaced documents, and the last id that was read; null if there are no documents above `after`.
 */
export async function rewriteBatch<Document extends Digested>(
  collection: DigestedCollection,
  after: number,
  change: (document: Document) => Document,
  session: ClientSession,
): Promise<{ readonly changed: readonly Document[]; readonly last: number | null }> {
  const found = (await collection
    .find({ _id: { $gt: after } }, { session })
    .sort({ _id: 1 })
    .limit(rewriteLimit)
    .toArray()) as unknown as Document[];
  const changed = found.flatMap((one) => {
    const next = change(one);
    return isDeepStrictEqual(next, one) ? [] : [{ ...next, digest: changedDigest }];
  });
  for (const one of changed) await collection.replaceOne({ _id: one._id }, one, { session });
  return { changed, last: found.at(-1)?._id ?? null };
}

/** Removes documents by id inside a transaction; returns how many existed. */
export async function removeIds(
  collection: DigestedCollection,
  ids: readonly number[],
  session: ClientSession,
): Promise<number> {
  const { deletedCount } = await collection.deleteMany({ _id: { $in: [...ids] } }, { session });
  return deletedCount;
}

/** Returns the lowest ids of a collection above `after`, ascending and at most `limit`. */
export async function idsAbove(
  collection: DigestedCollection,
  after: number,
  limit: number,
): Promise<number[]> {
  const found = collection
    .find({ _id: { $gt: after } }, { projection: { _id: 1 } })
    .sort({ _id: 1 })
    .limit(limit);
  return (await withQueryTimeout(found.toArray())).map(({ _id }) => _id);
}

/** The result of a removal. */
export interface Removed {
  readonly removed: number;
  /** The number of variations that were removed with their products. */
  readonly variations?: number;
  readonly number: number;
  readonly touched: readonly number[];
}
