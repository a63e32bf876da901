import { cartRoute } from '../../cart/cart-route.ts';

/**
 * POST /v2/cart: the key of a cart to be filled, the client's own where it sent one. Nothing is
 * kept before something is put in.
 */
export const createCartRoute = cartRoute({
  method: 'POST',
  path: '/v2/cart',
  summary: 'A key for a new cart',
  answers: { cartCreated: '' },
  errors: [],
  command: () => null,
  view: ({ cart }) => ({ name: 'cartCreated', data: { cart, text: 'Your cart is ready.' } }),
});
