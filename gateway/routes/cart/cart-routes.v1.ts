import type { Route } from '../../routing/route.ts';
import { applyCouponRouteV1, readCouponsRouteV1, removeCouponRouteV1 } from './coupons/coupons.v1.ts';
import { readCrossSellsRouteV1 } from './cross-sells.v1.ts';
import { addFeeRouteV1, calculateFeesRouteV1, readFeesRouteV1, removeFeesRouteV1 } from './fees/fees.v1.ts';
import { readCartByKeyRouteV1, readCartRouteV1, readCustomersCartRouteV1 } from './get-cart.v1.ts';
import { addItemRouteV1 } from './items/add-item.v1.ts';
import { countItemsRouteV1 } from './items/count-items.v1.ts';
import { removeItemRouteV1, restoreItemRouteV1, updateItemRouteV1 } from './items/item.v1.ts';
import { readQuantitiesRouteV1 } from './items/quantities.v1.ts';
import { readRemovedItemsRouteV1 } from './items/removed-items.v1.ts';
import {
  calculateShippingRouteV1,
  readShippingMethodsRouteV1,
  setShippingMethodRouteV1,
} from './shipping/shipping.v1.ts';
import { totalPartRoutesV1 } from './totals/total-parts.v1.ts';
import { calculateCartRouteV1, clearCartRouteV1, readTotalsRouteV1 } from './totals/totals.v1.ts';
import { readWeightRouteV1 } from './totals/weight.v1.ts';

/** The v1 routes of the cart, of its parts and of its coupons, fees and shipping. */
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
