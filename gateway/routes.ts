import type { Route } from './http/route.ts';
import { addItemRoute, readCartRoute } from './v2/cart-routes.ts';
import { readProductRoute } from './v2/product-routes.ts';

/** Every route of the interface; each is served on every mount. Of two that match, the first answers. */
export const routes: readonly Route[] = [readProductRoute, readCartRoute, addItemRoute];
