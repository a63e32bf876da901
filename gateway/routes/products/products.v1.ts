import { z } from 'zod';
import { readProduct } from '#contracts/catalogue.ts';
import { pathId } from '../../routing/parameters.ts';
import { route } from '../../routing/route.ts';
import {
  contextParameter,
  ListParametersV1,
  lenientV1,
  listQueryV1,
  withVariationsBySku,
} from './list-query.ts';
import { productAnswer, productsPage } from './product-answers.ts';

/** GET /v1/products: returns an array of products. */
export const listProductsRouteV1 = route({
  method: 'GET',
  path: '/v1/products',
  summary: 'Products by filters, page by page',
  answers: { 200: { productsV1: '' } },
  kind: 'catalogue',
  query: ListParametersV1,
  lenient: lenientV1,
  errors: ['service_products_invalid_page_number'],
  async handle({ query }, call) {
    const { return_variations: variations = false, show_reviews: reviews = false } = query;
    const shows = { variations, reviews };
    const listQuery = listQueryV1(query, call.dialect);
    const bySku = call.dialect.variationsInLists === 'always';
    const { data, ...made } = await productsPage(
      bySku ? withVariationsBySku(listQuery) : listQuery,
      shows,
      query.context,
      call,
    );
    return { ...made, view: { name: 'productsV1', data } };
  },
});

/** GET /v1/products/{id}: returns a product by its id. A SKU or slug is not accepted. */
export const readProductRouteV1 = route({
  method: 'GET',
  path: '/v1/products/:id',
  summary: 'A product by its ID',
  answers: { 200: { productV1: '' } },
  kind: 'catalogue',
  params: z.object({ id: pathId().describe('The ID.') }),
  query: z.object(contextParameter),
  errors: ['service_product_invalid_id'],
  async handle({ params, query }, call) {
    const reference = String(params.id);
    const reply = await call.ask(readProduct, { reference, by: 'id' });
    const { data, ...made } = productAnswer(reply, reference, query.context);
    return { ...made, view: { name: 'productV1', data } };
  },
});
