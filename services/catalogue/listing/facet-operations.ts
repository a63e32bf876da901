import { type CountedTerm, countFacets, type Facets } from '#contracts/facets.ts';
import { StockStatus } from '#contracts/product.ts';
import { type ImplementedOperation, implement } from '#platform/bus/implement.ts';
import { unitsOf } from '../model/store-settings.ts';
import { inTreeOrder } from '../model/terms.ts';
import { settingsWithFreshness, withPart } from '../shared/freshness.ts';
import type { Terms } from '../terms/term-cache.ts';
import type { FoundProducts } from './domain/found-products.ts';
import { type ListingDeps, listRequestOf, listSettings, withAllowedStatuses } from './operations.ts';

/**
 * The maximum number of terms of each kind in an answer. If a list has more terms, the terms with the most products are
 * chosen.
 */
const maxTerms = 1_000;

/** Returns the operation that counts the products of a list by term, rating, stock status and price band. */
export function facetOperations(
  deps: Pick<ListingDeps, 'listing' | 'termCache' | 'settings' | 'products'>,
): ImplementedOperation[] {
  return [
    implement(countFacets, async ({ query }, context) => {
      const request = listRequestOf(context);
      const { settings, asOf } = await settingsWithFreshness(deps);
      const terms = await deps.termCache.current();
      const { counted, ...rest } = await deps.listing.counted(
        withAllowedStatuses(query, request),
        listSettings(terms, settings, request.viewer),
        request.deadline,
        (found) => ({ facets: facetsOf(found, terms), total: found.total, similar: found.similar }),
      );
      const number = Math.min(rest.number, terms.number);
      const age = Math.max(rest.age, terms.age);
      return {
        ...counted,
        units: unitsOf(settings),
        holdsUntil: rest.holdsUntil,
        asOf: withPart(asOf, { number, age }),
      };
    }),
  ];
}

interface Term {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
}

/**
 * Returns the terms that at least one product has, each with its number of products, in the order of `terms`.
 * Only the `maxTerms` terms with the most products are returned.
 */
function counted<One extends Term>(terms: readonly One[], count: (term: One) => number) {
  const all = terms.map((term) => ({ term, count: count(term) })).filter((one) => one.count > 0);
  if (all.length <= maxTerms) return all;
  const chosen = new Set(all.toSorted((one, other) => other.count - one.count).slice(0, maxTerms));
  return all.filter((one) => chosen.has(one));
}

function withCount({ term: { id, name, slug }, count }: { term: Term; count: number }): CountedTerm {
  return { id, name, slug, count };
}

function facetsOf(found: FoundProducts, { records, categories }: Terms): Facets {
  const inTree = (one: { term: Term & { readonly parentId: number }; count: number }) => ({
    ...withCount(one),
    parentId: one.term.parentId,
  });
  const slugs = new Map(records.attributes.map(({ id, slug }) => [id, slug]));
  const terms = counted(records.terms, ({ attributeId, slug }) =>
    found.withOption(slugs.get(attributeId) ?? '', slug),
  );
  const termsOf = Map.groupBy(terms, ({ term }) => term.attributeId);
  return {
    categories: counted(categories.inOrder, ({ id }) =>
      found.inCategories(categories.descendants(String(id))),
    ).map(inTree),
    tags: counted(records.tags, ({ id }) => found.withTag(id)).map(withCount),
    brands: counted(inTreeOrder(records.brands), ({ id }) => found.ofBrand(id)).map(inTree),
    attributes: records.attributes
      .filter(({ id }) => termsOf.has(id))
      .map(({ id, name, slug }) => ({ id, name, slug, terms: (termsOf.get(id) ?? []).map(withCount) })),
    ratings: [5, 4, 3, 2, 1]
      .map((rating) => ({ rating, count: found.withRating(rating) }))
      .filter(({ count }) => count > 0),
    stockStatuses: StockStatus.options
      .map((status) => ({ status, count: found.withStock(status) }))
      .filter(({ count }) => count > 0),
    prices: found.prices(),
  };
}
