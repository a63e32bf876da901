import { expect, test } from 'vitest';
import { natsFixture } from '#testing/engines.ts';
import { GatewayFixture } from '#testing/gateway/fixture.ts';

const site = new GatewayFixture(natsFixture());
const path = '/v2/products/facets?category=coffee&min_price=5&search=mug&page=3';

test.each([
  ['', 'Tea & Herbs'],
  ['/wp-json/cocart', 'Tea &amp; Herbs'],
])('on the mount %j facets are counted for the filters of a list, and cached', async (mount, name) => {
  const { status, body } = await site.get(mount + path);
  expect([status, body]).toEqual([
    200,
    {
      total_products: 7,
      categories: [{ id: 2, name, slug: 'tea', parent: 1, count: 3 }],
      tags: [],
      brands: [],
      attributes: [
        {
          id: 3,
          name: 'Colour',
          slug: 'pa_colour',
          terms: [{ id: 9, name: 'Red', slug: 'red', count: 1 }],
        },
      ],
      ratings: [{ rating: 5, count: 2 }],
      stock_statuses: [{ stock_status: 'instock', count: 7 }],
      prices: {
        min_price: '5.00',
        max_price: '12.50',
        bands: [{ min_price: '5.00', max_price: '9.99', count: 7 }],
      },
    },
  ]);
  expect(site.fakes.last.request).toMatchObject({
    query: { categories: { terms: ['coffee'], operator: 'in' }, minPrice: '5', search: 'mug' },
  });
  const asked = site.fakes.count('catalogue.count-facets');
  const again = await site.get(mount + path);
  expect([again.body, site.fakes.count('catalogue.count-facets')]).toEqual([body, asked]);
  const { body: fields } = await site.get(`${mount}/v2/products/facets?_fields=total_products`);
  expect(fields).toEqual({ total_products: 7 });
});

test('invalid parameters are refused as in lists', async () => {
  expect((await site.get('/v2/products/facets?stock_status=none')).status).toBe(400);
});
