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
import { partsReply } from './product-replies.ts';
import { Review } from './reviews.ts';

/**
 * A bound of a filter by time. Entries match before or after this time, never at exactly this time. `at` has
 * the form `YYYY-MM-DDTHH:mm:ss`, in UTC if `utc` is true, else in the shop's time zone.
 */
const DateBound = z
  .object({ at: z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/), utc: z.boolean() })
  .nullable()
  .default(null);
export type DateBound = z.infer<typeof DateBound>;

const Operator = z.enum(['in', 'not_in', 'and']);

/**
 * A filter by terms with these ids or slugs. `in` matches products with at least one of the terms, `not_in`
 * products with none of the terms, and `and` products with all terms.
 */
const TermFilter = z.object({ terms: z.array(z.string().max(200)).min(1).max(100), operator: Operator });
export type TermFilter = z.infer<typeof TermFilter>;
const termFilter = TermFilter.nullable().default(null);

/** A filter by terms of an attribute. `attribute` is the slug of the attribute, such as `pa_colour`. */
const AttributeFilter = TermFilter.extend({ attribute: z.string().max(200) });
export type AttributeFilter = z.infer<typeof AttributeFilter>;

/**
 * Sort orders of lists. Entries that are otherwise equal are sorted by id, so that no entry is on two pages.
 *
 * - `relevance` needs a search.
 * - `random` gives the same order for the same `seed`.
 * - `price` sorts by the lowest price if ascending, by the highest price if descending. Products without a
 *   price are last.
 * - `shownPrice` sorts by the lowest price in both directions. Products without a price count as free.
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
/**
 * An amount in major units, as decimal text. Only the catalogue converts the amount to minor units, because
 * only the catalogue knows the decimals of the currency.
 */
const bound = z
  .string()
  .regex(/^(\d{1,12}(\.\d{0,6})?|\.\d{1,6})$/)
  .nullable()
  .default(null);

/**
 * Filters, sort order and page of a list of products. An empty list or null means that the filter is not
 * used.
 */
export const ListQuery = z.object({
  page: z.int().min(1).default(1),
  perPage: z.int().min(1).max(100).default(10),
  /** Number of entries to skip. If the offset is set, `page` is ignored. */
  offset: z.int().min(0).nullable().default(null),
  direction: z.enum(['asc', 'desc']).default('desc'),
  orderBy: OrderBy.default('date'),
  /** Determines the order for `random`. An empty seed gives a new order every hour. */
  seed: z.string().max(64).default(''),
  /** Words to find. Each word must be in the name, SKU, slug, short description or description of a product. */
  search: z.string().max(200).default(''),
  slugs: z.array(z.string().max(200)).max(100).default([]),
  skus: z.array(z.string().max(100)).max(100).default([]),
  globalUniqueId: z.string().max(100).default(''),
  include: ids,
  exclude: ids,
  parents: ids,
  parentsExcluded: ids,
  /** Types of products to include; empty for all types except variations. */
  types: z.array(SellableType).max(5).default([]),
  typesExcluded: z.array(SellableType).max(5).default([]),
  /**
   * Statuses of products to include. Only managers with read access may set another status than `publish`
   * (docs/reference/catalogue.md#who-sees-what).
   */
  statuses: z.array(ProductStatus).max(6).default(['publish']),
  /** Filter by categories. A category also matches products of its descendants. */
  categories: termFilter,
  tags: termFilter,
  brands: termFilter,
  attributes: z.array(AttributeFilter).max(20).default([]),
  /** Whether products must match all filters in `attributes` (`and`) or at least one filter (`in`). */
  attributeRelation: z.enum(['and', 'in']).default('and'),
  /** Ids or slugs of shipping classes. */
  shippingClasses: z.array(z.string().max(200)).max(100).default([]),
  taxClass: z.string().max(200).nullable().default(null),
  featured: flag,
  onSale: flag,
  virtual: flag,
  /** Whether products that cost nothing are excluded. */
  hideFree: z.boolean().default(false),
  /** Lowest price that matches. A product with several prices matches if one of its prices matches. */
  minPrice: bound,
  /** Highest price that matches. */
  maxPrice: bound,
  stockStatuses: z.array(StockStatus).max(3).default([]),
  /**
   * Average ratings in whole stars. For an impossible rating, such as 9, the gateway sends 6, because no
   * product has the rating 6.
   */
  ratings: z.array(z.int().min(1).max(6)).max(6).default([]),
  /**
   * Selects products by their visibility; `any` selects all products. `catalog` and `search` also select `visible`
   * products, because the shop shows `visible` products both in the catalogue and in searches.
   */
  visibility: z.enum(['any', ...Visibility.options]).default('visible'),
  after: DateBound,
  before: DateBound,
  modifiedAfter: DateBound,
  modifiedBefore: DateBound,
});
export type ListQuery = z.infer<typeof ListQuery>;

/** Whether the reply contains the variations and the reviews of each listed product. */
const Shows = z.object({ variations: z.boolean().default(false), reviews: z.boolean().default(false) });

/** A product in a list. `reviews` is empty if reviews were not requested. */
export const ListedProduct = z.object({ product: Product, reviews: z.array(Review) });
export type ListedProduct = z.infer<typeof ListedProduct>;

/**
 * True if no product matches the search exactly. The results then match similar words, for example words with one wrong
 * letter.
 */
export const Similar = z.boolean().default(false);

/** Currency and units of the shop, and how long and how fresh the data are. */
const Fresh = z.object({ units: ShopUnits, holdsUntil: HoldsUntil, asOf: AsOf });

/**
 * Returns a page of products as the audience of the caller's claim sees them: the ids of the page, and a digest of the
 * JSON of its products. The caller reads the products that it does not have yet with `readProducts`. After the last
 * page, the list is empty; the caller decides with `total` whether an empty list is an error.
 */
export const listProducts = operation('catalogue.list-products', {
  summary: 'Products by filters, sorted, page by page',
  access: 'caller',
  effect: 'read',
  request: z.object({ query: ListQuery, shows: Shows.prefault({}) }),
  reply: Fresh.extend({
    ids: z.array(z.int()),
    /** The digests of the first products: of as many as fit into one message. */
    digests: z.array(z.string()),
    total: z.int().min(0),
    similar: Similar,
    /**
     * The ids of the products whose prices and stock the page shows. Absent if changes of prices or stock of other
     * products could alter the page.
     */
    madeOf: z.array(z.int()).optional(),
  }),
});

/**
 * Returns products as the audience of the caller's claim sees them: the first ones of `ids`, as many as fit into one
 * message. If products no longer exist or are hidden from the caller, `gone` has their ids, and the other products
 * follow each other.
 */
export const readProducts = operation('catalogue.read-products', {
  summary: 'Products by id, many at once',
  access: 'caller',
  effect: 'read',
  request: z.object({
    ids: z.array(z.int().positive()).min(1).max(100),
    shows: Shows.prefault({}),
  }),
  reply: partsReply(ListedProduct, Fresh.extend({ gone: z.array(z.int()) })),
});

/** Data of a variable product, sent together with a list of its variations. */
const VariationsParent = z.object({
  id: z.int().min(0),
  categories: z.array(TermReference),
  tags: z.array(TermReference),
  attributes: z.array(AttributePlace).default([]),
});

/**
 * Returns a page of a product's variations; empty for a product without variations. The operation ignores
 * `parents`, `types`, `typesExcluded` and `visibility` of the query.
 */
export const listVariations = operation('catalogue.list-variations', {
  summary: 'Variations of a product by filters, sorted, page by page',
  access: 'caller',
  effect: 'read',
  request: z.object({ productId: z.int().min(0), query: ListQuery }),
  reply: partsReply(
    Variation,
    Fresh.extend({ parent: VariationsParent, total: z.int().min(0), similar: Similar }),
  ),
});

/**
 * Returns one variation of a product, as the only part of the reply. Refusals: `service_product_variation_invalid_id` for an unknown
 * variation, and for a variation of another product.
 */
export const readVariation = operation('catalogue.read-variation', {
  summary: 'One variation of a product',
  access: 'caller',
  effect: 'read',
  request: z.object({
    productId: z.int().min(0),
    variationId: z.int().min(0),
  }),
  reply: partsReply(Variation, Fresh.extend({ parent: VariationsParent })),
});
