import { z } from 'zod';
import { refusal } from '#platform/errors/errors.ts';
import { text } from '../../routing/parameters.ts';
import { cartRoute } from './cart-route.ts';
import { cartView } from './cart-views.ts';

const looking = { method: 'GET', pictures: false, command: () => null } as const;

/** GET /v1/count-items: the number of items; 0 if none. */
export const countItemsRouteV1 = cartRoute({
  ...looking,
  path: '/v1/count-items',
  summary: 'The number of items in the cart',
  answers: { cartCount: '' },
  query: z.object({
    return: text(32)
      .default('numeric')
      .describe('With `numeric` an empty cart returns 0; with any other value it is an error.'),
  }),
  errors: ['service_no_items_in_cart'],
  view({ cart }, { query }) {
    if (cart.itemCount === 0 && query.return !== 'numeric') throw refusal('service_no_items_in_cart', {});
    return { name: 'cartCount', data: { count: cart.itemCount } };
  },
});

/** GET /v1/removed-items: removed raw lines by key; `[]` if none. */
export const readRemovedItemsRouteV1 = cartRoute({
  ...looking,
  path: '/v1/removed-items',
  summary: 'The removed items of the cart',
  answers: { removedItemsV1: '' },
  errors: [],
  view: (outcome, input) => ({ name: 'removedItemsV1', data: cartView(outcome, input) }),
});

/** GET /v1/cross-sells: a list, as in the v2 cart. */
export const readCrossSellsRouteV1 = cartRoute({
  ...looking,
  path: '/v1/cross-sells',
  summary: 'The cross-sells of the cart',
  answers: { crossSells: '' },
  errors: [],
  view: (outcome, input) => ({ name: 'crossSells', data: cartView(outcome, input) }),
});

/** GET /v1/quantities: quantities by line key; `[]` if none. */
export const readQuantitiesRouteV1 = cartRoute({
  ...looking,
  path: '/v1/quantities',
  summary: 'The quantity of each item',
  answers: { quantitiesV1: '' },
  errors: [],
  view: ({ cart }) => ({ name: 'quantitiesV1', data: { cart } }),
});

/** GET /v1/weight: the cart's weight in the store's unit, a bare number. */
export const readWeightRouteV1 = cartRoute({
  ...looking,
  path: '/v1/weight',
  summary: 'The weight of the cart',
  answers: { cartWeightV1: '' },
  errors: [],
  view: ({ cart }) => ({ name: 'cartWeightV1', data: { cart } }),
});
