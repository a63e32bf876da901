import { z } from 'zod';
import { PlainFacts } from './catalogue.ts';
import { ListQuery } from './listing.ts';
import { operation } from './operation.ts';
import {
  ExactPrices,
  maxRoles,
  Product,
  ProductStatus,
  Reservation,
  RolePrice,
  ShopTime,
  ShopUnits,
} from './product.ts';
import { termKinds } from './terms.ts';

/**
 * Returns the facts about the products and variations that match `query`, not the complete products. The query may
 * ask for any status.
 */
export const findProducts = operation('catalogue.find-products', {
  summary: 'Products of any status by filters, in short',
  access: 'operator',
  effect: 'read',
  request: z.object({ query: ListQuery }),
  reply: z.object({ products: z.array(PlainFacts), total: z.int().min(0), units: ShopUnits }),
});

/**
 * Returns the complete product or variation with this id, SKU or slug, in any status.
 *
 * Refusals for an unknown product: `service_product_invalid_id` if the reference is a number, otherwise
 * `service_unknown_product_id`.
 */
export const inspectProduct = operation('catalogue.inspect-product', {
  summary: 'One product or variation of any status',
  access: 'operator',
  effect: 'read',
  request: z.object({ reference: z.string().min(1).max(200) }),
  reply: z.object({ product: Product, reservation: Reservation, units: ShopUnits }),
});

/**
 * A change of a product by an operator. Members that are absent stay unchanged. Prices are in minor units. A
 * given price loses its exact text unless `exact` has a new one.
 * - A null price removes the price.
 * - A number in `stock` starts stock counting; null ends stock counting.
 * - `rolePrices` has new prices for some roles. The prices of all other roles stay unchanged. If the regular price of
 *   a role is null, the role loses its prices.
 */
export const ProductChange = z.object({
  regular: z.int().min(0).nullable().optional(),
  sale: z.int().min(0).nullable().optional(),
  exact: ExactPrices.optional(),
  saleFrom: ShopTime.nullable().optional(),
  saleTo: ShopTime.nullable().optional(),
  stock: z.int().min(-1_000_000_000).max(1_000_000_000).nullable().optional(),
  status: ProductStatus.optional(),
  rolePrices: z.array(RolePrice).max(maxRoles).optional(),
  visibleTo: Reservation.shape.visibleTo.optional(),
});
export type ProductChange = z.infer<typeof ProductChange>;

/**
 * Changes prices, stock, status or visibility of the product or variation with this id or SKU. All processes
 * use the change within a second.
 *
 * Refusals:
 * - for an unknown product: `service_product_invalid_id` if the reference is a number, otherwise
 *   `service_unknown_product_id`
 * - `service_invalid_request` for a price of a variable or grouped product, which has no price of its own
 * - `service_invalid_request` for a sale price that is not below the regular price
 * - `service_invalid_request` for a role that the shop does not have
 */
export const setProduct = operation('catalogue.set-product', {
  summary: 'Changes price, stock or status of a product or variation',
  access: 'operator',
  effect: 'write',
  request: z.object({ reference: z.string().min(1).max(200), change: ProductChange }),
  reply: z.object({ product: PlainFacts, units: ShopUnits, number: z.int().min(0) }),
});

/** Collections with HTML and addresses. Variations are stored with the products. */
export const CleanedCollection = z.enum(['products', ...termKinds]);

/** The number of records that were rewritten, and the last id that was read; null if all records were read. */
const Cleaned = z.object({ cleaned: z.int().min(0), last: z.int().nullable() });
export type Cleaned = z.infer<typeof Cleaned>;

/**
 * Cleans the HTML, names and addresses of the next hundred stored records with an id above `after`, as every write does.
 * A record that is clean is not written.
 */
export const cleanRecords = operation('catalogue.clean-records', {
  summary: 'Cleans the HTML and addresses of stored products or terms, a hundred at a time',
  access: 'operator',
  effect: 'write',
  request: z.object({ collection: CleanedCollection, after: z.int().min(0) }),
  reply: Cleaned,
});
