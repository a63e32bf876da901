import { cartRoute } from './cart-route.ts';
import { cartView } from './cart-views.ts';

const looking = { method: 'GET', errors: [], command: () => null } as const;

/** GET /v2/cart/mini: the small cart for the corner of a page. */
export const readMiniCartRoute = cartRoute({
  ...looking,
  path: '/v2/cart/mini',
  summary: 'The cart in short form',
  answers: { cartMini: '' },
  view: (outcome, input) => ({ name: 'cartMini', data: cartView(outcome, input) }),
});

/** GET /v2/cart/removed-items: the member `removed_items` of the cart, a list. */
export const readRemovedItemsRoute = cartRoute({
  ...looking,
  path: '/v2/cart/removed-items',
  summary: 'The removed items of the cart',
  answers: { removedItems: '' },
  view: (outcome, input) => ({ name: 'removedItems', data: cartView(outcome, input) }),
});

/** GET /v2/cart/cross-sells: the member `cross_sells` of the cart, a list. */
export const readCrossSellsRoute = cartRoute({
  ...looking,
  path: '/v2/cart/cross-sells',
  summary: 'The cross-sells of the cart',
  answers: { crossSells: '' },
  view: (outcome, input) => ({ name: 'crossSells', data: cartView(outcome, input) }),
});
