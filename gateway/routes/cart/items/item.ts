import { z } from 'zod';
import { refusal } from '#platform/errors/errors.ts';
import { flag, idText, quantityText } from '../../../routing/parameters.ts';
import { type CartOutcome, cartRoute } from '../cart-route.ts';
import { cartView, requestedLine, sentenceOf, wholeCart, wholeCartAnswers } from '../cart-views.ts';
import { itemFields } from './item-body.ts';
import { lineErrors, removeErrors, restoreErrors, updateErrors } from './line-errors.ts';
import { quantityOf } from './quantity.ts';

const path = '/v2/cart/item/:item_key';

/**
 * The path parameter with the key of a line. If the text cannot be a line key, because it is too long or has
 * other characters, the gateway answers as for an unknown path.
 */
const LinePath = z.object({
  item_key: z
    .string()
    .regex(/^[\w-]{1,32}$/)
    .describe('The key of the item.'),
});

/** GET /v2/cart/item/{item_key}: returns one line. */
export const readItemRoute = cartRoute({
  method: 'GET',
  path,
  summary: 'One item of the cart',
  answers: { cartItemV2: '' },
  params: LinePath,
  errors: lineErrors,
  command: () => null,
  view(outcome, input) {
    const { item_key: key } = input.params;
    if (key === '0') throw refusal('service_cart_item_key_required', {});
    const line = outcome.cart.lines.find((one) => one.key === key);
    if (!line) throw refusal('service_item_not_in_cart', {});
    return { name: 'cartItemV2', data: { ...cartView(outcome, input), line } };
  },
});

/** Body of a request that changes a line. With `id`, `variation` or `item_data`, a new line replaces the old one. */
const UpdateItemBody = z.object({
  quantity: quantityText().describe('The new quantity; `0` removes the item.'),
  id: idText(100).optional().describe('The new product or variation.'),
  variation: itemFields.variation.unwrap().optional().describe('The new options.'),
  item_data: itemFields.item_data.unwrap().optional().describe('The new data of the client.'),
  return_status: flag().default(false).describe('Returns a sentence with the quantity.'),
});

function itemStatus(outcome: CartOutcome) {
  const { cart, lineKeys } = outcome;
  const quantity = cart.lines.find(({ key }) => key === lineKeys[0])?.quantity ?? 0;
  return { text: sentenceOf(outcome, 'The item is in your cart as you asked.'), quantity };
}

/** POST /v2/cart/item/{item_key}: changes the quantity of a line. The quantity 0 removes the line. */
export const updateItemRoute = cartRoute({
  method: 'POST',
  path,
  summary: 'Change the quantity of an item',
  answers: { ...wholeCartAnswers, itemStatus: 'with `return_status=true`' },
  params: LinePath,
  body: UpdateItemBody,
  errors: updateErrors,
  command: ({ params, body: { quantity, id, variation = null, item_data: itemData = null } }, call) => ({
    kind: 'set-quantity',
    lineKey: params.item_key,
    quantity: quantityOf(quantity, call),
    ...(id !== undefined && { reference: id }),
    variation,
    itemData,
  }),
  view: (outcome, input) =>
    input.body.return_status ? { name: 'itemStatus', data: itemStatus(outcome) } : wholeCart(outcome, input),
});

/** PUT or PATCH /v2/cart/item/{item_key}: restores a removed line. */
export const restoreItemRoutes = (['PUT', 'PATCH'] as const).map((method) =>
  cartRoute({
    method,
    path,
    summary: 'Restore a removed item',
    answers: { ...wholeCartAnswers, cartItemV2: 'with `return_item=true`' },
    params: LinePath,
    body: z.object({ return_item: flag().default(false).describe('Returns only the item.') }),
    errors: restoreErrors,
    command: ({ params }) => ({ kind: 'restore-line', lineKey: params.item_key }),
    view: (outcome, input) =>
      input.body.return_item ? requestedLine(outcome, input) : wholeCart(outcome, input),
  }),
);

/** DELETE /v2/cart/item/{item_key}: removes a line, which can be restored later. */
export const removeItemRoute = cartRoute({
  method: 'DELETE',
  path,
  summary: 'Remove an item from the cart',
  answers: { ...wholeCartAnswers, cartSentence: 'with `return_status=true`' },
  params: LinePath,
  body: z.object({ return_status: flag().default(false).describe('Returns a sentence.') }),
  errors: removeErrors,
  command: ({ params }) => ({ kind: 'remove-line', lineKey: params.item_key }),
  view: (outcome, input) =>
    input.body.return_status
      ? {
          name: 'cartSentence',
          data: { text: sentenceOf(outcome, 'The item has been removed from your cart.') },
        }
      : wholeCart(outcome, input),
});
