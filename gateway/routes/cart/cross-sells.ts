import { cartRoute } from './cart-route.ts';
import { cartView } from './cart-views.ts';

/** GET /v2/cart/cross-sells: returns the list `cross_sells` of the cart. */
export const readCrossSellsRoute = cartRoute({
  method: 'GET',
  path: '/v2/cart/cross-sells',
  summary: 'The cross-sells of the cart',
  answers: { crossSells: '' },
  errors: [],
  command: () => null,
  view: (outcome, input) => ({ name: 'crossSells', data: cartView(outcome, input) }),
});
