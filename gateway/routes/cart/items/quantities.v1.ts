import { cartRoute } from '../cart-route.ts';

/** GET /v1/quantities: returns the quantities as a map by line key, or `[]` for an empty cart. */
export const readQuantitiesRouteV1 = cartRoute({
  method: 'GET',
  path: '/v1/quantities',
  summary: 'The quantity of each item',
  answers: { quantitiesV1: '' },
  errors: [],
  pictures: false,
  command: () => null,
  view: ({ cart }) => ({ name: 'quantitiesV1', data: { cart } }),
});
