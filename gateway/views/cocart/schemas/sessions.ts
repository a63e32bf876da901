import { z } from 'zod';
import { itemKey } from '../../shared/cart-item.ts';
import * as shared from '../../shared/schemas/sessions.ts';
import { minor, phpMap } from '../../shared/schemas/texts.ts';
import { item, members } from '../cart.ts';

const CoCartSessionInList = z
  .strictObject(shared.sessionMembers(phpMap(shared.shortLines)))
  .meta({ id: 'CoCartSessionInList' });

/** An item of a session. Unlike in a cart, all amounts are text in minor units. */
const CoCartSessionItem = item.schema
  .extend({
    totals: z
      .strictObject({
        subtotal: minor.describe('The amount before discounts, without tax.'),
        subtotal_tax: minor.describe('The tax on this amount.'),
        total: minor.describe('The amount after discounts, without tax.'),
        tax: minor.describe('The tax on this amount.'),
      })
      .describe('The totals of the item, as text in minor units.'),
  })
  .meta({ id: 'CoCartSessionItem' });

const items = phpMap(z.record(itemKey, CoCartSessionItem)).describe('The items by key.');
const CoCartSession = CoCartSessionInList.extend(shared.wholeSession(members, items)).meta({
  id: 'CoCartSession',
});

/** Schemas of sessions, which are carts as managers see them. */
export const sessionSchemas = {
  sessions: z.array(CoCartSessionInList),
  session: CoCartSession,
  sessionItems: items,
  sessionDeleted: z.literal('Session successfully deleted.').describe('Always this sentence.'),
};
