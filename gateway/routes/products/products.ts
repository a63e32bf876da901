import { z } from 'zod';
import { readProduct } from '#contracts/catalogue.ts';
import { flag, text } from '../../routing/parameters.ts';
import { route } from '../../routing/route.ts';
import {
  contextParameter,
  ListParametersV2,
  lenientV2,
  listQueryV2,
  withVariationsBySku,
} from './list-query.ts';
import { productAnswer, productsPage } from './product-answers.ts';

/** GET /v2/products: returns filtered and sorted products, page by page. */
export const listProductsRoute = route({
  method: 'GET',
  path: '/v2/products',
  summary: 'Products by filters, page by page',
  answers: { 200: { productsV2: '' } },
  kind: 'catalogue',
  query: ListParametersV2.extend({
    show_reviews: flag().default(false).describe('Whether to return the reviews of products.'),
    return_variations: flag()
      .optional()
      .describe('Whether to return the variations of products; `false` by default.'),
  }),
  lenient: lenientV2,
  errors: ['service_products_invalid_page_number'],
  async handle({ query }, call) {
    const always = call.dialect.variationsInLists === 'always';
    const shows = { variations: query.return_variations ?? always, reviews: query.show_reviews };
    const listQuery = listQueryV2(query, call.dialect);
    const { data, ...made } = await productsPage(
      always ? withVariationsBySku(listQuery) : listQuery,
      shows,
      query.context,
      call,
    );
    return { ...made, view: { name: 'productsV2', data } };
  },
});

/** GET /v2/products/{id}: returns a product by its id, SKU or slug. */
export const readProductRoute = route({
  method: 'GET',
  path: '/v2/products/:id',
  summary: 'A product by its ID, SKU or slug',
  answers: { 200: { productV2: '' } },
  kind: 'catalogue',
  params: z.object({ id: text(200).min(1).describe('The ID, SKU or slug.') }),
  query: z.object({
    ...contextParameter,
    show_reviews: flag().default(false).describe('Whether to return the reviews of the product.'),
  }),
  errors: ['service_product_invalid_id', 'service_unknown_product_id'],
  async handle({ params, query }, call) {
    const reply = await call.ask(readProduct, { reference: params.id, reviews: query.show_reviews });
    const { data, ...made } = productAnswer(reply, params.id, query.context);
    return { ...made, view: { name: 'productV2', data } };
  },
});
