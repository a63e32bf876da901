import { z } from 'zod';
import { isCustomerKey } from '#contracts/cart.ts';
import { readSession } from '#contracts/sessions.ts';
import { refusal } from '#platform/errors/errors.ts';
import { say } from '#platform/sentences/say.ts';
import { usableKey } from '../../caller/cart-keys.ts';
import { currentCart } from '../../routing/carts.ts';
import { flag } from '../../routing/parameters.ts';
import { type Route, route } from '../../routing/route.ts';
import { cartRoute } from './cart-route.ts';
import { cartView, rawCart, wholeCart, wholeCartAnswers } from './cart-views.ts';

/** GET /v2/cart: returns the caller's cart with current prices. */
const readCartRoute = cartRoute({
  method: 'GET',
  path: '/v2/cart',
  summary: 'The cart',
  answers: wholeCartAnswers,
  view: wholeCart,
});

/** POST /v2/cart: returns the key of an empty guest cart. The cart is not stored until an item is added. */
const createCartRoute = cartRoute({
  method: 'POST',
  path: '/v2/cart',
  summary: 'Create an empty guest cart',
  answers: { cartCreated: '' },
  errors: ['service_cart_already_exists'],
  makesGuestCart: true,
  command({ identity: { account, trusted } }) {
    if (account !== null && !trusted) throw refusal('service_cart_already_exists', {});
    return null;
  },
  view: ({ cart }) => ({ name: 'cartCreated', data: { cart, text: say('done.cart_created') } }),
});

/** Reads of one part of the cart: path, summary, and the view of the part. */
const parts = [
  ['/v2/cart/mini', 'The cart in short form', 'cartMini'],
  ['/v2/cart/removed-items', 'The removed items of the cart', 'removedItems'],
  ['/v2/cart/cross-sells', 'The cross-sells of the cart', 'crossSells'],
  ['/v2/cart/coupons', 'The coupons of the cart', 'coupons'],
  ['/v1/removed-items', 'The removed items of the cart', 'removedItemsV1'],
  ['/v1/cross-sells', 'The cross-sells of the cart', 'crossSells'],
  ['/v1/coupon', 'The coupons of the cart', 'couponCodesV1'],
  ['/v1/fees', 'The fees of the cart', 'feesV1'],
  ['/v1/quantities', 'The quantity of each item', 'quantitiesV1'],
  ['/v1/weight', 'The weight of the cart', 'cartWeightV1'],
] as const;

const readPartRoutes = parts.map(([path, summary, name]) =>
  cartRoute({
    method: 'GET',
    path,
    summary,
    answers: { [name]: '' },
    pictures: path.startsWith('/v2/'),
    view: (outcome, input) => ({ name, data: cartView(outcome, input) }),
  }),
);

/**
 * GET /v1/get-cart: returns the raw lines of the caller's cart as a map by line key. For an empty cart, the
 * route returns the view `emptyCartV1`.
 */
const readCartRouteV1 = cartRoute({
  method: 'GET',
  path: '/v1/get-cart',
  summary: 'The cart',
  answers: { cartV1: '', emptyCartV1: 'for an empty cart' },
  pictures: false,
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
const readCartByKeyRouteV1 = cartRoute({
  method: 'GET',
  path: '/v1/get-cart/:id',
  summary: "A guest's cart by its key",
  answers: { cartV1: '', emptyCartV1: '' },
  pictures: false,
  params: z.object({ id: z.string().max(100).describe('The key of the cart.') }),
  errors: ['service_cannot_read_cart', 'service_cart_in_session_not_valid'],
  cartKey: ({ params }) => guestsKey(params.id),
  view(outcome, input) {
    if (outcome.cart.lines.length === 0) throw refusal('service_cart_in_session_not_valid', {});
    return rawCart(outcome, input);
  },
});

/** GET /v1/get-cart/customer/{id}: returns the cart of a customer, for callers who may read all carts. */
const readCustomersCartRouteV1 = route({
  method: 'GET',
  path: '/v1/get-cart/customer/:id',
  summary: "A customer's cart",
  answers: { 200: { cartV1: '', emptyCartV1: 'for an empty cart' } },
  kind: 'account',
  params: z.object({ id: z.string().max(100).describe('The ID of the customer.') }),
  query: z.object({ thumb: flag().default(false).describe('Whether items include their pictures.') }),
  errors: ['service_cannot_read_cart', 'service_cart_in_session_not_valid'],
  async handle(request) {
    const { params, query } = request;
    const { manages } = request.identity;
    if (manages !== 'read' && manages !== 'read_write') throw refusal('service_cannot_read_cart', {});
    if (!isCustomerKey(params.id)) throw refusal('service_cart_in_session_not_valid', {});
    const { session } = await request.ask(readSession, { key: params.id });
    const { cart } = session;
    if (cart.lines.length === 0) return { view: { name: 'emptyCartV1', data: null } };
    return { view: { name: 'cartV1', data: { cart, pictures: query.thumb, amounts: 'usual' as const } } };
  },
});

/** GET /v2/cart/events (docs/live-carts.md): streams each change of the cart. */
const cartEventsRoute = route({
  method: 'GET',
  path: '/v2/cart/events',
  summary: 'An event stream of changes of the cart',
  answers: { 200: { cartEvents: '' } },
  kind: 'live',
  // The route may transfer a cart. So it has no HEAD, which would be of no use for a stream anyway.
  writes: true,
  errors: ['service_cart_error', 'service_stream_limit_exceeded'],
  async handle(request) {
    // The cart is read before the stream opens, because an open stream already has status 200, and an error
    // needs another status. The read also transfers a guest's cart.
    const cart = await currentCart(request);
    const cartRevision = { revision: cart.revision, lines: cart.lines.length };
    return { view: { name: 'cartEvents', data: null }, cartRevision };
  },
});

export const cartReadRoutes: readonly Route[] = [
  readCartRoute,
  createCartRoute,
  ...readPartRoutes,
  readCartRouteV1,
  readCartByKeyRouteV1,
  readCustomersCartRouteV1,
  cartEventsRoute,
];
