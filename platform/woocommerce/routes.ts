import { pluginsFile } from './plugins.ts';
import type { ShopCollection } from './send.ts';

/** Query of all lists. Records are sorted by id, so that records that are added meanwhile come last. */
export const sorted = { context: 'edit', orderby: 'id', order: 'asc' };

/** Maximum number of requests to a shop at once, which also serves customers. */
export const requestsAtOnce = 3;

/** How records are requested, and the file of the import that has them. */
export interface Route {
  readonly file: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Statuses that mean that the shop does not have the records, or does not show them to the key pair. */
  readonly none?: readonly number[];
}

/** The collections whose records can be requested by their ids. */
export const recordRoutes = {
  categories: { file: 'categories.json', path: 'wc/v3/products/categories' },
  tags: { file: 'tags.json', path: 'wc/v3/products/tags' },
  brands: { file: 'brands.json', path: 'wc/v3/products/brands', none: [404] },
  shippingClasses: { file: 'shipping-classes.json', path: 'wc/v3/products/shipping_classes' },
  products: { file: 'products.json', path: 'wc/v3/products', query: { status: 'any' } },
  reviews: { file: 'reviews.json', path: 'wc/v3/products/reviews', query: { status: 'all' } },
  coupons: { file: 'coupons.json', path: 'wc/v3/coupons' },
  customers: { file: 'customers.json', path: 'wc/v3/customers' },
} as const satisfies Partial<Record<ShopCollection, Route>>;

export const taxesRoute: Route = { file: 'taxes.json', path: 'wc/v3/taxes' };
export const attributesRoute: Route = { file: 'attributes.json', path: 'wc/v3/products/attributes' };
export const zonesRoute: Route = { file: 'shipping-zones.json', path: 'wc/v3/shipping/zones' };

/** The settings of a shop, each with a single request. */
export const settingsRoutes: readonly Route[] = [
  { file: 'settings-general.json', path: 'wc/v3/settings/general' },
  { file: 'settings-products.json', path: 'wc/v3/settings/products' },
  { file: 'settings-tax.json', path: 'wc/v3/settings/tax' },
  { file: 'settings-shipping.json', path: 'wc/v3/settings/shipping', none: [404] },
];

/** The active plugins, the version of WooCommerce and the language of the shop. Not every key pair may read them. */
export const statusRoute = {
  file: pluginsFile,
  path: 'wc/v3/system_status?_fields=active_plugins,environment.version,environment.language',
  none: [401, 403, 404],
} as const satisfies Route;

export const siteQuery = '?_fields=name,description,url,home,gmt_offset,timezone_string';
