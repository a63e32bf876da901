import type { Facets, Term } from './api.ts';

/** Returns the terms of the whole shop with the counts of a list; a term that the list does not have has 0. */
function counted<One extends Term>(whole: readonly One[], counts: readonly One[]): readonly One[] {
  const found = new Map(counts.map(({ slug, count }) => [slug, count]));
  return whole.map((term) => ({ ...term, count: found.get(term.slug) ?? 0 }));
}

/** Returns the counts of a list with every term of the shop, so that filters keep their places. */
export function withAllTerms(facets: Facets, whole: Facets): Facets {
  const termsOf = new Map(facets.attributes.map(({ slug, terms }) => [slug, terms]));
  return {
    ...facets,
    categories: counted(whole.categories, facets.categories),
    brands: counted(whole.brands, facets.brands),
    attributes: whole.attributes.map((attribute) => ({
      ...attribute,
      terms: counted(attribute.terms, termsOf.get(attribute.slug) ?? []),
    })),
  };
}
