import { cartRoute } from '../cart-route.ts';
import { cartView } from '../cart-views.ts';

/**
 * GET /v1/removed-items: returns the removed lines in raw form as a map by line key, or `[]` without removed
 * lines.
 */
export const readRemovedItemsRouteV1 = cartRoute({
  method: 'GET',
  path: '/v1/removed-items',
  summary: 'The removed items of the cart',
  answers: { removedItemsV1: '' },
  errors: [],
  pictures: false,
  command: () => null,
  view: (outcome, input) => ({ name: 'removedItemsV1', data: cartView(outcome, input) }),
});
