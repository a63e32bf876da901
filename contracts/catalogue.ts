import { z } from 'zod';
import { Audience } from './audience.ts';
import { operation } from './operation.ts';
import {
  AsOf,
  ChosenAttribute,
  Dimensions,
  HoldsUntil,
  Product,
  ProductAttribute,
  ProductStatus,
  SellableType,
  ShopUnits,
  Stock,
} from './product.ts';
import { Review } from './reviews.ts';

/**
 * A published product or variation by id, SKU or slug, tried in this order, as the audience of the caller's claim
 * sees it, read as one snapshot. `by` restricts the reference to an id. `reviews` are approved reviews, newest first,
 * on request.
 *
 * Refusals: `service_product_invalid_id` if a number matches nothing published, `service_unknown_product_id` if a
 * text is neither a SKU nor a slug.
 */
export const readProduct = operation('catalogue.read-product', {
  summary: 'One product by id, SKU or slug',
  access: 'caller',
  effect: 'read',
  askedBy: ['gateway', 'cli'],
  request: z.object({
    reference: z.string().min(1).max(200),
    by: z.enum(['id', 'any']).default('any'),
    reviews: z.boolean().default(false),
  }),
  reply: z.object({
    product: Product,
    reviews: z.array(Review),
    units: ShopUnits,
    /**
     * Ids of all products that the answer shows, or would show to a caller with more rights. Changes of other products
     * do not affect it.
     */
    madeOf: z.array(z.int()),
    holdsUntil: HoldsUntil,
    asOf: AsOf,
  }),
});

/** Choices before a purchase: a variation of a product, or products of a group. */
export const ProductChoices = z.object({
  /** Attributes that distinguish variations, in the product's order. */
  attributes: z.array(ProductAttribute.pick({ key: true, name: true, options: true })),
  /** Published variations in the shop's order, each with attribute key to option slug; empty for any option. */
  variations: z.array(z.object({ id: z.int(), attributes: z.record(z.string(), z.string()) })),
  /** Products of a group, including those that cannot be bought. */
  groupedIds: z.array(z.int()),
});
export type ProductChoices = z.infer<typeof ProductChoices>;

/** Current facts about a product for carts. Amounts are in minor units. */
export const PlainFacts = z.object({
  /** The product's own id, or the variation's. */
  id: z.int().positive(),
  /** 0 for a product, the variable product's id for a variation. */
  parentId: z.int().min(0),
  type: SellableType,
  status: ProductStatus,
  name: z.string(),
  /** The parent's name for a variation, else `name`. */
  title: z.string(),
  /** The parent's slug for a variation. */
  slug: z.string(),
  permalink: z.string(),
  sku: z.string(),
  price: z.int().nullable(),
  regular: z.int().nullable(),
  sale: z.int().nullable(),
  onSale: z.boolean(),
  purchasable: z.boolean(),
  stock: Stock,
  /** The id that holds the stock: the parent's id for a variation that shares its parent's stock. */
  stockUnit: z.int().positive(),
  soldIndividually: z.boolean(),
  minPurchase: z.int().min(1),
  maxPurchase: z.int().min(-1),
  taxable: z.boolean(),
  taxClass: z.string(),
  shippingRequired: z.boolean(),
  /** Whether it makes shipping taxable: it is shipped, and it or its shipping is taxed. */
  shippingTaxable: z.boolean(),
  /** Slug and id of the shipping class; empty and 0 for none. */
  shippingClass: z.string(),
  shippingClassId: z.int().min(0),
  weight: z.string(),
  dimensions: Dimensions,
  thumbnail: z.string(),
  /** Its categories and all their ancestors. */
  categoryIds: z.array(z.int()),
  crossSellIds: z.array(z.int()),
  attributes: z.array(ChosenAttribute),
  holdsUntil: HoldsUntil,
});
export type PlainFacts = z.infer<typeof PlainFacts>;

/** Facts about a product for carts. */
export const ProductFacts = PlainFacts.extend({
  /** For variable and grouped products; null for others. */
  choices: ProductChoices.nullable(),
});
export type ProductFacts = z.infer<typeof ProductFacts>;

/**
 * Facts of up to 200 products or variations by id or SKU, in the given order, as the given audience sees them; null
 * for a reference that the audience cannot see. Products of every status are included. If one message cannot hold all
 * facts, the reply has the first ones, at least one; request the rest again.
 */
export const readFacts = operation('catalogue.read-facts', {
  summary: 'Facts about several products for carts',
  access: 'caller',
  effect: 'read',
  askedBy: ['cart'],
  request: z.object({
    references: z.array(z.string().min(1).max(100)).min(1).max(200),
    /** The audience of prices and products. */
    audience: Audience.default('public'),
  }),
  reply: z.object({ facts: z.array(ProductFacts.nullable()), asOf: AsOf }),
});

/** Number of the catalogue's last change, for subscribers of the feed `catalogue` that start or missed a message. */
export const readCatalogueNumber = operation('catalogue.read-number', {
  summary: "Number of the catalogue's last change",
  access: 'caller',
  effect: 'read',
  askedBy: ['gateway', 'cart', 'cli'],
  request: z.object({}),
  reply: z.object({ number: z.int().min(0) }),
});
