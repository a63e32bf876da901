import { z } from 'zod';
import { refusal } from '#platform/errors/errors.ts';
import { text } from '../../../routing/parameters.ts';
import { cartRoute } from '../cart-route.ts';

/** GET /v1/count-items: returns the number of items in the cart. */
export const countItemsRouteV1 = cartRoute({
  method: 'GET',
  path: '/v1/count-items',
  summary: 'The number of items in the cart',
  answers: { cartCount: '' },
  query: z.object({
    return: text(32)
      .default('numeric')
      .describe('With `numeric` an empty cart returns 0; with any other value it is an error.'),
  }),
  errors: ['service_no_items_in_cart'],
  pictures: false,
  command: () => null,
  view({ cart }, { query }) {
    if (cart.itemCount === 0 && query.return !== 'numeric') throw refusal('service_no_items_in_cart', {});
    return { name: 'cartCount', data: { count: cart.itemCount } };
  },
});
