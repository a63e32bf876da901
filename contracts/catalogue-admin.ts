import { z } from 'zod';
import { PlainFacts } from './catalogue.ts';
import { ListQuery } from './listing.ts';
import { operation } from './operation.ts';
import { maxRoles, Product, ProductStatus, Reservation, RolePrice, ShopTime, ShopUnits } from './product.ts';

/** Returns products and variations of any status by list filters, in short form, for managers. */
export const findProducts = operation('catalogue.find-products', {
  summary: 'Products of any status by filters, in short',
  access: 'operator',
  effect: 'read',
  request: z.object({ query: ListQuery }),
  reply: z.object({ products: z.array(PlainFacts), total: z.int().min(0), units: ShopUnits }),
});

/**
 * Returns a complete product or variation of any status.
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
 * Changes by an administrator between imports. Absent members stay unchanged. Amounts are in minor units; null removes
 * the price. `stock` turns stock counting on; null turns it off. `rolePrices` replace the prices of the roles they
 * contain; a null regular price removes them.
 */
export const ProductChange = z.object({
  regular: z.int().min(0).nullable().optional(),
  sale: z.int().min(0).nullable().optional(),
  saleFrom: ShopTime.nullable().optional(),
  saleTo: ShopTime.nullable().optional(),
  stock: z.int().min(-1_000_000_000).max(1_000_000_000).nullable().optional(),
  status: ProductStatus.optional(),
  rolePrices: z.array(RolePrice).max(maxRoles).optional(),
  visibleTo: Reservation.shape.visibleTo.optional(),
});
export type ProductChange = z.infer<typeof ProductChange>;

/**
 * Changes price, stock or status of a product or variation, by id or SKU. The change is visible everywhere within a
 * second.
 *
 * Refusals: `service_product_invalid_id`, `service_unknown_product_id`; `service_invalid_request` for a price of a
 * product without its own price (variable, grouped), for a sale price at or above the regular price, and for a role
 * that the shop does not have.
 */
export const setProduct = operation('catalogue.set-product', {
  summary: 'Changes price, stock or status of a product or variation',
  access: 'operator',
  effect: 'write',
  request: z.object({ reference: z.string().min(1).max(200), change: ProductChange }),
  reply: z.object({ product: PlainFacts, units: ShopUnits, number: z.int().min(0) }),
});
