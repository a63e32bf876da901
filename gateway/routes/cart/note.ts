import { z } from 'zod';
import { givenLimits } from '#contracts/cart.ts';
import { maxCartLines } from '#contracts/cart-commands.ts';
import { anyText, map, text } from '../../routing/parameters.ts';
import { cartRoute } from './cart-route.ts';
import { wholeCart, wholeCartAnswers } from './cart-views.ts';

const { texts, characters, note } = givenLimits;

const attributes = map(text(characters), texts, characters);

/** PATCH /v2/cart: sets the note and the attributes of the cart and of items. */
export const annotateRoute = cartRoute({
  method: 'PATCH',
  path: '/v2/cart',
  dialect: 'service',
  summary: 'Set the note and the attributes of the cart and of items',
  answers: wholeCartAnswers,
  body: z.object({
    note: anyText(note).optional().describe("The shopper's note to the shop; empty removes it."),
    attributes: attributes.optional().describe('Texts by name, instead of those of the cart.'),
    items: map(z.object({ attributes }), maxCartLines)
      .default({})
      .describe('By item key: an object with the new `attributes` of the item.'),
  }),
  sends: ['annotate'],
  command: ({ body }) => ({
    kind: 'annotate',
    note: body.note ?? null,
    given: body.attributes ?? null,
    lines: Object.entries(body.items)
      // No item has a longer key.
      .map(([lineKey, item]) => ({ lineKey: lineKey.slice(0, 64), given: item.attributes })),
  }),
  view: wholeCart,
});
