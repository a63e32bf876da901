import type { DateBound, ListQuery, TermFilter } from '#contracts/listing.ts';
import { seesAll, type Viewer } from '../audiences.ts';
import { seconds } from './columns.ts';
import { optionFacet, slugFacet } from './facets.ts';

/** What the references and amounts of a query are read by. */
export interface Lookups {
  /** Decimals of the store's currency: price bounds of a query are texts in major units. */
  readonly decimals: number;
  /** Ids of a category and all below it, by id or slug; empty for one that is not there. */
  categories(reference: string): readonly number[];
  /**
   * Slug of a term of an attribute (named by its slug, `pa_colour`), by id or slug, since documents name options by
   * slug only; null for one that is not there.
   */
  attributeTerm(attribute: string, reference: string): string | null;
}

/** Sets of facets: every filter's terms, each the facets that any of which makes the term hold. */
export interface TermCriterion {
  readonly operator: TermFilter['operator'];
  readonly terms: readonly (readonly string[])[];
}

/** Something between two moments, both left out, in seconds of the shop's clock or UTC. */
export interface TimeCriterion {
  readonly column: 'created' | 'createdUtc' | 'modified' | 'modifiedUtc';
  readonly after: number;
  readonly before: number;
}

/** Which products a query asks for, and as whom, with nothing left to be looked up elsewhere. */
export interface Criteria {
  /** Whose prices count. */
  readonly viewer: Viewer;
  /** Whether what is hidden from the viewer is left out. */
  readonly hides: boolean;
  /** Null for those that the public may see; else statuses, empty for all. */
  readonly statuses: readonly string[] | null;
  readonly types: readonly string[];
  readonly typesExcluded: readonly string[];
  readonly visibilities: readonly string[];
  readonly include: readonly number[];
  readonly exclude: readonly number[];
  readonly parents: readonly number[];
  readonly parentsExcluded: readonly number[];
  readonly slugs: readonly string[];
  readonly skus: readonly string[];
  readonly globalUniqueId: string;
  readonly search: string;
  /** All of them have to hold. */
  readonly terms: readonly TermCriterion[];
  /** Any of them has to hold; null when there are none. */
  readonly anyTerms: readonly TermCriterion[] | null;
  /** For each facet, whether it has to be there or must not. */
  readonly flags: readonly (readonly [facet: string, there: boolean])[];
  /** Of each set of facets one has to be there. */
  readonly anyOf: readonly (readonly string[])[];
  readonly onSale: boolean | null;
  readonly hideFree: boolean;
  /** In minor units. */
  readonly price: { readonly min: number; readonly max: number } | null;
  readonly times: readonly TimeCriterion[];
}

/** A bound in minor units, rounded into the range; null when there is none. */
function minorBound(text: string | null, decimals: number, round: 'up' | 'down'): number | null {
  if (text === null) return null;
  const [whole = '', fraction = ''] = text.split('.');
  const minor = Number(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
  const rest = /[1-9]/.test(fraction.slice(decimals));
  return rest && round === 'up' ? minor + 1 : minor;
}

function priceRange(query: ListQuery, decimals: number): Criteria['price'] {
  const min = minorBound(query.minPrice, decimals, 'up');
  const max = minorBound(query.maxPrice, decimals, 'down');
  return min === null && max === null ? null : { min: min ?? 0, max: max ?? Number.MAX_VALUE };
}

/** Facets of a term by its id or slug. Digits are an id where there is one, which the index knows. */
function termFacets(kind: string, reference: string): string[] {
  return /^\d{1,15}$/.test(reference)
    ? [`${kind}#${Number(reference)}`, slugFacet(kind, reference)]
    : [slugFacet(kind, reference)];
}

function criterion(filter: TermFilter | null, facets: (reference: string) => string[]): TermCriterion[] {
  return filter === null ? [] : [{ operator: filter.operator, terms: filter.terms.map(facets) }];
}

function attributeCriteria({ attributes }: ListQuery, lookups: Lookups): TermCriterion[] {
  return attributes.flatMap(({ attribute, ...filter }) =>
    criterion(filter, (reference) => {
      const slug = lookups.attributeTerm(attribute, reference);
      return slug === null ? [] : [optionFacet(attribute, slug)];
    }),
  );
}

function flags({ featured, virtual }: ListQuery): [string, boolean][] {
  const asked: [string, boolean | null][] = [
    ['featured', featured],
    ['virtual', virtual],
  ];
  return asked.flatMap(([facet, there]) => (there === null ? [] : [[facet, there] as [string, boolean]]));
}

function anyOf({ ratings, stockStatuses, shippingClasses, taxClass }: ListQuery): string[][] {
  return [
    ratings.map((stars) => `rating:${stars}`),
    stockStatuses.map((status) => `stock:${status}`),
    shippingClasses.flatMap((reference) => termFacets('shipping', reference)),
    taxClass === null ? [] : [`tax:${taxClass === 'standard' ? '' : taxClass}`],
  ].filter((facets) => facets.length > 0);
}

function time(bound: DateBound, of: 'created' | 'modified', side: 'after' | 'before'): TimeCriterion[] {
  if (bound === null) return [];
  const open = { after: Number.NEGATIVE_INFINITY, before: Number.POSITIVE_INFINITY };
  return [{ column: bound.utc ? `${of}Utc` : of, ...open, [side]: seconds(bound.at) }];
}

/** Visibilities that count as the one asked for: what is at least there (docs/reference/catalogue.md#filters). */
function visibilities(asked: ListQuery['visibility']): string[] {
  if (asked === 'any') return [];
  return asked === 'catalog' || asked === 'search' ? ['visible', asked] : [asked];
}

/** What a query asks for, with its references looked up and its amounts in minor units. */
export function criteriaOf(query: ListQuery, viewer: Viewer, lookups: Lookups): Criteria {
  const categories = (reference: string) => lookups.categories(reference).map((id) => `category#${id}`);
  const attributes = attributeCriteria(query, lookups);
  const any = query.attributeRelation === 'in' && attributes.length > 0;
  const { include, exclude, parents, parentsExcluded, slugs, skus, globalUniqueId } = query;
  return {
    viewer,
    hides: !seesAll(viewer),
    statuses:
      query.statuses.length > 0 && query.statuses.every((one) => one === 'publish') ? null : query.statuses,
    types: query.types.length > 0 ? query.types : ['simple', 'grouped', 'external', 'variable'],
    typesExcluded: query.typesExcluded,
    visibilities: visibilities(query.visibility),
    ...{ include, exclude, parents, parentsExcluded, slugs, skus, globalUniqueId },
    search: query.search.trim(),
    terms: [
      ...criterion(query.categories, categories),
      ...criterion(query.tags, (reference) => termFacets('tag', reference)),
      ...criterion(query.brands, (reference) => termFacets('brand', reference)),
      ...(any ? [] : attributes),
    ],
    anyTerms: any ? attributes : null,
    flags: flags(query),
    anyOf: anyOf(query),
    onSale: query.onSale,
    hideFree: query.hideFree,
    price: priceRange(query, lookups.decimals),
    times: [
      ...time(query.after, 'created', 'after'),
      ...time(query.before, 'created', 'before'),
      ...time(query.modifiedAfter, 'modified', 'after'),
      ...time(query.modifiedBefore, 'modified', 'before'),
    ],
  };
}
