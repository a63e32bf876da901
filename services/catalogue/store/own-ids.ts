import type { ClientSession, Connection, Model } from 'mongoose';
import { firstOwnId } from '#contracts/catalogue-import.ts';
import type { CounterDocument } from './schema.ts';

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
