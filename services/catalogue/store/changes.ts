import { type ClientSession, type Connection, type Model, trusted } from 'mongoose';
import { withQueryTimeout } from '#platform/mongodb/engine.ts';
import { type ChangeDocument, changeSchema } from './schema.ts';

/** A change of the catalogue: its number, and the ids of the products and variations that the change may affect. */
interface Change {
  readonly number: number;
  readonly ids: readonly number[];
}

/**
 * The number and time of a logged change. A saved index is used only if the log contains the last change of
 * the index.
 */
export interface LoggedChange {
  readonly number: number;
  /** When the change was logged, in Unix milliseconds. */
  readonly at: number;
}

/**
 * The log of the catalogue's changes of the last seven days, in MongoDB. A replica that missed changes finds
 * in this log the ids of the documents to read again.
 */
export class ChangeLog {
  readonly #changes: Model<ChangeDocument>;

  constructor(connection: Connection) {
    this.#changes = connection.model<ChangeDocument>('change', changeSchema);
  }

  /**
   * Creates the missing collection and index. Must be called before any transaction, because a transaction
   * must not create a collection.
   */
  async prepare(): Promise<void> {
    await this.#changes.createCollection();
    await this.#changes.createIndexes();
  }

  /** Stores a change in the log, inside the transaction that makes the change. */
  async write(session: ClientSession, { number, ids }: Change): Promise<void> {
    await this.#changes.create([{ _id: number, ids, at: new Date() }], { session });
  }

  /** Returns the change with this number; null if the log does not contain the change. */
  async find(number: number): Promise<LoggedChange | null> {
    const found = await withQueryTimeout(
      this.#changes.findOne({ _id: number }, { at: 1 }).lean<Pick<ChangeDocument, 'at'>>().exec(),
    );
    return found && { number, at: found.at.getTime() };
  }

  /**
   * Returns up to `limit` changes after change `number`, ascending; null if the log lacks any of these changes.
   */
  async since(number: number, limit: number): Promise<Change[] | null> {
    const found = await withQueryTimeout(
      this.#changes
        .find({ _id: trusted({ $gt: number }) }, { ids: 1 })
        .sort({ _id: 1 })
        .limit(limit)
        .lean<Pick<ChangeDocument, '_id' | 'ids'>[]>()
        .exec(),
    );
    if (found.some(({ _id }, index) => _id !== number + 1 + index)) return null;
    return found.map(({ _id, ids }) => ({ number: _id, ids }));
  }
}
