import { batchRoute } from './routes/batch/batch.ts';
import { cartRoutes } from './routes/cart/cart-routes.ts';
import { cartRoutesV1 } from './routes/cart/cart-routes.v1.ts';
import { checkCouponsRouteV1 } from './routes/cart/coupons/coupons.v1.ts';
import { validateCouponsRoute } from './routes/cart/coupons/validate-coupons.ts';
import { cartEventsRoute } from './routes/cart/events/events.ts';
import { loginRoute } from './routes/login/login.ts';
import { logoutRoutes } from './routes/login/logout.ts';
import { refreshRoute } from './routes/login/refresh-token.ts';
import { validateRoute } from './routes/login/validate-token.ts';
import { listProductsRoute, readProductRoute } from './routes/products/products.ts';
import { listProductsRouteV1, readProductRouteV1 } from './routes/products/products.v1.ts';
import { reviewRoutes } from './routes/products/reviews.ts';
import { readShippingRatesRoute } from './routes/products/shipping-rates.ts';
import { termRoutes } from './routes/products/terms.ts';
import { listVariationsRoute, readVariationRoute } from './routes/products/variations.ts';
import { listVariationsRouteV1, readVariationRouteV1 } from './routes/products/variations.v1.ts';
import { sessionRoutes } from './routes/sessions/sessions.ts';
import { storeRoute } from './routes/store/store.ts';
import type { Route } from './routing/route.ts';

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
