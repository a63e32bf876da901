import type { CartRoute } from '../../cart/cart-route.ts';
import { addItemRoute } from './add-item.ts';
import { addItemsRoute } from './add-items.ts';
import { clearCartRoute, deleteItemsRoute } from './clear.ts';
import { applyCouponRoute, readCouponsRoute, removeCouponRoute, removeCouponsRoute } from './coupons.ts';
import { createCartRoute } from './create-cart.ts';
import { addFeeRoute, removeFeesRoute } from './fees.ts';
import { readItemRoute, removeItemRoute, restoreItemRoutes, updateItemRoute } from './item.ts';
import { countItemsRoute, readItemsRoute } from './items.ts';
import { readCrossSellsRoute, readMiniCartRoute, readRemovedItemsRoute } from './parts.ts';
import { readCartRoute } from './read-cart.ts';
import { calculateShippingRoute, setShippingMethodRoute } from './shipping.ts';
import { calculateCartRoute, readTotalsRoute } from './totals.ts';
import { updateCartRoute } from './update.ts';

/** Routes of `/v2/cart` that read the cart or change it once. The first match answers. */
export const cartRoutes: readonly CartRoute[] = [
  readCartRoute,
  createCartRoute,
  addItemRoute,
  addItemsRoute,
  readItemsRoute,
  countItemsRoute,
  deleteItemsRoute,
  readItemRoute,
  updateItemRoute,
  ...restoreItemRoutes,
  removeItemRoute,
  clearCartRoute,
  updateCartRoute,
  readTotalsRoute,
  calculateCartRoute,
  readMiniCartRoute,
  readRemovedItemsRoute,
  readCrossSellsRoute,
  readCouponsRoute,
  applyCouponRoute,
  removeCouponRoute,
  removeCouponsRoute,
  addFeeRoute,
  removeFeesRoute,
  setShippingMethodRoute,
  calculateShippingRoute,
];
