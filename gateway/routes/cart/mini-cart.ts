import { cartRoute } from './cart-route.ts';
import { cartView } from './cart-views.ts';

/** GET /v2/cart/mini: returns the mini cart, which a page shows in its corner. */
export const readMiniCartRoute = cartRoute({
  method: 'GET',
  path: '/v2/cart/mini',
  summary: 'The cart in short form',
  answers: { cartMini: '' },
  errors: [],
  command: () => null,
  view: (outcome, input) => ({ name: 'cartMini', data: cartView(outcome, input) }),
});
