import { readCart } from '#contracts/cart.ts';
import { type Route, route } from '../http/route.ts';

/** GET /v2/cart/events (docs/live-carts.md): tells of each change of the cart, as long as the client stays. */
export const cartEventsRoute: Route = {
  ...route({
    method: 'GET',
    path: '/v2/cart/events',
    summary: 'The changes of the cart, as they happen',
    answers: { 200: { cartEvents: '' } },
    kind: 'live',
    errors: ['service_cart_error', 'service_stream_limit_exceeded'],
    async handle(_input, call) {
      // Whatever is wrong is refused before the stream opens, and a cart that was carried along goes over.
      const { cart } = await call.ask(readCart, {});
      const standing = { revision: cart.revision, lines: cart.lines.length };
      return { view: { name: 'cartEvents', data: null }, standing };
    },
  }),
  // A carried cart does go over; and there is nothing that HEAD could tell.
  writes: true,
};
