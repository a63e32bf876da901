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
 * Returns a published product or variation by id, SKU or slug, tried in this order, as the audience of the caller's
 * claim sees it. All data comes from one snapshot. `by` restricts the reference to an id. `reviews` are approved
 * reviews, newest first, on request.
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
     * do not affect the answer.
     */
    madeOf: z.array(z.int()),
    holdsUntil: HoldsUntil,
    asOf: AsOf,
  }),
});

/** Data from which a shopper chooses before a purchase: a variation of a product, or products of a group. */
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
  /** Id of the product or variation that has the stock: the parent's id for a variation that shares its stock. */
  stockUnit: z.int().positive(),
  soldIndividually: z.boolean(),
  minPurchase: z.int().min(1),
  maxPurchase: z.int().min(-1),
  taxable: z.boolean(),
  taxClass: z.string(),
  shippingRequired: z.boolean(),
  /** Whether the product makes shipping taxable: it is shipped, and the product or its shipping is taxed. */
  shippingTaxable: z.boolean(),
  /** Slug and id of the shipping class; empty and 0 for none. */
  shippingClass: z.string(),
  shippingClassId: z.int().min(0),
  weight: z.string(),
  dimensions: Dimensions,
  thumbnail: z.string(),
  /** The product's categories and all their ancestors. */
  categoryIds: z.array(z.int()),
  crossSellIds: z.array(z.int()),
  attributes: z.array(ChosenAttribute),
  holdsUntil: HoldsUntil,
});
export type PlainFacts = z.infer<typeof PlainFacts>;

/** Facts about a product, with the choices before its purchase. */
export const ProductFacts = PlainFacts.extend({
  /** For variable and grouped products; null for others. */
  choices: ProductChoices.nullable(),
});
export type ProductFacts = z.infer<typeof ProductFacts>;

/**
 * Returns facts about up to 200 products or variations by id or SKU, in the given order, as the given audience sees
 * them; null for a product that the audience cannot see. Products of every status are included. If one message cannot
 * hold all facts, the reply has the first ones, at least one; the caller requests the others again.
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

/**
 * Returns the number of the catalogue's last change. Subscribers of its feed need it at their start and after a gap.
 */
export const readCatalogueNumber = operation('catalogue.read-number', {
  summary: "Number of the catalogue's last change",
  access: 'caller',
  effect: 'read',
  askedBy: ['gateway', 'cart', 'cli'],
  request: z.object({}),
  reply: z.object({ number: z.int().min(0) }),
});
