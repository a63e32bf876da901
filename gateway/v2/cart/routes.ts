import type { CartRoute } from '../../cart/cart-route.ts';
import { addItemRoute } from './add-item.ts';
import { readCartRoute } from './read-cart.ts';

/** The routes of `/v2/cart` (contract 1.1). Of two that match, the first answers. */
export const cartRoutes: readonly CartRoute[] = [readCartRoute, addItemRoute];
