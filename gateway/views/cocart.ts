import { views as cartViews } from './cocart/cart.ts';
import { cartV1Views } from './cocart/cart-v1.ts';
import { sizeAddress } from './cocart/pictures.ts';
import { productViews, termName } from './cocart/product.ts';
import { viewsV1 } from './cocart/product-v1.ts';
import { accountViews } from './shared/accounts.ts';
import { batchViews } from './shared/batch.ts';
import { cartV1Views as sharedCartV1Views } from './shared/cart-v1.ts';
import { checkoutViews } from './shared/checkouts.ts';
import type { Dialect } from './shared/dialect.ts';
import { facetViews } from './shared/facets.ts';
import { reviewViews } from './shared/reviews.ts';
import { cocartStoreViews } from './shared/store.ts';
import { termViews } from './shared/terms.ts';

/** In v2, pictures of categories and brands have the size in which lists show them. */
const views = {
  ...productViews,
  ...viewsV1,
  ...termViews({
    name: termName,
    picture: (image, version) =>
      version === 'v2' ? sizeAddress(image, 'woocommerce_thumbnail') : image.full,
  }),
  ...facetViews(termName),
  ...reviewViews,
  ...cocartStoreViews,
  ...accountViews,
  ...checkoutViews,
  ...cartViews,
  ...sharedCartV1Views,
  ...cartV1Views,
  ...batchViews(cartViews.cartV2.schema),
};

/** The dialect of CoCart 4.x, which CoCart's SDKs and storefronts use (docs/reference/README.md#dialects). */
export const cocart: Dialect = {
  name: 'cocart',
  errorCode: (code) => code.replace(/^service_/, 'cocart_'),
  invalidParameters: 'named',
  views,
  unwantedPrice: 'ignored',
  missingNamespace: 'inferred',
  unknownFilters: 'ignored',
  variationsInLists: 'always',
  priceOrder: 'alwaysLowest',
  headers: 'wordpress',
  tokens: 'own',
  logoutEnds: 'all',
  chosenKeys: true,
  missingToken: 'ignored',
  cartOfPairs: 'person',
  anonymousLogout: true,
  anonymousManager: 'service_rest_cannot_view',
  addItemsTakes: 'products',
  badQuantity: 400,
  directionV1: 'as-v2',
  emptyTotals: 'shown',
};
