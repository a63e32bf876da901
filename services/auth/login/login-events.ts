import { hash } from 'node:crypto';
import type { AnyEvent } from '#contracts/events.ts';
import type { EventStream } from '#platform/events/event-stream.ts';
import type { RelayPlan } from '#platform/mongodb/change-relay.ts';
import type { FamilyDocument } from '../store/logins.ts';
import type { RefusalDocument } from '../store/refusals.ts';

const pipeline = [{ $match: { operationType: 'insert' } }];

/**
 * Returns the event of a granted login. The event's id is a digest of the login's id, because the login's id is a part
 * of tokens and must stay secret.
 */
function grantedEvent({ _id, account, method, createdAt }: FamilyDocument): AnyEvent {
  const id = `login:${hash('sha256', `login ${_id}`, 'base64url')}`;
  return { id, type: 'login.granted', at: createdAt.getTime(), data: { account, method } };
}

function refusedEvent({ _id, account, method, reason, at }: RefusalDocument): AnyEvent {
  return { id: `refusal:${_id}`, type: 'login.refused', at: at.getTime(), data: { account, method, reason } };
}

/** Returns the relays that publish logins and refusals as events. */
export function loginEventRelays(stream: Pick<EventStream, 'publish'>): readonly RelayPlan[] {
  const plan = <Of>(name: string, collection: string, eventOf: (document: Of) => AnyEvent): RelayPlan => ({
    ...{ name, relays: 'auth_relays', collection, pipeline },
    async publish(change) {
      if (change.operationType === 'insert') await stream.publish([eventOf(change.fullDocument as Of)]);
    },
  });
  return [
    plan<FamilyDocument>('logins-granted', 'token_families', grantedEvent),
    plan<RefusalDocument>('logins-refused', 'login_refusals', refusedEvent),
  ];
}
