import { z } from 'zod';
import type { ListQuery, OrderBy } from '#contracts/listing.ts';
import { SellableType, StockStatus, Visibility } from '#contracts/product.ts';
import type { Dialect } from '../../dialects/shared/dialect.ts';
import { usualPerPage } from '../../routing/paging.ts';
import {
  amount,
  anyAmount,
  attributeFilters,
  dateTime,
  direction,
  flag,
  integerList,
  termOperator,
  text,
  textList,
  wholeNumber,
  word,
  wordList,
} from '../../routing/parameters.ts';
import { type OrderWord, orders, orderV1, wordsV1 } from './list-orders.ts';

/** Page, page size and offset of a list (docs/reference/catalogue.md#filters). */
export const pageParameters = {
  page: wholeNumber(1).default(1).describe('The page, from 1.'),
  per_page: wholeNumber(1, 100).default(usualPerPage).describe('The number of entries per page.'),
};

/** Chooses the members of an answer. */
export const contextParameter = {
  context: z
    .enum(['view', 'embed'])
    .default('view')
    .describe('With `embed` only the members for embedding are returned.'),
};

const mostIds = 1_000;
const terms = () => textList(100, 200).default([]);

/** Parameters of every list of products and variations, in both versions (docs/reference/catalogue.md#filters). */
const shared = {
  ...pageParameters,
  ...contextParameter,
  offset: wholeNumber(0).optional().describe('The number of entries to skip, instead of `page`.'),
  order: direction().default('desc').describe('The sort direction.'),
  search: text(200).default('').describe('The words to search for.'),
  slug: textList(100, 200).default([]).describe('Only these slugs.'),
  sku: textList(100, 100).default([]).describe('Only these SKUs.'),
  global_unique_id: text(100).default('').describe('Only products with this GTIN, UPC, EAN or ISBN.'),
  include: integerList(mostIds).default([]).describe('Only these IDs.'),
  exclude: integerList(mostIds).default([]).describe('The IDs to exclude.'),
  parent: integerList(mostIds).default([]).describe('Only variations and group members of these products.'),
  parent_exclude: integerList(mostIds)
    .default([])
    .describe('No variations and group members of these products.'),
  type: z.enum(SellableType.options).optional().describe('Only this type.'),
  include_types: wordList(SellableType.options).default([]).describe('Only these types.'),
  exclude_types: wordList(SellableType.options).default([]).describe('The types to exclude.'),
  category: terms().describe('Only products in these categories, by ID or slug.'),
  category_operator: termOperator()
    .default('in')
    .describe('Whether a product must be in one of the categories, in all of them, or in none.'),
  tag: terms().describe('Only products with these tags, by ID or slug.'),
  tag_operator: termOperator()
    .default('in')
    .describe('Whether a product must have one of the tags, all of them, or none.'),
  brand: terms().describe('Only products of these brands, by ID or slug.'),
  brand_operator: termOperator()
    .default('in')
    .describe('Whether a product must have one of the brands, all of them, or none.'),
  attributes: attributeFilters()
    .default([])
    .describe('Filters by attributes, each with `attribute`, `term_id` or `slug`, and `operator`.'),
  attribute_relation: word(['and', 'in'])
    .default('and')
    .describe('Whether all attribute filters must match, or any of them.'),
  featured: flag().optional().describe('Only featured products, or only others.'),
  on_sale: flag().optional().describe('Only products on sale, or only others.'),
  hide_free: flag().default(false).describe('Whether to leave out products that cost nothing.'),
  virtual: flag().optional().describe('Only products that are not shipped, or only others.'),
  min_price: amount().describe('The minimum price, in major units.'),
  max_price: amount().describe('The maximum price, in major units.'),
  stock_status: z.enum(StockStatus.options).optional().describe('The stock status.'),
  rating: integerList(5, 1, 5).default([]).describe('Only products with these average ratings, rounded.'),
  catalog_visibility: z
    .enum(['any', ...Visibility.options])
    .default('visible')
    .describe('Only products with this visibility.'),
  after: dateTime().optional().describe('Only products created after this time.'),
  before: dateTime().optional().describe('Only products created before this time.'),
  /** For `rand`: the same text gives the same order on every page. */
  seed: text(64)
    .default('')
    .describe('For `orderby=rand`: the same seed gives the same order on every page.'),
};
const Shared = z.object(shared);
type Shared = z.output<typeof Shared>;

/** Parameters of the lists of v2: products, and the variations of one. */
export const ListParametersV2 = z.object({
  ...shared,
  orderby: z
    .enum(Object.keys(orders) as [OrderWord, ...OrderWord[]])
    .default('date')
    .describe('The sort field.'),
});

/** Parameters of the lists of v1 (docs/reference/catalogue.md#lists-of-v1). */
export const ListParametersV1 = z.object({
  ...shared,
  orderby: z.enum(wordsV1).default('date').describe('The sort field.'),
  modified_after: dateTime().optional().describe('Only products changed after this time.'),
  modified_before: dateTime().optional().describe('Only products changed before this time.'),
  /** Whether date filters without an offset are in UTC. */
  dates_are_gmt: flag().default(false).describe('Whether times without an offset are in UTC.'),
  status: z
    .enum(['draft', 'pending', 'private', 'publish'])
    .default('publish')
    .describe('Only this status; the public sees published products only.'),
  shipping_class: textList(100, 200)
    .default([])
    .describe('Only products with these shipping classes, by ID or slug.'),
  attribute: text(200).default('').describe('The slug of one attribute, `pa_colour`.'),
  attribute_term: textList(100, 200).default([]).describe('Terms of this attribute, by ID or slug.'),
  tax_class: text(200).optional().describe('Only this tax class; `standard` is the default class.'),
});

/** Ratings; 6 stands for ratings that no product can have. */
const anyRatings = () =>
  integerList(100)
    .transform((given) => [...new Set(given.map((one) => (one >= 1 && one <= 5 ? one : 6)))])
    .catch([6])
    .default([]);

/**
 * Lenient parameters of CoCart mounts: an unknown order is the default one, an impossible rating finds
 * nothing, an invalid amount is no bound. PHP reads `12abc` as 12.
 */
const lenient = {
  order: direction().catch('desc').default('desc'),
  rating: anyRatings(),
  min_price: anyAmount(),
  max_price: anyAmount(),
};
export const lenientV2 = lenient;

/** Parameters that CoCart has in v1 beside the specification: v2's orders and product members. */
export const lenientV1 = {
  ...lenient,
  orderby: ListParametersV2.shape.orderby,
  return_variations: flag()
    .optional()
    .describe('Whether to return the variations of products; `false` by default.'),
  show_reviews: flag().optional().describe('Whether to return the reviews of products.'),
};

/** The query for the catalogue. Members that are left out do not filter. */
export type Query = z.input<typeof ListQuery> & { readonly page: number; readonly perPage: number };

/** Returns a filter for terms by id or slug; null without terms. */
function termFilter(given: readonly string[], operator: 'in' | 'not_in' | 'and') {
  return given.length === 0 ? null : { terms: [...given], operator };
}

/** Returns the attribute filters, without those that contain no term. */
function attributesOf(given: Shared['attributes']) {
  return given.flatMap(({ attribute, term_id: ids, slug, operator }) => {
    const filter = termFilter([...ids.map(String), ...slug], operator);
    return filter ? [{ ...filter, attribute }] : [];
  });
}

/** Members that only v1 lists can set. */
type OfV1 = 'statuses' | 'modifiedAfter' | 'modifiedBefore' | 'shippingClasses' | 'taxClass';
/** Members that both versions can set. A new member of the catalogue's query that is missing here does not compile. */
type SharedQuery = Omit<ListQuery, OfV1 | 'orderBy' | 'direction'>;

/** Returns the members that both versions can set. Date bounds without an offset are in UTC if `gmt` is true. */
function sharedQuery(given: Shared, gmt: boolean): SharedQuery {
  const types = given.type === undefined ? given.include_types : [given.type, ...given.include_types];
  return {
    page: given.page,
    perPage: given.per_page,
    offset: given.offset ?? null,
    seed: given.seed,
    search: given.search,
    slugs: given.slug,
    skus: given.sku,
    globalUniqueId: given.global_unique_id,
    include: given.include,
    exclude: given.exclude,
    parents: given.parent,
    parentsExcluded: given.parent_exclude,
    types: [...new Set(types)],
    typesExcluded: given.exclude_types,
    categories: termFilter(given.category, given.category_operator),
    tags: termFilter(given.tag, given.tag_operator),
    brands: termFilter(given.brand, given.brand_operator),
    attributes: attributesOf(given.attributes),
    attributeRelation: given.attribute_relation,
    featured: given.featured ?? null,
    onSale: given.on_sale ?? null,
    hideFree: given.hide_free,
    virtual: given.virtual ?? null,
    minPrice: given.min_price ?? null,
    maxPrice: given.max_price ?? null,
    stockStatuses: given.stock_status === undefined ? [] : [given.stock_status],
    ratings: given.rating,
    visibility: given.catalog_visibility,
    after: bound(given.after, gmt),
    before: bound(given.before, gmt),
  };
}

function bound(given: Shared['after'], gmt: boolean) {
  return given === undefined ? null : { at: given.at, utc: given.utc || gmt };
}

/** Returns an order in the form of a dialect. */
function orderOf(by: OrderBy, { priceOrder }: Pick<Dialect, 'priceOrder'>): OrderBy {
  return by === 'price' ? priceOrder : by;
}

/** Returns the catalogue query of a v2 list. */
export function listQueryV2(
  given: z.output<typeof ListParametersV2>,
  dialect: Pick<Dialect, 'priceOrder'>,
): Query {
  // Relevance needs search words; without them the order is by date.
  const word = given.orderby === 'relevance' && given.search === '' ? 'date' : given.orderby;
  const { by, fixed = given.order }: { by: OrderBy; fixed?: 'asc' | 'desc' } = orders[word];
  return { ...sharedQuery(given, false), orderBy: orderOf(by, dialect), direction: fixed };
}

/** Returns the query with SKUs that also find variations. */
export function withVariationsBySku(query: Query): Query {
  const { skus = [], types = [] } = query;
  return skus.length > 0 && types.length === 0 ? { ...query, types: [...SellableType.options] } : query;
}

/** Returns the catalogue query of a v1 list. */
export function listQueryV1(
  given: Omit<z.output<typeof ListParametersV1>, 'orderby'> & { readonly orderby: OrderWord },
  dialect: Pick<Dialect, 'directionV1' | 'priceOrder'>,
): Query {
  const query = sharedQuery(given, given.dates_are_gmt);
  const filter = given.attribute === '' ? null : termFilter(given.attribute_term, 'in');
  const { orderBy, direction } = orderV1(given, dialect.directionV1);
  return {
    ...query,
    orderBy: orderOf(orderBy, dialect),
    direction,
    attributes: filter ? [...query.attributes, { ...filter, attribute: given.attribute }] : query.attributes,
    modifiedAfter: bound(given.modified_after, given.dates_are_gmt),
    modifiedBefore: bound(given.modified_before, given.dates_are_gmt),
    statuses: [given.status],
    shippingClasses: given.shipping_class,
    // The default tax class has an empty name; clients call it `standard`.
    taxClass: given.tax_class === 'standard' ? '' : (given.tax_class ?? null),
  };
}

/**
 * Returns the query for the variations of one product. A filter by parents either includes this product or matches
 * nothing.
 */
export function variationQuery(query: Query, productId: number): Query {
  const { parents = [], parentsExcluded = [] } = query;
  const meant = parents.length === 0 || parents.includes(productId);
  return { ...query, parentsExcluded: meant ? parentsExcluded : [productId] };
}
