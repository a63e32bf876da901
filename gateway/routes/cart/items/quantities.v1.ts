import { cartRoute } from '../cart-route.ts';

/** GET /v1/quantities: quantities by line key; `[]` if none. */
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
