import type { Route } from '../routing/route.ts';
import { accountRoutes } from './account/account.ts';
import { loginRoute, logoutRoutes, refreshRoute, validateRoute } from './account/login.ts';
import { orderRoutes } from './account/orders.ts';
import { batchRoute } from './batch/batch.ts';
import { addItemRoutes } from './cart/add-items.ts';
import { couponCheckRoutes, couponRoutes } from './cart/coupons.ts';
import { feeRoutes } from './cart/fees.ts';
import { itemRoutes } from './cart/items.ts';
import { annotateRoute } from './cart/note.ts';
import { cartReadRoutes } from './cart/reads.ts';
import { cartShippingRoutes } from './cart/shipping.ts';
import { totalRoutes } from './cart/totals.ts';
import { updateCartRoute } from './cart/update.ts';
import { checkoutRoutes } from './checkout/checkout.ts';
import { handOverRoutes } from './checkout/hand-over.ts';
import {
  facetsRoute,
  listProductsRoute,
  listProductsRouteV1,
  readProductRoute,
  readProductRouteV1,
  readShippingRatesRoute,
} from './products/products.ts';
import { reviewRoutes } from './products/reviews.ts';
import { termRoutes } from './products/terms.ts';
import {
  listVariationsRoute,
  listVariationsRouteV1,
  readVariationRoute,
  readVariationRouteV1,
} from './products/variations.ts';
import { sessionRoutes } from './sessions.ts';
import { storeRoutes } from './store.ts';

/** Routes about a cart, of both versions. */
const cartRoutes: readonly Route[] = [
  ...cartReadRoutes,
  ...addItemRoutes,
  ...itemRoutes,
  updateCartRoute,
  annotateRoute,
  ...totalRoutes,
  ...couponRoutes,
  ...feeRoutes,
  ...cartShippingRoutes,
];
const ofVersion =
  (version: 'v1' | 'v2') =>
  ({ path }: Route) =>
    path.startsWith(`/${version}/`);

/**
 * Routes that may be part of a batch. The first matching route answers. The path `…/products/:id` also
 * matches `…/products/facets`, so `facetsRoute` comes first.
 */
const single: readonly Route[] = [
  ...termRoutes('v2'),
  ...reviewRoutes('v2'),
  facetsRoute,
  listProductsRoute,
  readProductRoute,
  listVariationsRoute,
  readVariationRoute,
  readShippingRatesRoute,
  ...storeRoutes,
  loginRoute,
  ...logoutRoutes,
  refreshRoute,
  validateRoute,
  ...accountRoutes,
  ...cartRoutes.filter(ofVersion('v2')),
  ...sessionRoutes,
  ...couponCheckRoutes,
  ...termRoutes('v1'),
  ...reviewRoutes('v1'),
  listProductsRouteV1,
  readProductRouteV1,
  listVariationsRouteV1,
  readVariationRouteV1,
  ...cartRoutes.filter(ofVersion('v1')),
];

/** Every route of the interface. Each mount serves those of its dialect. */
export const routes: readonly Route[] = [
  ...single,
  ...handOverRoutes,
  ...checkoutRoutes,
  ...orderRoutes,
  batchRoute(single),
];
