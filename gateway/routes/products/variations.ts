import { z } from 'zod';
import { pathId } from '../../routing/parameters.ts';
import { route } from '../../routing/route.ts';
import { contextParameter, ListParametersV2, lenientV2, listQueryV2 } from './list-query.ts';
import { variationAnswer, variationsPage } from './product-answers.ts';

/**
 * GET /v2/products/{id}/variations: returns the variations of a product. The list is empty if the product does
 * not exist.
 */
export const listVariationsRoute = route({
  method: 'GET',
  path: '/v2/products/:id/variations',
  summary: 'Variations of a product, page by page',
  answers: { 200: { variationsV2: '' } },
  kind: 'catalogue',
  params: z.object({ id: pathId().describe('The ID of the product.') }),
  query: ListParametersV2,
  lenient: lenientV2,
  errors: [],
  async handle({ params, query }, call) {
    const { data, ...made } = await variationsPage(
      params.id,
      listQueryV2(query, call.dialect),
      query.context,
      call,
    );
    return { ...made, view: { name: 'variationsV2', data } };
  },
});

/** GET /v2/products/{id}/variations/{variation_id}: returns one variation. */
export const readVariationRoute = route({
  method: 'GET',
  path: '/v2/products/:id/variations/:variation_id',
  summary: 'One variation of a product',
  answers: { 200: { variationV2: '' } },
  kind: 'catalogue',
  params: z.object({
    id: pathId().describe('The ID of the product.'),
    variation_id: pathId().describe('The ID of the variation.'),
  }),
  query: z.object(contextParameter),
  errors: ['service_product_variation_invalid_id'],
  async handle({ params, query }, call) {
    const { data, ...made } = await variationAnswer(params.id, params.variation_id, query.context, call);
    return { ...made, view: { name: 'variationV2', data } };
  },
});
