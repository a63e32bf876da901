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

/** An exclusive bound: a date and time `YYYY-MM-DDTHH:mm:ss` without offset, in the shop's time zone or in UTC. */
const DateBound = z
  .object({ at: z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/), utc: z.boolean() })
  .nullable()
  .default(null);
export type DateBound = z.infer<typeof DateBound>;

const Operator = z.enum(['in', 'not_in', 'and']);

/** A filter by terms, named by id or slug. `in` matches any of them, `not_in` none, `and` all. */
const TermFilter = z.object({ terms: z.array(z.string().max(200)).min(1).max(100), operator: Operator });
export type TermFilter = z.infer<typeof TermFilter>;
const termFilter = TermFilter.nullable().default(null);

/** A filter by terms of an attribute. `attribute` is its slug, `pa_colour`. */
const AttributeFilter = TermFilter.extend({ attribute: z.string().max(200) });
export type AttributeFilter = z.infer<typeof AttributeFilter>;

/**
 * Sort orders. Each ends in the id, so that pages never overlap. `relevance` needs a search. `random` is stable for a
 * `seed`. `price` is the lowest price ascending and the highest descending; products without a price are last.
 * `shownPrice` is the lowest price in both directions; products without a price count as free.
 */
export const OrderBy = z.enum([
  'date',
  'id',
  'include',
  'title',
  'slug',
  'price',
  'shownPrice',
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
/** An amount in major units as decimal text, because only the catalogue knows the currency's decimals. */
const bound = z
  .string()
  .regex(/^\d{1,12}(\.\d{1,6})?$/)
  .nullable()
  .default(null);

/** Filters, order and page of a list. Empty lists and null mean no filter. */
export const ListQuery = z.object({
  page: z.int().min(1).default(1),
  perPage: z.int().min(1).max(100).default(10),
  /** Overrides `page`. */
  offset: z.int().min(0).nullable().default(null),
  direction: z.enum(['asc', 'desc']).default('desc'),
  orderBy: OrderBy.default('date'),
  /** For `random`: the same seed gives the same order; an empty seed changes every hour. */
  seed: z.string().max(64).default(''),
  /** Every word must be in the name, the SKU, the slug or the texts. */
  search: z.string().max(200).default(''),
  slugs: z.array(z.string().max(200)).max(100).default([]),
  skus: z.array(z.string().max(100)).max(100).default([]),
  globalUniqueId: z.string().max(100).default(''),
  include: ids,
  exclude: ids,
  parents: ids,
  parentsExcluded: ids,
  /** Empty means all types but variations. */
  types: z.array(SellableType).max(5).default([]),
  typesExcluded: z.array(SellableType).max(5).default([]),
  /** Only managers with read access get other statuses than `publish` (docs/reference/catalogue.md#who-sees-what). */
  statuses: z.array(ProductStatus).max(6).default(['publish']),
  /** Includes descendant categories. */
  categories: termFilter,
  tags: termFilter,
  brands: termFilter,
  attributes: z.array(AttributeFilter).max(20).default([]),
  /** Whether all of `attributes` must match, or any. */
  attributeRelation: z.enum(['and', 'in']).default('and'),
  /** Ids or slugs. */
  shippingClasses: z.array(z.string().max(200)).max(100).default([]),
  taxClass: z.string().max(200).nullable().default(null),
  featured: flag,
  onSale: flag,
  virtual: flag,
  /** Excludes products that cost nothing. */
  hideFree: z.boolean().default(false),
  /** Both bounds are inclusive; a product with several prices matches with any of them. */
  minPrice: bound,
  maxPrice: bound,
  stockStatuses: z.array(StockStatus).max(3).default([]),
  /** Average ratings rounded to whole stars. 6 matches no product. */
  ratings: z.array(z.int().min(1).max(6)).max(6).default([]),
  /** `visible` products are in the catalogue and in search; `catalog` and `search` also match `visible` products. */
  visibility: z.enum(['any', ...Visibility.options]).default('visible'),
  after: DateBound,
  before: DateBound,
  modifiedAfter: DateBound,
  modifiedBefore: DateBound,
});
export type ListQuery = z.infer<typeof ListQuery>;

/** Optional data of a list entry. */
const Shows = z.object({ variations: z.boolean().default(false), reviews: z.boolean().default(false) });

/** A product in a list. `reviews` is empty unless requested. */
export const ListedProduct = z.object({ product: Product, reviews: z.array(Review) });
export type ListedProduct = z.infer<typeof ListedProduct>;

/** Whether a search matched nothing exactly, and the results have similar words. */
export const Similar = z.boolean().default(false);

/** Products that fit into one message, in the given order. The caller requests the ids in `left` separately. */
const Portion = z.object({
  entries: z.array(ListedProduct),
  left: z.array(z.int()),
  units: ShopUnits,
  holdsUntil: HoldsUntil,
  asOf: AsOf,
});

/**
 * Returns a page of products as the audience of the caller's claim sees them. A page past the end is empty; the caller
 * decides by `total` whether that is an error.
 */
export const listProducts = operation('catalogue.list-products', {
  summary: 'Products by filters, sorted, page by page',
  access: 'caller',
  effect: 'read',
  hasEntries: true,
  request: z.object({ query: ListQuery, shows: Shows.prefault({}) }),
  reply: Portion.extend({ total: z.int().min(0), similar: Similar }),
});

/** Returns published products by id, in the given order, that did not fit into a list. Deleted products are absent. */
export const readProducts = operation('catalogue.read-products', {
  summary: 'Products by id, many at once',
  access: 'caller',
  effect: 'read',
  hasEntries: true,
  request: z.object({
    ids: z.array(z.int().positive()).min(1).max(100),
    shows: Shows.prefault({}),
  }),
  reply: Portion,
});

/** Data of a variable product, returned with its variations. */
const VariationsParent = z.object({
  id: z.int().min(0),
  categories: z.array(TermReference),
  tags: z.array(TermReference),
  attributes: z.array(AttributePlace).default([]),
});

/**
 * Returns a page of a product's variations; empty for a product without variations. The operation sets `parents`,
 * `types` and `visibility` of the query itself.
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
    similar: Similar,
    units: ShopUnits,
    holdsUntil: HoldsUntil,
    asOf: AsOf,
  }),
});

/**
 * Returns one variation of a product. Refusals: `service_product_variation_invalid_id`, also for a variation of another
 * product.
 */
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
