import type { CartRoute } from './cart-route.ts';
import { clearCartRoute, deleteItemsRoute } from './clear.ts';
import {
  applyCouponRoute,
  readCouponsRoute,
  removeCouponRoute,
  removeCouponsRoute,
} from './coupons/coupons.ts';
import { createCartRoute } from './create-cart.ts';
import { readCrossSellsRoute } from './cross-sells.ts';
import { addFeeRoute, removeFeesRoute } from './fees/fees.ts';
import { addItemRoute } from './items/add-item.ts';
import { addItemsRoute } from './items/add-items.ts';
import { readItemRoute, removeItemRoute, restoreItemRoutes, updateItemRoute } from './items/item.ts';
import { countItemsRoute, readItemsRoute } from './items/items.ts';
import { readRemovedItemsRoute } from './items/removed-items.ts';
import { readMiniCartRoute } from './mini-cart.ts';
import { readCartRoute } from './read-cart.ts';
import { calculateShippingRoute, setShippingMethodRoute } from './shipping/shipping.ts';
import { calculateCartRoute, readTotalsRoute } from './totals/totals.ts';
import { updateCartRoute } from './update/update.ts';

/**
 * Routes of `/v2/cart` that send one command to the cart service or read the cart. The first
 * matching route answers.
 */
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
