import { loginRoute } from './account/login-route.ts';
import { logoutRoutes } from './account/logout-route.ts';
import { refreshRoute } from './account/refresh-route.ts';
import { validateRoute } from './account/validate-route.ts';
import { batchRoute } from './batch/batch-route.ts';
import { reviewRoutes } from './catalogue/review-routes.ts';
import { termRoutes } from './catalogue/term-routes.ts';
import type { Route } from './http/route.ts';
import { cartEventsRoute } from './live/events-route.ts';
import { sessionRoutes } from './sessions/session-routes.ts';
import { checkCouponsRouteV1 } from './v1/cart/coupons.ts';
import { cartRoutesV1 } from './v1/cart/routes.ts';
import { listProductsRouteV1, readProductRouteV1 } from './v1/product-routes.ts';
import { listVariationsRouteV1, readVariationRouteV1 } from './v1/variation-routes.ts';
import { cartRoutes } from './v2/cart/routes.ts';
import { validateCouponsRoute } from './v2/cart/validate-coupons.ts';
import { listProductsRoute, readProductRoute } from './v2/product-routes.ts';
import { readShippingRatesRoute } from './v2/shipping-rates-route.ts';
import { storeRoute } from './v2/store-route.ts';
import { listVariationsRoute, readVariationRoute } from './v2/variation-routes.ts';

/**
 * Routes that can be part of a batch. The first match answers, so fixed names below `/products` come before a
 * product's SKU.
 */
const single: readonly Route[] = [
  ...termRoutes('v2'),
  ...reviewRoutes('v2'),
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
  ...cartRoutes,
  cartEventsRoute,
  ...sessionRoutes,
  validateCouponsRoute,
  ...termRoutes('v1'),
  ...reviewRoutes('v1'),
  listProductsRouteV1,
  readProductRouteV1,
  listVariationsRouteV1,
  readVariationRouteV1,
  ...cartRoutesV1,
  checkCouponsRouteV1,
];

/** Every route of the interface; each is served on every mount. */
export const routes: readonly Route[] = [...single, batchRoute(single)];
