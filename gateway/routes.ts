import { reviewRoutes } from './catalogue/review-routes.ts';
import { termRoutes } from './catalogue/term-routes.ts';
import type { Route } from './http/route.ts';
import { listProductsRouteV1, readProductRouteV1 } from './v1/product-routes.ts';
import { listVariationsRouteV1, readVariationRouteV1 } from './v1/variation-routes.ts';
import { cartRoutes } from './v2/cart/routes.ts';
import { listProductsRoute, readProductRoute } from './v2/product-routes.ts';
import { storeRoute } from './v2/store-route.ts';
import { listVariationsRoute, readVariationRoute } from './v2/variation-routes.ts';

/**
 * Every route of the interface; each is served on every mount. Of two that match, the first answers: so whatever has a
 * name of its own below `/products` comes before the product with such a SKU.
 */
export const routes: readonly Route[] = [
  ...termRoutes('v2'),
  ...reviewRoutes('v2'),
  listProductsRoute,
  readProductRoute,
  listVariationsRoute,
  readVariationRoute,
  storeRoute,
  ...cartRoutes,
  ...termRoutes('v1'),
  ...reviewRoutes('v1'),
  listProductsRouteV1,
  readProductRouteV1,
  listVariationsRouteV1,
  readVariationRouteV1,
];
