import { type DateBound, ListQuery, type OrderBy, type TermFilter } from '#contracts/listing.ts';
import { isVariation, type ListedDocument } from '../../model/documents.ts';
import { stockOf } from '../../model/pricing.ts';
import { slugSpellings } from '../../model/text.ts';
import { seconds } from './columns.ts';
import type { SlotPrices } from './prices.ts';
import { optionProperty, termProperties, termReference } from './slots-by-property.ts';

/** Resolves the references and amounts of a query. */
export interface Lookups {
  /** The number of decimals of the currency, with which price bounds become minor units. */
  readonly decimals: number;
  /** Returns the ids of a category (named by id or slug) and its descendants; empty for an unknown category. */
  categories(reference: string): readonly number[];
  /**
   * Returns the slug of a term; null for an unknown term. `attribute` is a slug such as `pa_colour`;
   * `reference` is the id or slug of the term.
   */
  attributeTerm(attribute: string, reference: string): string | null;
}

/** The members of a query that are filters. */
export type FilterName = Exclude<
  keyof ListQuery,
  'page' | 'perPage' | 'offset' | 'direction' | 'orderBy' | 'seed' | 'search'
>;

/** The slots that passed the filters so far. `SlotSelection` in selection.ts implements this interface. */
export interface Selection {
  keepAnyOf(properties: readonly string[]): void;
  dropAnyOf(properties: readonly string[]): void;
  keepTerms(terms: TermCriterion): void;
  /** Keeps slots that meet at least one of these conditions. */
  keepAnyTerms(all: readonly TermCriterion[]): void;
  keepIds(ids: readonly number[]): void;
  dropIds(ids: readonly number[]): void;
  keepTexts(column: 'slug' | 'sku' | 'globalUniqueId', texts: readonly string[]): void;
  keepOnSale(onSale: boolean): void;
  /** Keeps slots with a price in a range, in minor units. */
  keepPriceRange(range: { readonly min: number; readonly max: number }): void;
  keepPrices(meets: (prices: SlotPrices, slot: number) => boolean): void;
  keepTimes(column: TimeColumn, meets: (seconds: number) => boolean): void;
}

/**
 * A filter by terms. Each element of `terms` lists the properties for one term of the query: `tag#7` and `tag:7`
 * for `7`. A slot with any of these properties has the term.
 */
export interface TermCriterion {
  readonly operator: TermFilter['operator'];
  readonly terms: readonly (readonly string[])[];
}

/** The columns with times in seconds: UTC if the name ends with `Utc`, otherwise local times of the shop. */
export type TimeColumn = 'created' | 'createdUtc' | 'modified' | 'modifiedUtc';

/**
 * A filter of product lists: the properties that the index stores for the filter, and how the filter selects
 * products.
 */
interface Filter<Value, Criterion> {
  /** Returns the properties of a document that the index stores for this filter. A property may repeat. */
  properties?(document: ListedDocument): readonly string[];
  /**
   * Returns the condition for a value of the query, as JSON data; null if the filter excludes no product. For
   * example, the status `draft` gives the property `status:draft`.
   */
  criterion(value: Value, lookups: Lookups, query: ListQuery): Criterion | null;
  /** Removes the products that do not meet the condition. */
  select(selection: Selection, criterion: Criterion): void;
}

/** A filter of any condition type, so that one table can contain all filters. */
export type AnyFilter<Value = never> = Filter<Value, unknown>;
const filter = <Value, Criterion>(one: Filter<Value, Criterion>) => one as AnyFilter<Value>;

const listOrNull = <T>(list: readonly T[]) => (list.length > 0 ? list : null);

/** Keeps the slots that have at least one of the properties. */
const anyOf = (selection: Selection, properties: readonly string[]) => selection.keepAnyOf(properties);
/** Removes the slots that have at least one of the properties. */
const noneOf = (selection: Selection, properties: readonly string[]) => selection.dropAnyOf(properties);

/** Returns a filter by a property that a document has or lacks. */
function flag(property: string, isSet: (document: ListedDocument) => boolean) {
  return filter({
    properties: (document) => (isSet(document) ? [property] : []),
    criterion: (wanted: boolean | null) => wanted,
    select: (selection, wanted: boolean) => (wanted ? anyOf : noneOf)(selection, [property]),
  });
}

function termCriterion(
  given: TermFilter | null,
  properties: (reference: string) => readonly string[],
): TermCriterion | null {
  return given && { operator: given.operator, terms: given.terms.map(properties) };
}

/** Returns a filter by tags or by brands. A client may name a tag or brand by its id or by its slug. */
function terms(kind: 'tag' | 'brand', of: 'tags' | 'brands') {
  return filter({
    properties: (document) =>
      (isVariation(document) ? document.parent : document)[of].flatMap((term) => termProperties(kind, term)),
    criterion: (given: TermFilter | null) =>
      termCriterion(given, (reference) => termReference(kind, reference)),
    select: (selection, criterion: TermCriterion) => selection.keepTerms(criterion),
  });
}

/** Returns the properties of a document's attribute options. */
function optionsOf(document: ListedDocument): string[] {
  if (isVariation(document)) {
    const chosen = document.attributes.filter(({ slug }) => slug !== '');
    return chosen.map(({ key, slug }) => optionProperty(key, slug));
  }
  return document.attributes.flatMap(({ key, options }) =>
    options.map(({ slug }) => optionProperty(key, slug)),
  );
}

/** Returns the mean rating in whole stars, rounded half up; 0 without reviews. */
function stars(averageRating: string): number {
  return Math.round(Number(averageRating) || 0);
}

/** Returns a price bound in minor units, rounded `up` or `down`; null without a bound. */
function minorBound(text: string | null, decimals: number, round: 'up' | 'down'): number | null {
  if (text === null) return null;
  const [whole = '', fraction = ''] = text.split('.');
  const minor = Number(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
  const rest = /[1-9]/.test(fraction.slice(decimals));
  return rest && round === 'up' ? minor + 1 : minor;
}

/**
 * Returns a filter by the time at which products were created or modified. A product with exactly the time of
 * the bound does not match.
 */
function timeBound(of: 'created' | 'modified', side: 'after' | 'before') {
  return filter({
    criterion: (bound: DateBound) =>
      bound && { column: bound.utc ? (`${of}Utc` as const) : of, at: seconds(bound.at) },
    select: (selection, { column, at }) =>
      selection.keepTimes(column, (moment) => (side === 'after' ? moment > at : moment < at)),
  });
}

/** Returns a filter without effect, for a member that another filter (`_name`) uses: `minPrice` uses `maxPrice`. */
const partOf = (_name: FilterName) => filter({ criterion: () => null, select: () => undefined });

/**
 * All filters of product lists (docs/reference/catalogue.md#filters). The type requires a filter for every
 * `FilterName`.
 */
export const filters: { readonly [Name in FilterName]: AnyFilter<ListQuery[Name]> } = {
  include: filter({
    criterion: (ids: readonly number[]) => listOrNull(ids),
    select: (selection, ids) => selection.keepIds(ids),
  }),
  exclude: filter({
    criterion: (ids: readonly number[]) => listOrNull(ids),
    select: (selection, ids) => selection.dropIds(ids),
  }),
  slugs: filter({
    criterion: (slugs: readonly string[]) => (slugs.length > 0 ? slugs.flatMap(slugSpellings) : null),
    select: (selection, slugs) => selection.keepTexts('slug', slugs),
  }),
  skus: filter({
    criterion: (skus: readonly string[]) =>
      listOrNull([...new Set(skus.flatMap((sku) => [sku, sku.normalize('NFC')]))]),
    select: (selection, skus) => selection.keepTexts('sku', skus),
  }),
  globalUniqueId: filter({
    criterion: (id: string) => id || null,
    select: (selection, id: string) => selection.keepTexts('globalUniqueId', [id]),
  }),
  statuses: filter({
    properties: ({ status }) => [`status:${status}`],
    // The property `public` means published and without a password (slots-by-property.ts).
    criterion: (statuses: readonly string[]) =>
      statuses.length > 0 && statuses.every((one) => one === 'publish')
        ? ['public']
        : listOrNull(statuses.map((status) => `status:${status}`)),
    select: anyOf,
  }),
  types: filter({
    properties: ({ type }) => [`type:${type}`],
    criterion: (types: readonly string[]) =>
      (types.length > 0 ? types : ['simple', 'grouped', 'external', 'variable']).map(
        (type) => `type:${type}`,
      ),
    select: anyOf,
  }),
  typesExcluded: filter({
    criterion: (types: readonly string[]) => listOrNull(types.map((type) => `type:${type}`)),
    select: noneOf,
  }),
  visibility: filter({
    properties: (document) => [
      `visibility:${isVariation(document) ? 'visible' : document.catalogVisibility}`,
    ],
    // The filters `catalog` and `search` also match products with the visibility `visible`.
    criterion: (requested: ListQuery['visibility']) => {
      if (requested === 'any') return null;
      const visibilities =
        requested === 'catalog' || requested === 'search' ? ['visible', requested] : [requested];
      return visibilities.map((visibility) => `visibility:${visibility}`);
    },
    select: anyOf,
  }),
  parents: filter({
    properties: ({ parentId }) => [`parent#${parentId}`],
    criterion: (ids: readonly number[]) => listOrNull(ids.map((id) => `parent#${id}`)),
    select: anyOf,
  }),
  parentsExcluded: filter({
    criterion: (ids: readonly number[]) => listOrNull(ids.map((id) => `parent#${id}`)),
    select: noneOf,
  }),
  ratings: filter({
    properties: (document) => (isVariation(document) ? [] : [`rating:${stars(document.averageRating)}`]),
    criterion: (ratings: readonly number[]) => listOrNull(ratings.map((rating) => `rating:${rating}`)),
    select: anyOf,
  }),
  stockStatuses: filter({
    properties: (document) => [`stock:${stockOf(document, true).status}`],
    criterion: (statuses: readonly string[]) => listOrNull(statuses.map((status) => `stock:${status}`)),
    select: anyOf,
  }),
  shippingClasses: filter({
    properties: ({ shippingClassId: id, shippingClass: slug }) => termProperties('shipping', { id, slug }),
    criterion: (references: readonly string[]) =>
      listOrNull(references.flatMap((reference) => termReference('shipping', reference))),
    select: anyOf,
  }),
  taxClass: filter({
    properties: ({ taxClass }) => [`tax:${taxClass}`],
    criterion: (name: string | null) => (name === null ? null : [`tax:${name === 'standard' ? '' : name}`]),
    select: anyOf,
  }),
  featured: flag('featured', (document) => !isVariation(document) && document.featured),
  virtual: flag('virtual', ({ virtual }) => virtual),
  categories: filter({
    properties: (document) => {
      const ids = isVariation(document)
        ? document.parent.categoryIds
        : document.categories.map(({ id }) => id);
      return ids.map((id) => `category#${id}`);
    },
    criterion: (given: TermFilter | null, lookups) =>
      termCriterion(given, (reference) => lookups.categories(reference).map((id) => `category#${id}`)),
    select: (selection, criterion: TermCriterion) => selection.keepTerms(criterion),
  }),
  tags: terms('tag', 'tags'),
  brands: terms('brand', 'brands'),
  attributes: filter({
    properties: optionsOf,
    criterion: (given: ListQuery['attributes'], lookups, { attributeRelation }) => {
      const criteria = given.flatMap(({ attribute, ...terms }) => {
        const properties = (reference: string) => {
          const slug = lookups.attributeTerm(attribute, reference);
          return slug === null ? [] : [optionProperty(attribute, slug)];
        };
        return termCriterion(terms, properties) ?? [];
      });
      return criteria.length > 0 ? { any: attributeRelation === 'in', criteria } : null;
    },
    select: (selection, { any, criteria }) => {
      if (any) selection.keepAnyTerms(criteria);
      else for (const criterion of criteria) selection.keepTerms(criterion);
    },
  }),
  attributeRelation: partOf('attributes'),
  onSale: filter({
    criterion: (onSale: boolean | null) => onSale,
    select: (selection, onSale: boolean) => selection.keepOnSale(onSale),
  }),
  hideFree: filter({
    criterion: (hides: boolean) => hides || null,
    select: (selection) => selection.keepPrices((prices, slot) => prices.highest.at(slot) !== 0),
  }),
  minPrice: filter({
    criterion: (text: string | null, { decimals }, { maxPrice }) => {
      const min = minorBound(text, decimals, 'up');
      const max = minorBound(maxPrice, decimals, 'down');
      return min === null && max === null ? null : { min: min ?? 0, max: max ?? Number.MAX_VALUE };
    },
    select: (selection, range) => selection.keepPriceRange(range),
  }),
  maxPrice: partOf('minPrice'),
  after: timeBound('created', 'after'),
  before: timeBound('created', 'before'),
  modifiedAfter: timeBound('modified', 'after'),
  modifiedBefore: timeBound('modified', 'before'),
};

/** All filters with their names. */
export const namedFilters = Object.entries(filters) as readonly (readonly [FilterName, AnyFilter])[];

/**
 * Filters whose results do not depend on prices, stock and times of modification. A filter that is missing here counts
 * as dependent, so caches drop its lists at each change.
 */
const stableFilters: ReadonlySet<FilterName> = new Set<FilterName>([
  ...(['include', 'exclude', 'slugs', 'skus', 'globalUniqueId', 'statuses', 'types'] as const),
  ...(['typesExcluded', 'visibility', 'parents', 'parentsExcluded', 'ratings', 'shippingClasses'] as const),
  ...(['taxClass', 'featured', 'virtual', 'categories', 'tags', 'brands', 'attributes'] as const),
  ...(['attributeRelation', 'after', 'before'] as const),
]);

/** Sort orders that do not depend on prices and stock. */
const stableOrders: ReadonlySet<OrderBy> = new Set<OrderBy>([
  ...(['date', 'id', 'include', 'title', 'slug', 'sales', 'rating', 'menuOrder'] as const),
  ...(['relevance', 'random', 'reviewCount', 'featuredFirst'] as const),
]);

const unfiltered = ListQuery.parse({});
const otherFilters = namedFilters.map(([name]) => name).filter((name) => !stableFilters.has(name));

/** Returns whether a list has the same products in the same order after any change of prices or stock. */
export function isStable(query: ListQuery): boolean {
  const isUnused = (name: FilterName) => {
    const value = query[name];
    return Array.isArray(value) ? value.length === 0 : value === unfiltered[name];
  };
  return stableOrders.has(query.orderBy) && otherFilters.every(isUnused);
}
