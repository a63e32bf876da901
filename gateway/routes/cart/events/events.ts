import { route } from '../../../routing/route.ts';
import { currentCart } from '../unchanged-carts.ts';

/** GET /v2/cart/events (docs/live-carts.md): streams each change of the cart. */
export const cartEventsRoute = route({
  method: 'GET',
  path: '/v2/cart/events',
  summary: 'An event stream of changes of the cart',
  answers: { 200: { cartEvents: '' } },
  kind: 'live',
  // `writes` is true, because the route may transfer a cart. HEAD requests do not run a route with `writes`;
  // for a stream, HEAD is of no use anyway.
  writes: true,
  errors: ['service_cart_error', 'service_stream_limit_exceeded'],
  async handle(_input, call) {
    // The cart is read before the stream opens, because an open stream already has status 200, and an error
    // needs another status. The read also transfers a guest's cart.
    const cart = await currentCart(call);
    const cartRevision = { revision: cart.revision, lines: cart.lines.length };
    return { view: { name: 'cartEvents', data: null }, cartRevision };
  },
});
