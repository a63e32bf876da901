import { z } from 'zod';
import { refusal } from '#platform/errors/errors.ts';
import { flag, text } from '../../../routing/parameters.ts';
import { cartRoute } from '../cart-route.ts';
import { cartView } from '../cart-views.ts';

/** GET /v2/cart/items: returns the lines as a map by line key, on every mount. */
export const readItemsRoute = cartRoute({
  method: 'GET',
  path: '/v2/cart/items',
  summary: 'The items of the cart',
  answers: { cartItems: '' },
  errors: ['service_no_items_in_cart'],
  command: () => null,
  view(outcome, input) {
    if (outcome.cart.lines.length === 0) throw refusal('service_no_items_in_cart', {});
    return { name: 'cartItems', data: cartView(outcome, input) };
  },
});

const CountQuery = z.object({
  return: text(32)
    .default('numeric')
    .describe('With `numeric` an empty cart returns 0; with any other value it is an error.'),
  removed_items: flag().default(false).describe('Counts the removed items instead of the items in the cart.'),
});

/** GET /v2/cart/items/count: returns the number of items in the cart, or the number of removed items. */
export const countItemsRoute = cartRoute({
  method: 'GET',
  path: '/v2/cart/items/count',
  summary: 'The number of items in the cart',
  answers: { cartCount: '' },
  query: CountQuery,
  errors: ['service_no_items_in_cart'],
  command: () => null,
  view({ cart }, { query }) {
    const counted = query.removed_items ? cart.removed : cart.lines;
    const count = counted.reduce((all, { quantity }) => all + quantity, 0);
    if (count === 0 && query.return !== 'numeric') throw refusal('service_no_items_in_cart', {});
    return { name: 'cartCount', data: { count } };
  },
});
