import { expect, test } from 'vitest';
import { z } from 'zod';
import { product, variation } from '../../gateway/views/service/product.ts';
import { service } from '../../gateway/views/service.ts';
import { reviewViews } from '../../gateway/views/shared/reviews.ts';
import { InvalidParam, MissingParam, otherRefusal } from './refusal-schemas.ts';
import { openShop } from './shop.ts';
import { productOf, variationOf } from './shown-products.ts';

const shop = openShop();
const { views } = service;

const ProductList = z.strictObject({
  products: z.array(product.schema),
  page: z.int(),
  total_pages: z.int(),
  total_products: z.int(),
});

async function list(query: string) {
  const { status, headers, body } = await shop.get(`/v2/products${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return { headers, ...ProductList.parse(body) };
}

/** Paths that the service refuses, with the code and status of the error. */
const refused: readonly (readonly [path: string, code: string, status: number])[] = [
  ['/v2/products/999999', 'service_product_invalid_id', 404],
  ['/v2/products/no-such-sku', 'service_unknown_product_id', 404],
  ['/v2/products/44', 'service_product_invalid_id', 404],
  ['/v1/products/999999', 'service_product_invalid_id', 404],
  ['/v2/products/59/variations/54', 'service_product_variation_invalid_id', 404],
  ['/v1/products/52/variations/999', 'service_product_variation_invalid_id', 404],
  ['/v2/products?page=99', 'service_products_invalid_page_number', 400],
  ['/v1/products?page=99', 'service_products_invalid_page_number', 400],
  ['/v2/products/attributes/999', 'service_attribute_invalid', 404],
  ['/v2/products/attributes/999/terms', 'service_taxonomy_invalid', 404],
  ['/v2/products/attributes/2/terms/999', 'service_term_invalid', 404],
  ['/v2/products/categories/999', 'service_term_invalid', 404],
  ['/v2/products/tags/999', 'service_term_invalid', 404],
  ['/v2/products/brands/999', 'service_term_invalid', 404],
  ['/v2/products/reviews/999', 'service_cannot_view_review', 404],
];

test('[7 codes of the catalogue] cover each request for a resource that does not exist', async () => {
  for (const [path, code, status] of refused) {
    const answer = await shop.get(path);
    expect(answer.status, path).toBe(status);
    otherRefusal(code, status).parse(answer.body);
  }
});

test('[7 codes of the catalogue] cover each invalid parameter', async () => {
  const { status, body } = await shop.get('/v2/products?per_page=0&orderby=nope&after=notadate');
  expect(status).toBe(400);
  expect(Object.keys(InvalidParam.parse(body).data.params).sort()).toEqual(['after', 'orderby', 'per_page']);
});

test('[7 codes of the catalogue] name the missing part of a review', async () => {
  const { status, body } = await shop.send('POST', '/v2/products/reviews', { body: '{}' });
  expect(status).toBe(400);
  expect(MissingParam.parse(body).data.params.sort()).toEqual([
    'product_id',
    'review',
    'reviewer',
    'reviewer_email',
  ]);
});

test('[1 catalogue] can be read completely; only reviews can be written', async () => {
  const all = await list('?per_page=100');
  expect([all.products.length, all.total_products, all.total_pages]).toEqual([33, 33, 1]);
  expect(all.headers.get('x-wp-total')).toBe('33');
  for (const path of ['categories', 'tags', 'attributes', 'attributes/2/terms', 'reviews', 'brands']) {
    expect((await shop.get(`/v2/products/${path}`)).status, path).toBe(200);
  }
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    for (const path of ['/v2/products/13', '/v2/products', '/v2/products/categories/17']) {
      expect((await shop.send(method, path, { body: '{}' })).status, `${method} ${path}`).toBe(404);
    }
  }
});

test('[1 catalogue] shows approved reviews without the author’s e-mail address', async () => {
  const { body } = await shop.get('/v2/products/reviews?product=14');
  reviewViews.reviews.schema.parse(body);
  const reviews = z.array(z.object({ id: z.int() })).parse(body);
  expect(reviews.map(({ id }) => id).sort()).toEqual([4, 5, 6]);
  expect(JSON.stringify(body)).not.toContain('@');
});

test('[9.1 products and variations] are read under both versions', async () => {
  expect(views.productV1.schema.parse((await shop.get('/v1/products/52')).body)).toMatchObject({ id: 52 });
  expect(productOf((await shop.get('/v2/products/52')).body).id).toBe(52);
  expect(views.variationsV1.schema.parse((await shop.get('/v1/products/52/variations')).body)).toHaveLength(
    6,
  );
  expect(z.array(variation.schema).parse((await shop.get('/v2/products/52/variations')).body)).toHaveLength(
    6,
  );
  const one = await shop.get('/v1/products/52/variations/54');
  expect(views.variationV1.schema.parse(one.body)).toMatchObject({ id: 54 });
  expect(variationOf((await shop.get('/v2/products/52/variations/54')).body).id).toBe(54);
});

test('[9.2 shapes] differ: v1 is flat, v2 in groups', async () => {
  const { body: one } = await shop.get('/v1/products/13');
  const { body: two } = await shop.get('/v2/products/13');
  expect(one).toMatchObject({ price: '18.00', date_created: '2026-11-21T09:02:10' });
  expect(two).toMatchObject({ prices: { price: '18.00' }, dates: { created: '2026-11-21T09:02:10' } });
  expect(views.productV1.schema.safeParse(two).success).toBe(false);
  expect(product.schema.safeParse(one).success).toBe(false);
});
