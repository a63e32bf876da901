import type { ClientSession, Connection, Model } from 'mongoose';
import { answered, isDuplicate } from './engine.ts';
import { type CounterDocument, counterSchema } from './schema.ts';

/** Numbers of the catalogue's changes, in MongoDB, since several replicas make changes. */
export class Counter {
  readonly #counters: Model<CounterDocument>;

  constructor(connection: Connection) {
    this.#counters = connection.model<CounterDocument>('counter', counterSchema);
  }

  /** Makes the counter at 0 unless it is there. */
  async prepare(): Promise<void> {
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
   * The number of a new change, inside the transaction that makes it: so no number is seen before its data, none
   * without, and none is left out.
   */
  async next(session: ClientSession): Promise<number> {
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
