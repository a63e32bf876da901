import type { ClientSession, Connection } from 'mongoose';
import { firstOwnId } from '#contracts/catalogue-import.ts';

interface CounterDocument {
  readonly _id: string;
  readonly number: number;
}

/**
 * Returns an id that was never used. If an id were used again, a new account could get the cart of a deleted customer.
 */
export async function nextAccountId(connection: Connection, session: ClientSession): Promise<number> {
  const counters = connection.collection<CounterDocument>('auth_counters');
  const counter = await counters.findOneAndUpdate(
    { _id: 'accounts' },
    [{ $set: { number: { $add: [{ $ifNull: ['$number', firstOwnId - 1] }, 1] } } }],
    { session, upsert: true, returnDocument: 'after' },
  );
  return counter?.number ?? firstOwnId;
}

/** Moves the counter of `nextAccountId` past imported ids, so that these ids are never assigned to new accounts. */
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
