import { z } from 'zod';
import { refusal } from '#platform/errors/errors.ts';
import { cartRoute } from '../../cart/cart-route.ts';
import { usableKey } from '../../http/guest-key.ts';
import { rawCart } from './views.ts';

const reading = { method: 'GET', pictures: false, command: () => null } as const;

/** GET /v1/get-cart (contract 1.5): the raw lines of the caller's cart by their keys; `[]` without any. */
export const readCartRouteV1 = cartRoute({
  ...reading,
  path: '/v1/get-cart',
  summary: 'The cart',
  errors: [],
  view: rawCart,
});

/** The key of a guest's cart. @throws ServiceError for a customer's, which a key opens to nobody, and for what is none */
function guestsKey(id: string): string {
  if (/^\d+$/.test(id)) throw refusal('service_cannot_read_cart', {});
  const key = usableKey(id);
  if (key === null) throw refusal('service_cart_in_session_not_valid', {});
  return key;
}

/**
 * GET /v1/get-cart/{id} (contract 1.5): the same of the guest's cart with this key. Whoever knows the key may read it,
 * as everywhere; a customer's cart is not to be had by its number.
 */
export const readCartByKeyRouteV1 = cartRoute({
  ...reading,
  path: '/v1/get-cart/:id',
  summary: "A guest's cart by its key",
  params: z.object({ id: z.string().max(100) }),
  errors: ['service_cannot_read_cart', 'service_cart_in_session_not_valid'],
  cartKey: ({ params }) => guestsKey(params.id),
  view(outcome, input) {
    if (outcome.cart.lines.length === 0) throw refusal('service_cart_in_session_not_valid', {});
    return rawCart(outcome, input);
  },
});

/** GET /v1/get-cart/customer/{id} (contract 1.5): for administrators, so for nobody without accounts. */
export const readCustomersCartRouteV1 = cartRoute({
  ...reading,
  path: '/v1/get-cart/customer/:id',
  summary: "A customer's cart",
  params: z.object({ id: z.string().max(100) }),
  errors: ['service_cannot_read_cart'],
  cartKey: () => {
    throw refusal('service_cannot_read_cart', {});
  },
  view: rawCart,
});
