import { cartRoute } from '../cart-route.ts';

/** GET /v1/weight: returns the weight of the cart in the store's unit, as a plain number. */
export const readWeightRouteV1 = cartRoute({
  method: 'GET',
  path: '/v1/weight',
  summary: 'The weight of the cart',
  answers: { cartWeightV1: '' },
  errors: [],
  pictures: false,
  command: () => null,
  view: ({ cart }) => ({ name: 'cartWeightV1', data: { cart } }),
});
