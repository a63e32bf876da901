import { expect, test } from 'vitest';
import { createClient } from '../src/client.ts';
import { urlOf } from '../src/query.ts';
import { answers, json, refuse } from './answers.fixture.ts';

const pageOf = (route: string) => Number(new URL(route.slice(4), 'http://x').searchParams.get('page'));

test('pages follow Link to the last page', async () => {
  const { url, requests } = await answers(({ route }, response) => {
    const page = pageOf(route);
    const next = page < 3 ? `, <http://x/v2/products?page=${page + 1}>; rel="next"` : '';
    json(response, { products: [{ id: page }] }, 200, {
      Link: `<http://x/v2/products?page=0>; rel="prev"${next}`,
    });
  });
  const ids = [];
  for await (const { id } of createClient({ url }).products.all({ category: 'tea', per_page: 1 }))
    ids.push(id);
  expect(ids).toEqual([1, 2, 3]);
  expect(requests[2]?.route).toBe('GET /v2/products?category=tea&per_page=1&page=3');
});

test('without Link, pages follow X-WP-TotalPages, from the page of the caller', async () => {
  const { url } = await answers(({ route }, response) =>
    json(response, [pageOf(route)], 200, { 'X-WP-TotalPages': '4' }),
  );
  const seen = [];
  const shop = createClient({ url });
  for await (const page of shop.pages('GET /v2/products/tags', { query: { page: 3 } })) seen.push(page);
  expect(seen).toEqual([[3], [4]]);
});

test('a list of products that becomes shorter while it is read ends without an error', async () => {
  const { url } = await answers(({ route }, response) => {
    if (pageOf(route) === 2) refuse(response, 400, 'service_products_invalid_page_number');
    else json(response, { products: [{ id: 1 }] }, 200, { 'X-WP-TotalPages': '2' });
  });
  const shop = createClient({ url });
  const ids = [];
  for await (const { id } of shop.products.all()) ids.push(id);
  expect(ids).toEqual([1]);
  await expect(shop.products.all({ page: 2 }).next()).rejects.toMatchObject({ status: 400 });
});

test('a page is read only when it is needed', async () => {
  const { url, requests } = await answers((_, response) =>
    json(response, { products: [{ id: 1 }, { id: 2 }] }, 200, { 'X-WP-TotalPages': '9' }),
  );
  for await (const { id } of createClient({ url }).products.all()) if (id === 2) break;
  expect(requests).toHaveLength(1);
});

const addressOf = (path: string, values: object, query: object = {}) => {
  const { pathname, search } = urlOf('http://x/shop/', path, { ...values }, query);
  return decodeURIComponent(pathname + search);
};

test('values have the form that the service expects', () => {
  const attributes = [{ attribute: 'pa_size', slug: ['s', 'm'] }];
  const query = { slug: ['a,b', 'c'], include: [1, 2], on_sale: true, tag: undefined, attributes };
  expect(addressOf('/v2/products', {}, query)).toBe(
    '/shop/v2/products?slug[]=a,b&slug[]=c&include=1,2&on_sale=true&attributes[0][attribute]=pa_size&attributes[0][slug]=s,m',
  );
});

test('a parameter of a path cannot lead to another path', () => {
  const { pathname } = urlOf('http://x', '/v2/products/{id}', { id: '../cart?a=1' }, {});
  expect(pathname).toBe('/v2/products/..%2Fcart%3Fa%3D1');
  for (const id of ['', '.', '..', undefined])
    expect(() => addressOf('/v2/products/{id}', { id })).toThrow(TypeError);
});
