import { z } from 'zod';
import { PlainFacts } from './catalogue.ts';
import { ProductRecord } from './catalogue-import.ts';
import { operation } from './operation.ts';
import { ShopUnits } from './product.ts';
import { Category } from './terms.ts';

const reference = z.string().min(1).max(200);

/** Product types that can be created alone. Variable products come from an import, with their variations. */
export const NewProductType = z.enum(['simple', 'external', 'grouped']);

/** A new product as an administrator describes it. The service adds id, slug, link and times. */
export const NewProduct = ProductRecord.pick({
  name: true,
  sku: true,
  status: true,
  description: true,
  shortDescription: true,
  prices: true,
  stock: true,
  virtual: true,
  weight: true,
  taxClass: true,
  externalUrl: true,
  buttonText: true,
  groupedIds: true,
}).extend({
  name: z.string().trim().min(1).max(1_000),
  type: NewProductType,
  /** Ids or slugs. */
  categories: z.array(reference).max(100),
});
export type NewProduct = z.infer<typeof NewProduct>;

/**
 * Creates a product. Refusals: `service_term_invalid` for an unknown category; `service_invalid_request` for a SKU in use
 * and a sale price at or above the regular price.
 */
export const createProduct = operation('catalogue.create-product', {
  summary: 'Creates a product',
  access: 'operator',
  effect: 'write',
  request: z.object({ product: NewProduct }),
  reply: z.object({ product: PlainFacts, units: ShopUnits, number: z.int().min(0) }),
});

/**
 * Deletes a product with its variations, or a variation, by id or SKU. Carts remove it with a notice.
 *
 * Refusals: `service_product_invalid_id`, `service_unknown_product_id`.
 */
export const deleteProduct = operation('catalogue.delete-product', {
  summary: 'Deletes a product with its variations, or a variation',
  access: 'operator',
  effect: 'write',
  request: z.object({ reference }),
  reply: z.object({ product: PlainFacts, variations: z.int().min(0) }),
});

/**
 * Creates a category. An empty `slug` is derived from the name. Refusals: `service_term_invalid` for an unknown parent;
 * `service_invalid_request` for a slug in use.
 */
export const createCategory = operation('catalogue.create-category', {
  summary: 'Creates a category',
  access: 'operator',
  effect: 'write',
  request: z.object({
    category: Category.pick({ slug: true, description: true, menuOrder: true, display: true }).extend({
      name: z.string().trim().min(1).max(1_000),
      /** Id or slug; empty at the top. */
      parent: z.string().max(200),
    }),
  }),
  reply: z.object({ category: Category, number: z.int().min(0) }),
});

/** Maximum number of products of a deleted category: their ids must fit into one message. */
export const maxUncategorised = 10_000;

/**
 * Deletes a category by id or slug: its products stay without it, and the categories below it move up. Refusals:
 * `service_term_invalid`; `service_invalid_request` when more than 10,000 products are in it.
 */
export const deleteCategory = operation('catalogue.delete-category', {
  summary: 'Deletes a category, and removes it from its products',
  access: 'operator',
  effect: 'write',
  request: z.object({ reference }),
  reply: z.object({ category: Category, products: z.int().min(0), moved: z.int().min(0) }),
});
