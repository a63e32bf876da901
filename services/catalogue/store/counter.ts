import type { ClientSession, Connection, Model } from 'mongoose';
import { answered, isDuplicate } from '#platform/mongodb/engine.ts';
import { ChangeLog } from './changes.ts';
import { type CounterDocument, counterSchema } from './schema.ts';

/** Numbers of the catalogue's changes, in MongoDB, since several replicas make changes. */
export class Counter {
  /** What each of them touched. */
  readonly changes: ChangeLog;
  readonly #connection: Connection;
  readonly #counters: Model<CounterDocument>;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.changes = new ChangeLog(connection);
    this.#counters = connection.model<CounterDocument>('counter', counterSchema);
  }

  /** Makes the counter at 0 and the log unless they are there. */
  async prepare(): Promise<void> {
    await this.changes.prepare();
    try {
      await this.#counters
        .updateOne({ _id: 'catalogue' }, { $setOnInsert: { number: 0 } }, { upsert: true })
        .exec();
    } catch (error) {
      // Another replica made it at the same moment.
      if (!isDuplicate(error)) throw error;
    }
  }

  /** Number of the last change that is visible, or was when the transaction began. */
  async last(session: ClientSession | null = null): Promise<number> {
    const counter = await answered(
      this.#counters.findOne({ _id: 'catalogue' }, null, { session }).lean().exec(),
    );
    return counter?.number ?? 0;
  }

  /**
   * Claims the next number for a transaction that has much to write before it takes it: another replica's, which could
   * not keep what it wrote beside this one, begins again here and not at its end.
   */
  async claim(session: ClientSession): Promise<void> {
    await this.#connection
      .collection<CounterDocument>(this.#counters.collection.name)
      .updateOne({ _id: 'catalogue' }, { $currentDate: { claimed: true } }, { session });
  }

  /**
   * The number of a new change, inside the transaction that makes it: so no number is seen before its data, none
   * without, and none is left out. `ids` are the products and variations that may be different since: those of the
   * change itself, and all that show something of it. Empty where only terms, reviews or coupons changed.
   */
  async next(session: ClientSession, ids: readonly number[]): Promise<number> {
    const counter = await this.#counters
      .findOneAndUpdate(
        { _id: 'catalogue' },
        { $inc: { number: 1 } },
        { session, upsert: true, returnDocument: 'after' },
      )
      .lean()
      .exec();
    await this.changes.write(session, { number: counter.number, ids });
    return counter.number;
  }
}
