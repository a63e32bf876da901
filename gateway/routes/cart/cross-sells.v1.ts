import { cartRoute } from './cart-route.ts';
import { cartView } from './cart-views.ts';

/** GET /v1/cross-sells: returns the list of cross-sells in the same form as the v2 cart. */
export const readCrossSellsRouteV1 = cartRoute({
  method: 'GET',
  path: '/v1/cross-sells',
  summary: 'The cross-sells of the cart',
  answers: { crossSells: '' },
  errors: [],
  pictures: false,
  command: () => null,
  view: (outcome, input) => ({ name: 'crossSells', data: cartView(outcome, input) }),
});
