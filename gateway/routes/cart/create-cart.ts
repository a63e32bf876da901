import { refusal } from '#platform/errors/errors.ts';
import { cartRoute } from './cart-route.ts';

/** POST /v2/cart: returns the key of an empty guest cart. The cart is not stored until an item is added. */
export const createCartRoute = cartRoute({
  method: 'POST',
  path: '/v2/cart',
  summary: 'Create an empty guest cart',
  answers: { cartCreated: '' },
  errors: ['service_cart_already_exists'],
  makesGuestCart: true,
  command(_input, { identity: { account, trusted } }) {
    if (account !== null && !trusted) throw refusal('service_cart_already_exists', {});
    return null;
  },
  view: ({ cart }) => ({ name: 'cartCreated', data: { cart, text: 'Your cart is ready.' } }),
});
