import { cartRoute } from '../cart-route.ts';
import { cartView } from '../cart-views.ts';

/** GET /v2/cart/removed-items: returns the list `removed_items` of the cart. */
export const readRemovedItemsRoute = cartRoute({
  method: 'GET',
  path: '/v2/cart/removed-items',
  summary: 'The removed items of the cart',
  answers: { removedItems: '' },
  errors: [],
  command: () => null,
  view: (outcome, input) => ({ name: 'removedItems', data: cartView(outcome, input) }),
});
