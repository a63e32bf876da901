import { z } from 'zod';
import { refusal } from '#platform/errors/errors.ts';
import { say } from '#platform/sentences/say.ts';
import { flag, idText, quantityText, text } from '../../routing/parameters.ts';
import type { CartOutcome, Route } from '../../routing/route.ts';
import { itemFields, quantityOf } from './add-items.ts';
import { cartRoute } from './cart-route.ts';
import {
  cartView,
  rawCart,
  rawLine,
  requestedLine,
  sentenceOf,
  wholeCart,
  wholeCartAnswers,
} from './cart-views.ts';

/** GET /v2/cart/items: returns the lines as a map by line key, on every mount. */
const readItemsRoute = cartRoute({
  method: 'GET',
  path: '/v2/cart/items',
  summary: 'The items of the cart',
  answers: { cartItems: '' },
  errors: ['service_no_items_in_cart'],
  view(outcome, input) {
    if (outcome.cart.lines.length === 0) throw refusal('service_no_items_in_cart', {});
    return { name: 'cartItems', data: cartView(outcome, input) };
  },
});

const CountQuery = z.object({
  return: text(32)
    .default('numeric')
    .describe('With `numeric` an empty cart returns 0; with any other value it is an error.'),
});

/** GET /v2/cart/items/count: returns the number of items in the cart, or the number of removed items. */
const countItemsRoute = cartRoute({
  method: 'GET',
  path: '/v2/cart/items/count',
  summary: 'The number of items in the cart',
  answers: { cartCount: '' },
  query: CountQuery.extend({
    removed_items: flag()
      .default(false)
      .describe('Counts the removed items instead of the items in the cart.'),
  }),
  errors: ['service_no_items_in_cart'],
  view({ cart }, { query }) {
    const counted = query.removed_items ? cart.removed : cart.lines;
    const count = counted.reduce((all, { quantity }) => all + quantity, 0);
    if (count === 0 && query.return !== 'numeric') throw refusal('service_no_items_in_cart', {});
    return { name: 'cartCount', data: { count } };
  },
});

/** GET /v1/count-items: returns the number of items in the cart. */
const countItemsRouteV1 = cartRoute({
  method: 'GET',
  path: '/v1/count-items',
  summary: 'The number of items in the cart',
  answers: { cartCount: '' },
  query: CountQuery,
  errors: ['service_no_items_in_cart'],
  pictures: false,
  view({ cart }, { query }) {
    if (cart.itemCount === 0 && query.return !== 'numeric') throw refusal('service_no_items_in_cart', {});
    return { name: 'cartCount', data: { count: cart.itemCount } };
  },
});

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
const readItemRoute = cartRoute({
  method: 'GET',
  path,
  summary: 'One item of the cart',
  answers: { cartItemV2: '' },
  params: LinePath,
  errors: ['service_cart_item_key_required', 'service_item_not_in_cart'],
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
  return { text: sentenceOf(outcome, 'done.item_changed'), quantity };
}

/** POST /v2/cart/item/{item_key}: changes the quantity of a line. The quantity 0 removes the line. */
const updateItemRoute = cartRoute({
  method: 'POST',
  path,
  summary: 'Change the quantity of an item',
  answers: { ...wholeCartAnswers, itemStatus: 'with `return_status=true`' },
  params: LinePath,
  body: UpdateItemBody,
  sends: ['set-quantity'],
  command(request) {
    const { quantity, id, variation = null, item_data: itemData = null } = request.body;
    return {
      kind: 'set-quantity',
      lineKey: request.params.item_key,
      quantity: quantityOf(quantity, request),
      ...(id !== undefined && { reference: id }),
      variation,
      itemData,
    };
  },
  view: (outcome, input) =>
    input.body.return_status ? { name: 'itemStatus', data: itemStatus(outcome) } : wholeCart(outcome, input),
});

/** PUT or PATCH /v2/cart/item/{item_key}: restores a removed line. */
const restoreItemRoutes = (['PUT', 'PATCH'] as const).map((method) =>
  cartRoute({
    method,
    path,
    summary: 'Restore a removed item',
    answers: { ...wholeCartAnswers, cartItemV2: 'with `return_item=true`' },
    params: LinePath,
    body: z.object({ return_item: flag().default(false).describe('Returns only the item.') }),
    sends: ['restore-line'],
    command: ({ params }) => ({ kind: 'restore-line', lineKey: params.item_key }),
    view: (outcome, input) =>
      input.body.return_item ? requestedLine(outcome, input) : wholeCart(outcome, input),
  }),
);

/** DELETE /v2/cart/item/{item_key}: removes a line, which can be restored later. */
const removeItemRoute = cartRoute({
  method: 'DELETE',
  path,
  summary: 'Remove an item from the cart',
  answers: { ...wholeCartAnswers, cartSentence: 'with `return_status=true`' },
  params: LinePath,
  body: z.object({ return_status: flag().default(false).describe('Returns a sentence.') }),
  sends: ['remove-line'],
  command: ({ params }) => ({ kind: 'remove-line', lineKey: params.item_key }),
  view: (outcome, input) =>
    input.body.return_status
      ? {
          name: 'cartSentence',
          data: { text: sentenceOf(outcome, 'done.item_removed') },
        }
      : wholeCart(outcome, input),
});

const ClearBody = z.object({
  keep_removed_items: flag().default(false).describe('Keeps removed items restorable.'),
});

/**
 * POST /v2/cart/clear and DELETE /v2/cart/items: empty the cart. Removed lines can be restored only if the
 * request asked to keep these lines.
 */
const clearCartRoutes = (
  [
    ['POST', '/v2/cart/clear', 'Empty the cart'],
    ['DELETE', '/v2/cart/items', 'Remove all items from the cart'],
  ] as const
).map(([method, address, summary]) =>
  cartRoute({
    method,
    path: address,
    summary,
    answers: wholeCartAnswers,
    body: ClearBody,
    sends: ['clear'],
    command: ({ body }) => ({ kind: 'clear', keepRemoved: body.keep_removed_items }),
    view: wholeCart,
  }),
);

const LineBody = z.object({
  cart_item_key: text(64).describe('The key of the item.'),
  return_cart: flag().default(false).describe('Returns all items.'),
});

const ofLine = { path: '/v1/item', pictures: false } as const;

/**
 * GET /v1/item: restores a removed line. Returns a sentence, or the whole cart with `return_cart`. This GET is
 * a write and accepts an idempotency key.
 */
const restoreItemRouteV1 = cartRoute({
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
  sends: ['restore-line'],
  command: ({ body }) => ({ kind: 'restore-line', lineKey: body.cart_item_key }),
  view: (outcome, input) =>
    input.body.return_cart
      ? rawCart(outcome, input)
      : { name: 'cartSentence', data: { text: sentenceOf(outcome, 'done.item_restored') } },
});

/** POST /v1/item: changes the quantity of a line. The quantity 0 removes the line. */
const updateItemRouteV1 = cartRoute({
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
  sends: ['set-quantity'],
  command(request) {
    const { cart_item_key: lineKey, quantity: asked } = request.body;
    const quantity = quantityOf(asked, request);
    return { kind: 'set-quantity', lineKey, quantity, variation: null, itemData: null };
  },
  view: (outcome, input) => (input.body.return_cart ? rawCart(outcome, input) : rawLine(outcome, input)),
});

/** DELETE /v1/item: removes a line, which can be restored later. */
const removeItemRouteV1 = cartRoute({
  ...ofLine,
  method: 'DELETE',
  summary: 'Remove an item from the cart',
  answers: {
    itemRemovedV1: '',
    cartV1: 'with `return_cart=true`',
    emptyCartV1: 'with `return_cart=true`, for an empty cart',
  },
  body: LineBody,
  sends: ['remove-line'],
  command: ({ body }) => ({ kind: 'remove-line', lineKey: body.cart_item_key }),
  view: (outcome, input) =>
    input.body.return_cart ? rawCart(outcome, input) : { name: 'itemRemovedV1', data: null },
});

/** POST /v1/clear: empties the cart. The removed lines cannot be restored. */
const clearCartRouteV1 = cartRoute({
  method: 'POST',
  path: '/v1/clear',
  summary: 'Empty the cart',
  answers: { messageV1: '' },
  pictures: false,
  sends: ['clear'],
  command: () => ({ kind: 'clear', keepRemoved: false }),
  view: () => ({ name: 'messageV1', data: { text: say('done.cart_cleared') } }),
});

export const itemRoutes: readonly Route[] = [
  readItemsRoute,
  countItemsRoute,
  readItemRoute,
  updateItemRoute,
  ...restoreItemRoutes,
  removeItemRoute,
  ...clearCartRoutes,
  countItemsRouteV1,
  restoreItemRouteV1,
  updateItemRouteV1,
  removeItemRouteV1,
  clearCartRouteV1,
];
