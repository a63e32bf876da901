import type { Route } from '../../http/route.ts';
import { addItemRouteV1 } from './add-item.ts';
import { applyCouponRouteV1, readCouponsRouteV1, removeCouponRouteV1 } from './coupons.ts';
import { addFeeRouteV1, calculateFeesRouteV1, readFeesRouteV1, removeFeesRouteV1 } from './fees.ts';
import { readCartByKeyRouteV1, readCartRouteV1, readCustomersCartRouteV1 } from './get-cart.ts';
import { removeItemRouteV1, restoreItemRouteV1, updateItemRouteV1 } from './item.ts';
import {
  countItemsRouteV1,
  readCrossSellsRouteV1,
  readQuantitiesRouteV1,
  readRemovedItemsRouteV1,
  readWeightRouteV1,
} from './parts.ts';
import {
  calculateShippingRouteV1,
  readShippingMethodsRouteV1,
  setShippingMethodRouteV1,
} from './shipping.ts';
import { totalPartRoutesV1 } from './total-parts.ts';
import { calculateCartRouteV1, clearCartRouteV1, readTotalsRouteV1 } from './whole-cart.ts';

/** The v1 routes of the cart, its members and its charges. */
export const cartRoutesV1: readonly Route[] = [
  readCartRouteV1,
  readCartByKeyRouteV1,
  readCustomersCartRouteV1,
  addItemRouteV1,
  restoreItemRouteV1,
  updateItemRouteV1,
  removeItemRouteV1,
  countItemsRouteV1,
  clearCartRouteV1,
  calculateCartRouteV1,
  readTotalsRouteV1,
  readRemovedItemsRouteV1,
  readCrossSellsRouteV1,
  readQuantitiesRouteV1,
  readWeightRouteV1,
  readCouponsRouteV1,
  applyCouponRouteV1,
  removeCouponRouteV1,
  readFeesRouteV1,
  addFeeRouteV1,
  removeFeesRouteV1,
  calculateFeesRouteV1,
  readShippingMethodsRouteV1,
  setShippingMethodRouteV1,
  calculateShippingRouteV1,
  ...totalPartRoutesV1,
];
