import type { ClientSession, Connection } from 'mongoose';

/** The first id that this service assigns. It is far above the ids of imported accounts, which keep their ids. */
const firstOwnId = 1_000_000_000;

interface CounterDocument {
  readonly _id: string;
  readonly number: number;
}

/** Returns an id that was never used, because a deleted customer's cart and links must not pass to another account. */
export async function nextAccountId(connection: Connection, session: ClientSession): Promise<number> {
  const counters = connection.collection<CounterDocument>('auth_counters');
  const counter = await counters.findOneAndUpdate(
    { _id: 'accounts' },
    [{ $set: { number: { $add: [{ $ifNull: ['$number', firstOwnId - 1] }, 1] } } }],
    { session, upsert: true, returnDocument: 'after' },
  );
  return counter?.number ?? firstOwnId;
}

/** Ensures that imported ids are never assigned to new accounts. */
export async function reserveAccountIds(
  connection: Connection,
  session: ClientSession,
  ids: readonly number[],
): Promise<void> {
  const highest = Math.max(0, ...ids);
  if (highest < firstOwnId) return;
  const counters = connection.collection<CounterDocument>('auth_counters');
  await counters.updateOne({ _id: 'accounts' }, { $max: { number: highest } }, { session, upsert: true });
}
