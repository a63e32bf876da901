import { cartRoute } from './cart-route.ts';
import { wholeCart, wholeCartAnswers } from './cart-views.ts';

/** GET /v2/cart: returns the caller's cart with current prices. */
export const readCartRoute = cartRoute({
  method: 'GET',
  path: '/v2/cart',
  summary: 'The cart',
  answers: wholeCartAnswers,
  errors: [],
  command: () => null,
  view: wholeCart,
});
