import { countFacets } from '#contracts/facets.ts';
import { route } from '../../routing/route.ts';
import { ListParametersV2, lenientV2, listQueryV2, withVariationsBySku } from './list-query.ts';
import { searchHeaders } from './product-answers.ts';

/**
 * GET /v2/products/facets: returns how many products of a list have each term, price or rating. The filters of
 * a storefront show these numbers.
 */
export const facetsRoute = route({
  method: 'GET',
  path: '/v2/products/facets',
  summary: 'Numbers of products by property, under filters',
  answers: { 200: { facets: '' } },
  kind: 'catalogue',
  query: ListParametersV2,
  lenient: lenientV2,
  errors: [],
  async handle({ query }, call) {
    const listQuery = listQueryV2(query, call.dialect);
    const bySku = call.dialect.variationsInLists === 'always';
    const { facets, total, units, similar, holdsUntil, asOf } = await call.ask(countFacets, {
      query: bySku ? withVariationsBySku(listQuery) : listQuery,
    });
    return {
      view: { name: 'facets', data: { facets, total, units } },
      headers: searchHeaders(similar),
      expiresAt: holdsUntil,
      asOf,
      products: 'any',
    };
  },
});
