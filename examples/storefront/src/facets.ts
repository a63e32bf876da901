import type { Facets, Term } from './api.ts';

/** Returns all terms of the shop with their counts in a list. A term that is not in the list has 0. */
function withCounts<One extends Term>(whole: readonly One[], counts: readonly One[]): readonly One[] {
  const countOf = new Map(counts.map(({ slug, count }) => [slug, count]));
  return whole.map((term) => ({ ...term, count: countOf.get(term.slug) ?? 0 }));
}

/** Returns the counts of a list for all terms of the shop, so that the filters do not move. */
export function withAllTerms(facets: Facets, whole: Facets): Facets {
  const termsOf = new Map(facets.attributes.map(({ slug, terms }) => [slug, terms]));
  return {
    ...facets,
    categories: withCounts(whole.categories, facets.categories),
    brands: withCounts(whole.brands, facets.brands),
    attributes: whole.attributes.map((attribute) => ({
      ...attribute,
      terms: withCounts(attribute.terms, termsOf.get(attribute.slug) ?? []),
    })),
  };
}
