import { z } from 'zod';
import { PlainFacts } from './catalogue.ts';
import { operation } from './operation.ts';
import { ProductRecord, ShopUnits } from './product.ts';
import { Category } from './terms.ts';

const reference = z.string().min(1).max(200);

/**
 * Types of products that an operator can create. Variable products can only be imported, because they need
 * variations.
 */
export const NewProductType = z.enum(['simple', 'external', 'grouped']);

/** A new product as an operator describes it. The catalogue adds the id, slug, link and times. */
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
  /** Ids or slugs of the product's categories. */
  categories: z.array(reference).max(100),
});
export type NewProduct = z.infer<typeof NewProduct>;

/**
 * Creates a product. Refusals: `service_term_invalid` for an unknown category, `service_invalid_request`
 * for a SKU that another product has, or for a sale price that is not below the regular price.
 */
export const createProduct = operation('catalogue.create-product', {
  summary: 'Creates a product',
  access: 'operator',
  effect: 'write',
  request: z.object({ product: NewProduct }),
  reply: z.object({ product: PlainFacts, units: ShopUnits, number: z.int().min(0) }),
});

/**
 * Deletes a product with its variations, or one variation, by id or SKU. Carts then lose the lines with the
 * product, and the shopper gets a notice.
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
 * Creates a category. If `slug` is empty, the catalogue makes the slug from the name. Refusals: `service_term_invalid`
 * for an unknown parent, `service_invalid_request` for a slug that another category has.
 */
export const createCategory = operation('catalogue.create-category', {
  summary: 'Creates a category',
  access: 'operator',
  effect: 'write',
  request: z.object({
    category: Category.pick({ slug: true, description: true, menuOrder: true, display: true }).extend({
      name: z.string().trim().min(1).max(1_000),
      /** Id or slug of the parent category; empty for a category at the top level. */
      parent: z.string().max(200),
    }),
  }),
  reply: z.object({ category: Category, number: z.int().min(0) }),
});

/**
 * Maximum number of products in a category. A category with more products cannot be deleted, because the ids of all
 * its products must fit into one message.
 */
export const maxProductsOfDeletedCategory = 10_000;

/**
 * Deletes the category with this id or slug. Its products stay, and its child categories move up one level.
 * Refusals: `service_term_invalid` for an unknown category, `service_invalid_request` for a category with
 * more than 10,000 products.
 */
export const deleteCategory = operation('catalogue.delete-category', {
  summary: 'Deletes a category, and removes it from its products',
  access: 'operator',
  effect: 'write',
  request: z.object({ reference }),
  reply: z.object({ category: Category, products: z.int().min(0), moved: z.int().min(0) }),
});
