import { type ClientSession, type Connection, type Model, trusted } from 'mongoose';
import { firstOwnId } from '#contracts/catalogue-import.ts';
import type { AnyEvent } from '#contracts/events.ts';
import type { EventStream } from '#platform/events/event-stream.ts';
import type { RelayPlan } from '#platform/mongodb/change-relay.ts';
import { isDuplicate, withQueryTimeout } from '#platform/mongodb/engine.ts';
import { type ChangeDocument, type CounterDocument, changeSchema, counterSchema } from './schema.ts';

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

/**
 * Returns a new id, greater than all stored and all assigned ids of a collection. `name` is the name of the
 * counter.
 *
 * A transaction must call this function before its other reads and writes. Transactions with the same `name`
 * then run one after another.
 */
export async function nextOwnId<Document extends { readonly _id: number }>(
  connection: Connection,
  name: string,
  records: Model<Document>,
  session: ClientSession,
): Promise<number> {
  const counters = connection.collection<CounterDocument>('counters');
  const counter = await counters.findOneAndUpdate(
    { _id: name },
    { $inc: { number: 1 } },
    { session, upsert: true, returnDocument: 'after' },
  );
  const last = await records
    .findOne({}, { _id: 1 }, { session })
    .sort({ _id: -1 })
    .lean<{ readonly _id: number }>()
    .exec();
  const next = Math.max(firstOwnId, counter?.number ?? 1, (last?._id ?? 0) + 1);
  if (next !== counter?.number)
    await counters.updateOne({ _id: name }, { $set: { number: next } }, { session });
  return next;
}

/** The maximum number of product and variation ids in one event. */
const maxProducts = 10_000;

/**
 * Returns the events of a catalogue change, with the ids of the products and variations that the change may
 * affect. More than `maxProducts` ids are divided into several events.
 */
export function productEvents({ _id, ids, at }: ChangeDocument): AnyEvent[] {
  const count = Math.ceil(ids.length / maxProducts);
  return Array.from({ length: count }, (_, part) => ({
    id: part === 0 ? `product:${_id}` : `product:${_id}:${part + 1}`,
    type: 'product.changed',
    at: at.getTime(),
    data: { products: ids.slice(part * maxProducts, (part + 1) * maxProducts) },
  }));
}

/** Returns the relay that publishes the catalogue's changes as events. */
export function productEventRelay(stream: Pick<EventStream, 'publish'>): RelayPlan {
  return {
    name: 'product-changes',
    relays: 'event_relays',
    collection: 'changes',
    pipeline: [{ $match: { operationType: 'insert', 'fullDocument.ids.0': { $exists: true } } }],
    async publish(change) {
      if (change.operationType !== 'insert') return;
      await stream.publish(productEvents(change.fullDocument as unknown as ChangeDocument));
    },
  };
}
