import type { ClientSession, Connection } from 'mongoose';

/** The first id that is given here, far above those of other shops: an import brings its own along. */
const firstOwnId = 1_000_000_000;

interface CounterDocument {
  readonly _id: string;
  readonly number: number;
}

/** An id that no account has or had: a deleted customer's cart and links must not become another one's. */
export async function nextAccountId(connection: Connection, session: ClientSession): Promise<number> {
  const counters = connection.collection<CounterDocument>('auth_counters');
  const counter = await counters.findOneAndUpdate(
    { _id: 'accounts' },
    [{ $set: { number: { $add: [{ $ifNull: ['$number', firstOwnId - 1] }, 1] } } }],
    { session, upsert: true, returnDocument: 'after' },
  );
  return counter?.number ?? firstOwnId;
}

/** Sees to it that ids which came with an import are not given here. */
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
