import { z } from 'zod';
import type { ListQuery, OrderBy } from '#contracts/listing.ts';
import { SellableType, StockStatus, Visibility } from '#contracts/product.ts';
import { usualPerPage } from '../../routing/paging.ts';
import {
  amount,
  anyAmount,
  anyText,
  attributeFilters,
  dateTime,
  direction,
  flag,
  integerList,
  termOperator,
  text,
  textList,
  textsWithCommas,
  wholeNumber,
  word,
  wordList,
} from '../../routing/parameters.ts';
import type { Dialect } from '../../views/shared/dialect.ts';

/**
 * For each word of `orderby`: the sort field (`by`). If a word has a `fixed` direction, the parameter `order`
 * has no effect (docs/reference/catalogue.md#filters).
 */
const orders = {
  date: { by: 'date' },
  id: { by: 'id' },
  include: { by: 'include', fixed: 'asc' },
  title: { by: 'title' },
  slug: { by: 'slug' },
  name: { by: 'title' },
  price: { by: 'price' },
  popularity: { by: 'sales' },
  rating: { by: 'rating', fixed: 'desc' },
  menu_order: { by: 'menuOrder' },
  alphabetical: { by: 'title', fixed: 'asc' },
  reverse_alpha: { by: 'title', fixed: 'desc' },
  relevance: { by: 'relevance', fixed: 'desc' },
  rand: { by: 'random' },
  by_stock: { by: 'stock', fixed: 'desc' },
  review_count: { by: 'reviewCount', fixed: 'desc' },
  on_sale_first: { by: 'onSaleFirst', fixed: 'desc' },
  featured_first: { by: 'featuredFirst', fixed: 'desc' },
  price_asc: { by: 'price', fixed: 'asc' },
  price_desc: { by: 'price', fixed: 'desc' },
  sales: { by: 'sales' },
} as const satisfies Record<string, { by: OrderBy; fixed?: 'asc' | 'desc' }>;
type OrderWord = keyof typeof orders;

/**
 * The words of `orderby` in v1 (docs/reference/catalogue.md#lists-of-v1). `order` sets the direction of each
 * word.
 */
const wordsV1 = [
  'date',
  'id',
  'include',
  'title',
  'slug',
  'price',
  'popularity',
  'rating',
  'menu_order',
] as const satisfies readonly OrderWord[];

/**
 * Returns the sort field and direction of a v1 list. If `directions` is `asked`, the parameter `order` sets the
 * direction of the words in `wordsV1`. With `as-v2`, the v2 rules apply.
 */
function orderV1(
  { orderby, order }: { orderby: OrderWord; order: 'asc' | 'desc' },
  directions: Dialect['directionV1'],
) {
  const { by, fixed = order }: { by: OrderBy; fixed?: 'asc' | 'desc' } = orders[orderby];
  const ofV1: readonly OrderWord[] = wordsV1;
  const usesOrder = directions === 'asked' && ofV1.includes(orderby);
  return { orderBy: by, direction: usesOrder ? order : fixed };
}

/** Parameters for the page number and the page size of a list (docs/reference/catalogue.md#filters). */
export const pageParameters = {
  page: wholeNumber(1).default(1).describe('The page, from 1.'),
  per_page: wholeNumber(1, 100).default(usualPerPage).describe('The number of entries per page.'),
};

/** The parameter that selects the members of an answer. */
export const contextParameter = {
  context: z
    .enum(['view', 'embed'])
    .default('view')
    .describe('With `embed` only the members for embedding are returned.'),
};

const maxIds = 1_000;
const terms = () => textList(100, 200).default([]);

/**
 * Parameters of every list of products and variations, in both versions
 * (docs/reference/catalogue.md#filters).
 */
const shared = {
  ...pageParameters,
  ...contextParameter,
  offset: wholeNumber(0).optional().describe('The number of entries to skip, instead of `page`.'),
  order: direction().default('desc').describe('The sort direction.'),
  search: anyText(200).default('').describe('The words to search for.'),
  slug: textList(100, 200).default([]).describe('Only these slugs.'),
  sku: textsWithCommas(99, 100).default([]).describe('Only these SKUs. `a,b` is also the SKU `a,b`.'),
  global_unique_id: text(100).default('').describe('Only products with this GTIN, UPC, EAN or ISBN.'),
  include: integerList(maxIds).default([]).describe('Only these IDs.'),
  exclude: integerList(maxIds).default([]).describe('The IDs to exclude.'),
  parent: integerList(maxIds).default([]).describe('Only variations and group members of these products.'),
  parent_exclude: integerList(maxIds)
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
  /** With `orderby=rand`, equal seeds give the same order on every page. */
  seed: text(64)
    .default('')
    .describe('For `orderby=rand`: the same seed gives the same order on every page.'),
};
const Shared = z.object(shared);
type Shared = z.output<typeof Shared>;

/** Parameters of v2 lists of products and of v2 lists of variations. */
export const ListParametersV2 = z.object({
  ...shared,
  orderby: z
    .enum(Object.keys(orders) as [OrderWord, ...OrderWord[]])
    .default('date')
    .describe('The sort field.'),
});

/** Parameters of v1 lists (docs/reference/catalogue.md#lists-of-v1). */
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

/** Returns a schema of ratings. An invalid rating becomes 6, a rating that no product has. */
const anyRatings = () =>
  integerList(100)
    .transform((given) => [...new Set(given.map((one) => (one >= 1 && one <= 5 ? one : 6)))])
    .catch([6])
    .default([]);

/**
 * Parameters of mounts that ignore unknown values. An unknown `order` becomes `desc`, an impossible rating
 * finds no product, and an invalid amount sets no bound. As in PHP, `12abc` is the number 12.
 */
const lenient = {
  order: direction().catch('desc').default('desc'),
  rating: anyRatings(),
  min_price: anyAmount(),
  max_price: anyAmount(),
};
export const lenientV2 = lenient;

/**
 * Parameters of v1 lists on CoCart mounts. Unknown values are ignored. `return_variations`, `show_reviews`
 * and the v2 words of `orderby` are accepted too.
 */
export const lenientV1 = {
  ...lenient,
  orderby: ListParametersV2.shape.orderby,
  return_variations: flag()
    .optional()
    .describe('Whether to return the variations of products; `false` by default.'),
  show_reviews: flag().optional().describe('Whether to return the reviews of products.'),
};

/** A query for the catalogue. Members that are left out do not filter. */
export type Query = z.input<typeof ListQuery> & { readonly page: number; readonly perPage: number };

/** Returns a filter for terms by id or slug. Returns null if no terms are given. */
function termFilter(given: readonly string[], operator: 'in' | 'not_in' | 'and') {
  return given.length === 0 ? null : { terms: [...given], operator };
}

/** Returns the filters by attribute. Filters without terms are left out. */
function attributesOf(given: Shared['attributes']) {
  return given.flatMap(({ attribute, term_id: ids, slug, operator }) => {
    const filter = termFilter([...ids.map(String), ...slug], operator);
    return filter ? [{ ...filter, attribute }] : [];
  });
}

/** Members of the query that only v1 lists can set. */
type OnlyV1 = 'statuses' | 'modifiedAfter' | 'modifiedBefore' | 'shippingClasses' | 'taxClass';
/**
 * Members of the query that both versions can set. The code compiles only if `sharedQuery` returns each of
 * these members.
 */
type SharedQuery = Omit<ListQuery, OnlyV1 | 'orderBy' | 'direction'>;

/**
 * Returns the members of the query that both versions can set. With `gmt`, date filters without an offset are
 * in UTC.
 */
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

/** Returns the sort field. For an order by price, the dialect determines which price is compared. */
function orderOf(by: OrderBy, { priceOrder }: Pick<Dialect, 'priceOrder'>): OrderBy {
  return by === 'price' && priceOrder === 'alwaysLowest' ? 'shownPrice' : by;
}

/** Returns the catalogue query of a v2 list. */
export function listQueryV2(
  given: z.output<typeof ListParametersV2>,
  dialect: Pick<Dialect, 'priceOrder'>,
): Query {
  // Sorting by relevance needs search words. Without search words, the products are sorted by date.
  const word = given.orderby === 'relevance' && given.search === '' ? 'date' : given.orderby;
  const { by, fixed = given.order }: { by: OrderBy; fixed?: 'asc' | 'desc' } = orders[word];
  return { ...sharedQuery(given, false), orderBy: orderOf(by, dialect), direction: fixed };
}

/**
 * Returns the given query. If the query has SKUs but no types, adds all types, so that the query also finds
 * variations.
 */
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
    // The default tax class is empty text in the catalogue's query and `standard` in the parameter.
    taxClass: given.tax_class === 'standard' ? '' : (given.tax_class ?? null),
  };
}

/**
 * Returns the query for the variations of one product. If the given query filters by other parents, no
 * variation matches.
 */
export function variationQuery(query: Query, productId: number): Query {
  const { parents = [], parentsExcluded = [] } = query;
  const isIncluded = parents.length === 0 || parents.includes(productId);
  return { ...query, parentsExcluded: isIncluded ? parentsExcluded : [productId] };
}
