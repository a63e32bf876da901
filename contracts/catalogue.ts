import { z } from 'zod';
import { Audience } from './audience.ts';
import { ListedProduct } from './listing.ts';
import { operation } from './operation.ts';
import {
  AsOf,
  ChosenAttribute,
  Dimensions,
  HoldsUntil,
  Prices,
  ProductAttribute,
  ProductStatus,
  SellableType,
  ShopUnits,
  Stock,
} from './product.ts';
import { partsReply } from './product-replies.ts';

/**
 * Returns a published product or variation as the audience of the caller's claim sees it, as the only part of the
 * reply. All data are from one snapshot.
 *
 * `reference` is an id, a SKU or a slug, tried in this order. With `by: 'id'`, `reference` must be an id. With
 * `reviews`, the reply has the approved reviews, newest first.
 *
 * Refusals if no published product matches: `service_product_invalid_id` if `reference` is a number, else
 * `service_unknown_product_id`.
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
  reply: partsReply(
    ListedProduct,
    z.object({
      units: ShopUnits,
      /**
       * Ids of all products on which the answer depends, including products that are hidden from the caller. The id of
       * the product itself is the first. Changes of other products do not affect the answer.
       */
      madeOf: z.array(z.int()),
      holdsUntil: HoldsUntil,
      asOf: AsOf,
    }),
  ),
});

/** What a shopper chooses before a purchase: a variation of a variable product, or products of a group. */
export const ProductChoices = z.object({
  /** Attributes that distinguish the variations, in the order in which the product lists the attributes. */
  attributes: z.array(ProductAttribute.pick({ key: true, name: true, options: true })),
  /**
   * Published variations in the order of the shop. `attributes` has the option slug for each attribute key;
   * the slug is empty if the shopper may choose any option.
   */
  variations: z.array(z.object({ id: z.int(), attributes: z.record(z.string(), z.string()) })),
  /** Ids of the products of a group, including products that cannot be bought. */
  groupedIds: z.array(z.int()),
});
export type ProductChoices = z.infer<typeof ProductChoices>;

/** Current facts about a product for carts. Amounts are in minor units. */
export const PlainFacts = z.object({
  /** Id of the product or variation. */
  id: z.int().positive(),
  /** Id of the variable product to which a variation belongs; 0 for a product. */
  parentId: z.int().min(0),
  type: SellableType,
  status: ProductStatus,
  name: z.string(),
  /** For a variation, the name of its product; else the same as `name`. */
  title: z.string(),
  /** Slug of the product; for a variation, the slug of its product. */
  slug: z.string(),
  permalink: z.string(),
  sku: z.string(),
  price: z.int().nullable(),
  regular: z.int().nullable(),
  sale: z.int().nullable(),
  exact: Prices.shape.exact,
  onSale: z.boolean(),
  purchasable: z.boolean(),
  stock: Stock,
  /**
   * Id of the product or variation whose stock is counted. For a variation without its own stock, this is
   * the id of its product.
   */
  stockUnit: z.int().positive(),
  soldIndividually: z.boolean(),
  minPurchase: z.int().min(1),
  maxPurchase: z.int().min(-1),
  taxable: z.boolean(),
  taxClass: z.string(),
  shippingRequired: z.boolean(),
  /**
   * Whether tax applies to the shipping costs of the product: true if the product is shipped, and its tax status is
   * `taxable` or `shipping`.
   */
  shippingTaxable: z.boolean(),
  /** Slug of the shipping class; empty if the product has no shipping class. */
  shippingClass: z.string(),
  /** Id of the shipping class; 0 if the product has no shipping class. */
  shippingClassId: z.int().min(0),
  weight: z.string(),
  dimensions: Dimensions,
  thumbnail: z.string(),
  /** Ids of the product's categories and of all their ancestors. */
  categoryIds: z.array(z.int()),
  crossSellIds: z.array(z.int()),
  attributes: z.array(ChosenAttribute),
  holdsUntil: HoldsUntil,
});
export type PlainFacts = z.infer<typeof PlainFacts>;

/** Facts about a product, with the choices that a shopper has before the purchase. */
export const ProductFacts = PlainFacts.extend({
  /** The choices for a variable or grouped product; null for other products. */
  choices: ProductChoices.nullable(),
});
export type ProductFacts = z.infer<typeof ProductFacts>;

/**
 * Returns the facts about up to 200 products or variations of any status, in the order of `references`, which are ids
 * or SKUs. For a product that the audience cannot see, the list has null.
 *
 * If not all facts fit into one message, the reply has the facts for one or more of the first references. The
 * caller then requests the remaining facts with another message.
 */
export const readFacts = operation('catalogue.read-facts', {
  summary: 'Facts about several products for carts',
  access: 'caller',
  effect: 'read',
  askedBy: ['cart'],
  request: z.object({
    references: z.array(z.string().min(1).max(100)).min(1).max(200),
    /** The audience whose prices and products the facts contain. */
    audience: Audience.default('public'),
  }),
  reply: z.object({ facts: z.array(ProductFacts.nullable()), asOf: AsOf }),
});

/**
 * Returns the number of the catalogue's last change. A subscriber of the feed `catalogue` needs this number
 * after its start and after a missed message.
 */
export const readCatalogueNumber = operation('catalogue.read-number', {
  summary: "Number of the catalogue's last change",
  access: 'caller',
  effect: 'read',
  askedBy: ['gateway', 'cart', 'cli'],
  request: z.object({}),
  reply: z.object({ number: z.int().min(0) }),
});
