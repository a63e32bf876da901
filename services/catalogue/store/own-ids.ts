import type { ClientSession, Connection, Model } from 'mongoose';
import type { CounterDocument } from './schema.ts';

/** The first id that is assigned here, far above those of other shops. */
const firstOwnId = 1_000_000_000;

/**
 * Returns an id above all existing and assigned ones of a collection, and far above those of other shops,
 * which later imports keep. `name` is the counter's name.
 *
 * As the first step of a transaction it also serialises transactions of the same name: each sees what the
 * previous one has written.
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
