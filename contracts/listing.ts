import { z } from 'zod';
import { operation } from './operation.ts';
import {
  AsOf,
  AttributePlace,
  HoldsUntil,
  Product,
  ProductStatus,
  SellableType,
  ShopUnits,
  StockStatus,
  TermReference,
  Variation,
  Visibility,
} from './product.ts';
import { Review } from './reviews.ts';

/** A date and time without offset, `YYYY-MM-DDTHH:mm:ss`, of the shop's clock or in UTC. Bounds leave it out itself. */
const DateBound = z
  .object({ at: z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/), utc: z.boolean() })
  .nullable()
  .default(null);
export type DateBound = z.infer<typeof DateBound>;

const Operator = z.enum(['in', 'not_in', 'and']);

/** Terms by id or slug: any of them, none of them, or all of them. */
const TermFilter = z.object({ terms: z.array(z.string().max(200)).min(1).max(100), operator: Operator });
export type TermFilter = z.infer<typeof TermFilter>;
const termFilter = TermFilter.nullable().default(null);

/** Terms of an attribute, which is named by its slug, `pa_colour`. */
const AttributeFilter = TermFilter.extend({ attribute: z.string().max(200) });
export type AttributeFilter = z.infer<typeof AttributeFilter>;

/**
 * By what a list is sorted. Each ends in the id, so that no two pages overlap. `relevance` needs a search; `random`
 * is the same for one `seed`; `price` is the lowest price ascending and the highest descending.
 */
export const OrderBy = z.enum([
  'date',
  'id',
  'include',
  'title',
  'slug',
  'price',
  'sales',
  'rating',
  'menuOrder',
  'relevance',
  'random',
  'stock',
  'reviewCount',
  'onSaleFirst',
  'featuredFirst',
]);
export type OrderBy = z.infer<typeof OrderBy>;

const ids = z.array(z.int()).max(1_000).default([]);
const flag = z.boolean().nullable().default(null);
/** An amount in major units as decimal text, since only the catalogue knows the currency. */
const bound = z
  .string()
  .regex(/^\d{1,12}(\.\d{1,6})?$/)
  .nullable()
  .default(null);

/** Which products or variations, in which order, which page of them. Empty lists and null mean "whatever". */
export const ListQuery = z.object({
  page: z.int().min(1).default(1),
  perPage: z.int().min(1).max(100).default(10),
  /** Replaces what `page` would skip. */
  offset: z.int().min(0).nullable().default(null),
  direction: z.enum(['asc', 'desc']).default('desc'),
  orderBy: OrderBy.default('date'),
  /** Of `random`: the same text gives the same order; empty for one that changes by the hour. */
  seed: z.string().max(64).default(''),
  /** Every word must be in the name, the SKU or the texts. */
  search: z.string().max(200).default(''),
  slugs: z.array(z.string().max(200)).max(100).default([]),
  skus: z.array(z.string().max(100)).max(100).default([]),
  globalUniqueId: z.string().max(100).default(''),
  include: ids,
  exclude: ids,
  parents: ids,
  parentsExcluded: ids,
  /** Everything but variations when empty. */
  types: z.array(SellableType).max(5).default([]),
  typesExcluded: z.array(SellableType).max(5).default([]),
  /**
   * Only callers who may read as managers do see others than what is published
   * (docs/reference/catalogue.md#who-sees-what).
   */
  statuses: z.array(ProductStatus).max(6).default(['publish']),
  /** Takes the categories below along. */
  categories: termFilter,
  tags: termFilter,
  brands: termFilter,
  attributes: z.array(AttributeFilter).max(20).default([]),
  /** Whether all of `attributes` must hold, or any. */
  attributeRelation: z.enum(['and', 'in']).default('and'),
  /** Ids or slugs. */
  shippingClasses: z.array(z.string().max(200)).max(100).default([]),
  taxClass: z.string().max(200).nullable().default(null),
  featured: flag,
  onSale: flag,
  virtual: flag,
  /** Leaves out what costs nothing. */
  hideFree: z.boolean().default(false),
  /** Both bounds belong to the range; a product of several prices is in it with any of them. */
  minPrice: bound,
  maxPrice: bound,
  stockStatuses: z.array(StockStatus).max(3).default([]),
  /** Mean ratings rounded to whole stars. No product has 6. */
  ratings: z.array(z.int().min(1).max(6)).max(6).default([]),
  /** `visible` is what is in the catalogue and in searches; `catalog` and `search` what is at least in that one. */
  visibility: z.enum(['any', ...Visibility.options]).default('visible'),
  after: DateBound,
  before: DateBound,
  modifiedAfter: DateBound,
  modifiedBefore: DateBound,
});
export type ListQuery = z.infer<typeof ListQuery>;

/** What an entry of a list shows beside the product itself. */
const Shows = z.object({ variations: z.boolean().default(false), reviews: z.boolean().default(false) });

/** A product of a list. `reviews` is empty unless asked for. */
export const ListedProduct = z.object({ product: Product, reviews: z.array(Review) });
export type ListedProduct = z.infer<typeof ListedProduct>;

/** Products that fit into one message, in the order asked for; `left` are those to be asked for by another. */
const Portion = z.object({
  entries: z.array(ListedProduct),
  left: z.array(z.int()),
  units: ShopUnits,
  holdsUntil: HoldsUntil,
  asOf: AsOf,
});

/**
 * A page of products, as the audience of the caller's claim sees them. A page past the end is empty: whether that is an
 * error, the caller knows by `total`.
 */
export const listProducts = operation('catalogue.list-products', {
  summary: 'Products by filters, sorted, page by page',
  access: 'caller',
  effect: 'read',
  request: z.object({ query: ListQuery, shows: Shows.prefault({}) }),
  reply: Portion.extend({ total: z.int().min(0) }),
});

/** Published products by id, in the order asked for: what was left of a list. What is gone meanwhile is left out. */
export const readProducts = operation('catalogue.read-products', {
  summary: 'Products by id, many at once',
  access: 'caller',
  effect: 'read',
  request: z.object({
    ids: z.array(z.int().positive()).min(1).max(100),
    shows: Shows.prefault({}),
  }),
  reply: Portion,
});

/** What variations take from their product to be shown. */
const VariationsParent = z.object({
  id: z.int().min(0),
  categories: z.array(TermReference),
  tags: z.array(TermReference),
  attributes: z.array(AttributePlace).default([]),
});

/**
 * A page of the variations of a product; `parents`, `types` and `visibility` of the query are given by it. Empty when
 * it has none.
 */
export const listVariations = operation('catalogue.list-variations', {
  summary: 'Variations of a product by filters, sorted, page by page',
  access: 'caller',
  effect: 'read',
  request: z.object({ productId: z.int().min(0), query: ListQuery }),
  reply: z.object({
    variations: z.array(Variation),
    parent: VariationsParent,
    total: z.int().min(0),
    units: ShopUnits,
    holdsUntil: HoldsUntil,
    asOf: AsOf,
  }),
});

/** One variation of a product. Refusals: `service_product_variation_invalid_id`, also for another product's. */
export const readVariation = operation('catalogue.read-variation', {
  summary: 'One variation of a product',
  access: 'caller',
  effect: 'read',
  request: z.object({
    productId: z.int().min(0),
    variationId: z.int().min(0),
  }),
  reply: z.object({
    variation: Variation,
    parent: VariationsParent,
    units: ShopUnits,
    holdsUntil: HoldsUntil,
    asOf: AsOf,
  }),
});
