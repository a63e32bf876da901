import { z } from 'zod';
import { flag } from '../../routing/parameters.ts';
import { cartRoute } from './cart-route.ts';
import { wholeCart, wholeCartAnswers } from './cart-views.ts';

const clearing = {
  body: z.object({
    keep_removed_items: flag().default(false).describe('Keeps removed items restorable.'),
  }),
  answers: wholeCartAnswers,
  errors: [],
  command: ({ body }: { body: { keep_removed_items: boolean } }) => ({
    kind: 'clear' as const,
    keepRemoved: body.keep_removed_items,
  }),
  view: wholeCart,
};

/**
 * POST /v2/cart/clear: empties the cart. Removed lines can be restored only if the request asked to keep
 * these lines.
 */
export const clearCartRoute = cartRoute({
  method: 'POST',
  path: '/v2/cart/clear',
  summary: 'Empty the cart',
  ...clearing,
});

/** DELETE /v2/cart/items: empties the cart as POST /v2/cart/clear does. */
export const deleteItemsRoute = cartRoute({
  method: 'DELETE',
  path: '/v2/cart/items',
  summary: 'Remove all items from the cart',
  ...clearing,
});
