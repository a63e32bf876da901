import { z } from 'zod';
import { PlainFacts } from './catalogue.ts';
import { ListQuery } from './listing.ts';
import { operation } from './operation.ts';
import { mostRoles, Product, ProductStatus, Reservation, RolePrice, ShopTime, ShopUnits } from './product.ts';

/** Products and variations of any status by the filters of a list, in short, for those who look after the shop. */
export const findProducts = operation('catalogue.find-products', {
  summary: 'Products of any status by filters, in short',
  access: 'operator',
  effect: 'read',
  request: z.object({ query: ListQuery }),
  reply: z.object({ products: z.array(PlainFacts), total: z.int().min(0), units: ShopUnits }),
});

/**
 * A product or variation of any status, whole.
 *
 * Refusals: `service_product_invalid_id`, `service_unknown_product_id`.
 */
export const inspectProduct = operation('catalogue.inspect-product', {
  summary: 'One product or variation of any status',
  access: 'operator',
  effect: 'read',
  request: z.object({ reference: z.string().min(1).max(200) }),
  reply: z.object({ product: Product, reservation: Reservation, units: ShopUnits }),
});

/**
 * What an administrator changes between imports. An absent member stays as it is. Amounts in minor units; null takes
 * the price away. `stock` counts from then on; null ceases to count. `rolePrices` are those to be changed, each in
 * place of the role's former ones; a regular price of null takes them away.
 */
export const ProductChange = z.object({
  regular: z.int().min(0).nullable().optional(),
  sale: z.int().min(0).nullable().optional(),
  saleFrom: ShopTime.nullable().optional(),
  saleTo: ShopTime.nullable().optional(),
  stock: z.int().min(-1_000_000_000).max(1_000_000_000).nullable().optional(),
  status: ProductStatus.optional(),
  rolePrices: z.array(RolePrice).max(mostRoles).optional(),
  visibleTo: Reservation.shape.visibleTo.optional(),
});
export type ProductChange = z.infer<typeof ProductChange>;

/**
 * Changes price, stock or status of a product or a variation, by id or SKU. Everybody sees it within a second.
 *
 * Refusals: `service_product_invalid_id`, `service_unknown_product_id`; `service_invalid_request` for a price of a
 * product that has none of its own (variable, grouped), for a sale price that is not below the regular one, and for a
 * role that the shop does not have.
 */
export const setProduct = operation('catalogue.set-product', {
  summary: 'Changes price, stock or status of a product or variation',
  access: 'operator',
  effect: 'write',
  request: z.object({ reference: z.string().min(1).max(200), change: ProductChange }),
  reply: z.object({ product: PlainFacts, units: ShopUnits, number: z.int().min(0) }),
});
