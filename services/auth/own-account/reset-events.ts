import type { EventStream } from '#platform/events/event-stream.ts';
import type { RelayPlan } from '#platform/mongodb/change-relay.ts';
import type { ResetTokens } from './reset-tokens.ts';
import type { ResetDocument } from './store/reset-store.ts';

/** Returns the relay that publishes reset requests with their tokens. The relay leaves out expired requests. */
export function resetEventRelay(
  stream: Pick<EventStream, 'publish'>,
  resets: Pick<ResetTokens, 'tokenOf' | 'hasExpired'>,
): RelayPlan {
  return {
    name: 'password-resets',
    relays: 'auth_relays',
    collection: 'password_resets',
    pipeline: [{ $match: { operationType: 'insert' } }],
    async publish(change) {
      if (change.operationType !== 'insert') return;
      const document = change.fullDocument as unknown as ResetDocument;
      const { _id, account, createdAt, expiresAt } = document;
      if (account === null || resets.hasExpired(document)) return;
      const data = { account, token: resets.tokenOf(_id), expires: expiresAt.getTime() };
      const type = 'account.password-reset-requested';
      await stream.publish([{ id: `reset:${_id}`, type, at: createdAt.getTime(), data }]);
    },
  };
}
