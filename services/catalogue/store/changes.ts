import { type ClientSession, type Connection, type Model, trusted } from 'mongoose';
import { withQueryTimeout } from '#platform/mongodb/engine.ts';
import { type ChangeDocument, changeSchema } from './schema.ts';

/** One change of the catalogue: its number, and the ids of the products and variations that may differ after it. */
interface Change {
  readonly number: number;
  readonly ids: readonly number[];
}

/**
 * The log of the changes of the last days in MongoDB. A replica that missed some changes reads only the documents of
 * those.
 */
export class ChangeLog {
  readonly #changes: Model<ChangeDocument>;

  constructor(connection: Connection) {
    this.#changes = connection.model<ChangeDocument>('change', changeSchema);
  }

  /** Creates the collection and its index if they are missing, because a transaction must not create them. */
  async prepare(): Promise<void> {
    await this.#changes.createCollection();
    await this.#changes.createIndexes();
  }

  /** Stores a change inside the transaction that makes it. */
  async write(session: ClientSession, { number, ids }: Change): Promise<void> {
    await this.#changes.create([{ _id: number, ids, at: new Date() }], { session });
  }

  /**
   * Returns up to `limit` changes after `number`, ascending. Empty when there is none; null when the log no longer
   * contains the first of them.
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
