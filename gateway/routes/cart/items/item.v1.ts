import { z } from 'zod';
import { flag, quantityText, text } from '../../../routing/parameters.ts';
import { cartRoute } from '../cart-route.ts';
import { sentenceOf } from '../cart-views.ts';
import { removeErrors, restoreErrors, updateErrors } from './line-errors.ts';
import { quantityOf } from './quantity.ts';
import { rawCart, rawLine } from './raw-lines.v1.ts';

const LineBody = z.object({
  cart_item_key: text(64).describe('The key of the item.'),
  return_cart: flag().default(false).describe('Returns all items.'),
});

const ofLine = { path: '/v1/item', pictures: false } as const;

/**
 * GET /v1/item: restores a removed line. Returns a sentence, or the whole cart with `return_cart`. This GET is
 * a write and accepts an idempotency key.
 */
export const restoreItemRouteV1 = cartRoute({
  ...ofLine,
  method: 'GET',
  summary: 'Restore a removed item',
  answers: {
    cartSentence: '',
    cartV1: 'with `return_cart=true`',
    emptyCartV1: 'with `return_cart=true`, for an empty cart',
  },
  body: LineBody,
  writes: true,
  errors: restoreErrors,
  command: ({ body }) => ({ kind: 'restore-line', lineKey: body.cart_item_key }),
  view: (outcome, input) =>
    input.body.return_cart
      ? rawCart(outcome, input)
      : { name: 'cartSentence', data: { text: sentenceOf(outcome, 'The item is back in your cart.') } },
});

/** POST /v1/item: changes the quantity of a line. The quantity 0 removes the line. */
export const updateItemRouteV1 = cartRoute({
  ...ofLine,
  method: 'POST',
  summary: 'Change the quantity of an item',
  answers: {
    cartItemV1: '',
    itemRemovedV1: 'when the item is gone',
    cartV1: 'with `return_cart=true`',
    emptyCartV1: 'with `return_cart=true`, for an empty cart',
  },
  body: LineBody.extend({
    quantity: quantityText().describe('The new quantity; `0` removes the item.'),
  }),
  errors: updateErrors,
  command: ({ body: { cart_item_key: lineKey, quantity } }, call) => ({
    kind: 'set-quantity',
    lineKey,
    quantity: quantityOf(quantity, call),
    variation: null,
    itemData: null,
  }),
  view: (outcome, input) => (input.body.return_cart ? rawCart(outcome, input) : rawLine(outcome, input)),
});

/** DELETE /v1/item: removes a line, which can be restored later. */
export const removeItemRouteV1 = cartRoute({
  ...ofLine,
  method: 'DELETE',
  summary: 'Remove an item from the cart',
  answers: {
    itemRemovedV1: '',
    cartV1: 'with `return_cart=true`',
    emptyCartV1: 'with `return_cart=true`, for an empty cart',
  },
  body: LineBody,
  errors: removeErrors,
  command: ({ body }) => ({ kind: 'remove-line', lineKey: body.cart_item_key }),
  view: (outcome, input) =>
    input.body.return_cart ? rawCart(outcome, input) : { name: 'itemRemovedV1', data: null },
});
