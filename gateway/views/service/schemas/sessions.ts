import { z } from 'zod';
import * as shared from '../../shared/schemas/sessions.ts';
import { CartItem, CartV2 } from './cart.ts';

const SessionInList = z.strictObject(shared.sessionMembers(shared.shortLines)).meta({ id: 'SessionInList' });

const Session = SessionInList.extend(shared.wholeSession(CartV2.shape, CartV2.shape.items)).meta({
  id: 'Session',
});

/** Schemas of sessions, which are carts as managers see them. */
export const sessionSchemas = {
  sessions: z.array(SessionInList),
  session: Session,
  sessionItems: z.array(CartItem),
  sessionDeleted: z.strictObject({ deleted: z.literal(true).describe('Always `true`.') }),
};
