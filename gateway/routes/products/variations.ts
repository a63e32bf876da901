import { z } from 'zod';
import { pathId } from '../../routing/parameters.ts';
import { route } from '../../routing/route.ts';
import {
  contextParameter,
  ListParametersV1,
  ListParametersV2,
  lenientV1,
  lenientV2,
  listQueryV1,
  listQueryV2,
} from './list-query.ts';
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
  async handle(request) {
    const { params, query } = request;
    const { data, ...made } = await variationsPage(
      params.id,
      listQueryV2(query, request.dialect),
      query.context,
      request,
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
  async handle(request) {
    const { params, query } = request;
    const { data, ...made } = await variationAnswer(params.id, params.variation_id, query.context, request);
    return { ...made, view: { name: 'variationV2', data } };
  },
});

/**
 * GET /v1/products/{product_id}/variations: returns the variations of a product. The list is empty if the
 * product does not exist.
 */
export const listVariationsRouteV1 = route({
  method: 'GET',
  path: '/v1/products/:product_id/variations',
  summary: 'Variations of a product, page by page',
  answers: { 200: { variationsV1: '' } },
  kind: 'catalogue',
  params: z.object({ product_id: pathId().describe('The ID of the product.') }),
  query: ListParametersV1,
  lenient: lenientV1,
  errors: [],
  async handle(request) {
    const { params, query } = request;
    const { data, ...made } = await variationsPage(
      params.product_id,
      listQueryV1(query, request.dialect),
      query.context,
      request,
    );
    return { ...made, view: { name: 'variationsV1', data } };
  },
});

/** GET /v1/products/{product_id}/variations/{id}: returns one variation. */
export const readVariationRouteV1 = route({
  method: 'GET',
  path: '/v1/products/:product_id/variations/:id',
  summary: 'One variation of a product',
  answers: { 200: { variationV1: '' } },
  kind: 'catalogue',
  params: z.object({
    product_id: pathId().describe('The ID of the product.'),
    id: pathId().describe('The ID of the variation.'),
  }),
  query: z.object(contextParameter),
  errors: ['service_product_variation_invalid_id'],
  async handle(request) {
    const { params, query } = request;
    const { data, ...made } = await variationAnswer(params.product_id, params.id, query.context, request);
    return { ...made, view: { name: 'variationV1', data } };
  },
});
