import type { Facets, Term } from './api.ts';

/**
 * Returns all terms of the shop with the number of products in a list that have the term. The number is 0 for
 * terms that no product in the list has.
 */
function withCounts<One extends Term>(whole: readonly One[], counts: readonly One[]): One[] {
  const countOf = new Map(counts.map(({ slug, count }) => [slug, count]));
  return whole.map((term) => ({ ...term, count: countOf.get(term.slug) ?? 0 }));
}

/** Returns the facets of a list, extended to all terms of the shop. So no filter disappears when the list changes. */
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
