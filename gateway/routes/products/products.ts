import { z } from 'zod';
import { maxQuantity } from '#contracts/cart.ts';
import { readShippingRates } from '#contracts/cart-charges.ts';
import { commandErrors } from '#contracts/cart-commands.ts';
import { readProduct } from '#contracts/catalogue.ts';
import { countFacets } from '#contracts/facets.ts';
import { keyHeaders } from '../../http/answer.ts';
import { flag, idText, pathId, text, wholeNumber } from '../../routing/parameters.ts';
import { route } from '../../routing/route.ts';
import {
  contextParameter,
  ListParametersV1,
  ListParametersV2,
  lenientV1,
  lenientV2,
  listQueryV1,
  listQueryV2,
  withVariationsBySku,
} from './list-query.ts';
import { productAnswer, productsPage, searchHeaders } from './product-answers.ts';

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
  async handle(request) {
    const { query } = request;
    const always = request.dialect.variationsInLists === 'always';
    const shows = { variations: query.return_variations ?? always, reviews: query.show_reviews };
    const listQuery = listQueryV2(query, request.dialect);
    const { data, ...made } = await productsPage(
      always ? withVariationsBySku(listQuery) : listQuery,
      shows,
      query.context,
      request,
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
  async handle(request) {
    const { params, query } = request;
    const reply = await request.ask(readProduct, { reference: params.id, reviews: query.show_reviews });
    const { data, ...made } = productAnswer(reply, params.id, query.context);
    return { ...made, view: { name: 'productV2', data } };
  },
});

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
  async handle(request) {
    const { query } = request;
    const { return_variations: variations = false, show_reviews: reviews = false } = query;
    const shows = { variations, reviews };
    const listQuery = listQueryV1(query, request.dialect);
    const bySku = request.dialect.variationsInLists === 'always';
    const { data, ...made } = await productsPage(
      bySku ? withVariationsBySku(listQuery) : listQuery,
      shows,
      query.context,
      request,
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
  async handle(request) {
    const { params, query } = request;
    const reference = String(params.id);
    const reply = await request.ask(readProduct, { reference, by: 'id' });
    const { data, ...made } = productAnswer(reply, reference, query.context);
    return { ...made, view: { name: 'productV1', data } };
  },
});

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
  async handle(request) {
    const { query } = request;
    const listQuery = listQueryV2(query, request.dialect);
    const bySku = request.dialect.variationsInLists === 'always';
    const { facets, total, units, similar, holdsUntil, asOf } = await request.ask(countFacets, {
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

const part = idText(200).default('');

/**
 * GET /v2/products/{id}/shipping-rates: returns the shipping rates of a product as a map by key, for a
 * quantity and a destination. Without a country, the destination of the caller's cart is used.
 */
export const readShippingRatesRoute = route({
  method: 'GET',
  path: '/v2/products/:id/shipping-rates',
  summary: 'The shipping rates of a product',
  answers: { 200: { shippingRates: '' } },
  kind: 'cart',
  params: z.object({ id: text(100).min(1).describe('The ID, SKU or slug.') }),
  query: z.object({
    quantity: wholeNumber(1, maxQuantity).default(1).describe('The quantity.'),
    country: part.describe('The two-letter code of the country; empty for the destination of the cart.'),
    state: part.describe('The code of the state.'),
    postcode: part.describe('The postcode.'),
    city: part.describe('The city.'),
  }),
  errors: ['service_cart_error', 'service_product_invalid_id', ...commandErrors['set-destination']],
  async handle(request) {
    const {
      params,
      query: { quantity, country, state, postcode, city },
    } = request;
    const destination = { country, state, postcode, city };
    const data = await request.ask(readShippingRates, { reference: params.id, quantity, destination });
    return { view: { name: 'shippingRates', data }, headers: keyHeaders(request.cartKey) };
  },
});
