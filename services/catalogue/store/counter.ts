import type { ClientSession, Connection, Model } from 'mongoose';
import { isDuplicate, withQueryTimeout } from '#platform/mongodb/engine.ts';
import { ChangeLog } from './changes.ts';
import { type CounterDocument, counterSchema } from './schema.ts';

/**
 * Numbers the changes of the catalogue. MongoDB stores the last number, because several replicas make changes.
 */
export class Counter {
  /** The log with the ids of the products and variations that each change may affect. */
  readonly changes: ChangeLog;
  readonly #connection: Connection;
  readonly #counters: Model<CounterDocument>;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.changes = new ChangeLog(connection);
    this.#counters = connection.model<CounterDocument>('counter', counterSchema);
  }

  /** Creates the counter with the value 0, and the log, if they are missing. */
  async prepare(): Promise<void> {
    await this.changes.prepare();
    try {
      await this.#counters
        .updateOne({ _id: 'catalogue' }, { $setOnInsert: { number: 0 } }, { upsert: true })
        .exec();
    } catch (error) {
      // A duplicate means that another replica created the counter at the same moment.
      if (!isDuplicate(error)) throw error;
    }
  }

  /** Returns the number of the last committed change; in a transaction, as of its start. */
  async last(session: ClientSession | null = null): Promise<number> {
    const counter = await withQueryTimeout(
      this.#counters.findOne({ _id: 'catalogue' }, null, { session }).lean().exec(),
    );
    return counter?.number ?? 0;
  }

  /**
   * Locks the counter at the start of a long transaction. A concurrent transaction then fails at its start and
   * loses little work.
   */
  async claim(session: ClientSession): Promise<void> {
    await this.#connection
      .collection<CounterDocument>(this.#counters.collection.name)
      .updateOne({ _id: 'catalogue' }, { $currentDate: { claimed: true } }, { session });
  }

  /**
   * Returns the number of a new change, and stores the number in the transaction of the change. So number and change
   * become visible together, and numbers have no gaps.
   *
   * `ids`: the products and variations that the change may affect, also products that show a changed product; empty if
   * only coupons or terms changed.
   */
  async next(session: ClientSession, ids: readonly number[]): Promise<number> {
    const number = await this.take(session);
    await this.changes.write(session, { number, ids });
    return number;
  }

  /**
   * Returns the next number, and locks the counter like `claim`. The transaction must write the change with this number
   * to the log, or abort.
   */
  async take(session: ClientSession): Promise<number> {
    const counter = await this.#counters
      .findOneAndUpdate(
        { _id: 'catalogue' },
        { $inc: { number: 1 } },
        { session, upsert: true, returnDocument: 'after' },
      )
      .lean()
      .exec();
    return counter.number;
  }
}
