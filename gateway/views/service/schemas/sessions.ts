import { z } from 'zod';
import * as shared from '../../shared/schemas/sessions.ts';
import { item, members } from '../cart.ts';

const SessionInList = z.strictObject(shared.sessionMembers(shared.shortLines)).meta({ id: 'SessionInList' });

const Session = SessionInList.extend(shared.wholeSession(members, members.items.schema)).meta({
  id: 'Session',
});

/** Schemas of sessions, which are carts as managers see them. */
export const sessionSchemas = {
  sessions: z.array(SessionInList),
  session: Session,
  sessionItems: z.array(item.schema),
  sessionDeleted: z.strictObject({ deleted: z.literal(true).describe('Always `true`.') }),
};
