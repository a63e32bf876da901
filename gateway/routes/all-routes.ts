import type { Route } from '../routing/route.ts';
import { accountRoutes } from './account/account-routes.ts';
import { batchRoute } from './batch/batch.ts';
import { addItemRoutes } from './cart/add-items.ts';
import { couponCheckRoutes, couponRoutes } from './cart/coupons.ts';
import { feeRoutes } from './cart/fees.ts';
import { itemRoutes } from './cart/items.ts';
import { cartReadRoutes } from './cart/reads.ts';
import { cartShippingRoutes } from './cart/shipping.ts';
import { totalRoutes } from './cart/totals.ts';
import { updateCartRoute } from './cart/update.ts';
import { loginRoute } from './login/login.ts';
import { logoutRoutes } from './login/logout.ts';
import { refreshRoute } from './login/refresh-token.ts';
import { validateRoute } from './login/validate-token.ts';
import { facetsRoute } from './products/facets.ts';
import { listProductsRoute, readProductRoute } from './products/products.ts';
import { listProductsRouteV1, readProductRouteV1 } from './products/products.v1.ts';
import { reviewRoutes } from './products/reviews.ts';
import { readShippingRatesRoute } from './products/shipping-rates.ts';
import { termRoutes } from './products/terms.ts';
import { listVariationsRoute, readVariationRoute } from './products/variations.ts';
import { listVariationsRouteV1, readVariationRouteV1 } from './products/variations.v1.ts';
import { sessionRoutes } from './sessions/sessions.ts';
import { storeRoute } from './store/store.ts';

/** Routes about a cart, of both versions. */
const cartRoutes: readonly Route[] = [
  ...cartReadRoutes,
  ...addItemRoutes,
  ...itemRoutes,
  updateCartRoute,
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
  storeRoute,
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

/** Every route of the interface. Each mount serves all routes. */
export const routes: readonly Route[] = [...single, batchRoute(single)];
