import { z } from 'zod';
import { isCustomerKey } from '#contracts/cart.ts';
import { readSession } from '#contracts/sessions.ts';
import { refusal } from '#platform/errors/errors.ts';
import { usableKey } from '../../identity/guest-key.ts';
import { flag } from '../../routing/parameters.ts';
import { route } from '../../routing/route.ts';
import { cartRoute } from './cart-route.ts';
import { rawCart } from './items/raw-lines.v1.ts';

const common = { method: 'GET', pictures: false, command: () => null } as const;

/**
 * GET /v1/get-cart: returns the raw lines of the caller's cart as a map by line key. For an empty cart, the
 * route returns the view `emptyCartV1`.
 */
export const readCartRouteV1 = cartRoute({
  ...common,
  path: '/v1/get-cart',
  summary: 'The cart',
  answers: { cartV1: '', emptyCartV1: 'for an empty cart' },
  errors: [],
  view: rawCart,
});

/**
 * Returns the cart key of a guest.
 *
 * @throws ServiceError for an invalid key and for the id of a customer, because this route reads only guests'
 * carts
 */
function guestsKey(id: string): string {
  if (/^\d+$/.test(id)) throw refusal('service_cannot_read_cart', {});
  const key = usableKey(id);
  if (key === null) throw refusal('service_cart_in_session_not_valid', {});
  return key;
}

/**
 * GET /v1/get-cart/{id}: returns the raw lines of the guest cart with this key. Anyone who has the key may
 * read the cart. The id of a customer is refused.
 */
export const readCartByKeyRouteV1 = cartRoute({
  ...common,
  path: '/v1/get-cart/:id',
  summary: "A guest's cart by its key",
  answers: { cartV1: '', emptyCartV1: '' },
  params: z.object({ id: z.string().max(100).describe('The key of the cart.') }),
  errors: ['service_cannot_read_cart', 'service_cart_in_session_not_valid'],
  cartKey: ({ params }) => guestsKey(params.id),
  view(outcome, input) {
    if (outcome.cart.lines.length === 0) throw refusal('service_cart_in_session_not_valid', {});
    return rawCart(outcome, input);
  },
});

/** GET /v1/get-cart/customer/{id}: returns the cart of a customer, for callers who may read all carts. */
export const readCustomersCartRouteV1 = route({
  method: 'GET',
  path: '/v1/get-cart/customer/:id',
  summary: "A customer's cart",
  answers: { 200: { cartV1: '', emptyCartV1: 'for an empty cart' } },
  kind: 'account',
  params: z.object({ id: z.string().max(100).describe('The ID of the customer.') }),
  query: z.object({ thumb: flag().default(false).describe('Whether items include their pictures.') }),
  errors: ['service_cannot_read_cart', 'service_cart_in_session_not_valid'],
  async handle({ params, query }, call) {
    const { manages } = call.identity;
    if (manages !== 'read' && manages !== 'read_write') throw refusal('service_cannot_read_cart', {});
    if (!isCustomerKey(params.id)) throw refusal('service_cart_in_session_not_valid', {});
    const { session } = await call.ask(readSession, { key: params.id });
    const { cart } = session;
    if (cart.lines.length === 0) return { view: { name: 'emptyCartV1', data: null } };
    const data = { cart, pictures: query.thumb, amounts: 'usual' as const };
    return { view: { name: 'cartV1', data } };
  },
});
