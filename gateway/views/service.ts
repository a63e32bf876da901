import { views as cartViews } from './service/cart.ts';
import { productViews } from './service/product.ts';
import { viewsV1 } from './service/product-v1.ts';
import { accountViews } from './shared/accounts.ts';
import { batchViews } from './shared/batch.ts';
import { cartV1Views } from './shared/cart-v1.ts';
import { checkoutViews } from './shared/checkouts.ts';
import type { Dialect } from './shared/dialect.ts';
import { facetViews } from './shared/facets.ts';
import { reviewViews } from './shared/reviews.ts';
import { storeViews } from './shared/store.ts';
import { termViews } from './shared/terms.ts';

const views = {
  ...productViews,
  ...viewsV1,
  ...termViews({ name: (name) => name, picture: ({ full }) => full }),
  ...facetViews((name) => name),
  ...reviewViews,
  ...storeViews,
  ...accountViews,
  ...checkoutViews,
  ...cartViews,
  ...cartV1Views,
  ...batchViews(cartViews.cartV2.schema),
};

/** The dialect of the root mount (docs/reference/README.md#dialects). */
export const service: Dialect = {
  name: 'service',
  errorCode: (code) => code,
  invalidParameters: 'explained',
  views,
  unwantedPrice: 'refused',
  missingNamespace: 'refused',
  unknownFilters: 'refused',
  variationsInLists: 'asked',
  priceOrder: 'byDirection',
  headers: 'own',
  tokens: 'everywhere',
  logoutEnds: 'this',
  chosenKeys: false,
  missingToken: 'refused',
  cartOfPairs: 'guest',
  anonymousLogout: false,
  anonymousManager: 'service_rest_not_authorized',
  addItemsTakes: 'groups',
  badQuantity: 405,
  directionV1: 'asked',
  emptyTotals: 'refused',
};
