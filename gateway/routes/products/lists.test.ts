import { beforeEach, describe, expect, test } from 'vitest';
import { refusal } from '#platform/errors/errors.ts';
import { natsFixture } from '#testing/engines.ts';
import { GatewayFixture } from '#testing/gateway/fixture.ts';
import { aCard, aProduct } from '#testing/gateway/samples.ts';
import { until } from '#testing/until.ts';

const site = new GatewayFixture(natsFixture());
const cocart = '/wp-json/cocart';
const products = (count: number) =>
  Array.from({ length: count }, (_, index) => aProduct({ id: 100 + index }));

/** Makes each test's requests unique, so that no test gets a cached answer of another test. */
let salt = 0;
beforeEach(() => {
  salt += 1;
});
const own = (path: string) => `${path}${path.includes('?') ? '&' : '?'}exclude=${salt}`;

const idsOf = (body: { products?: { id: number }[] } | { id: number }[]) =>
  (Array.isArray(body) ? body : (body.products ?? [])).map(({ id }) => id);

describe.each(['', cocart])('on the mount %j', (mount) => {
  test('v2 returns an object with the paging data of the headers, v1 an array', async () => {
    site.fakes.lists.products = products(12);
    for (const version of ['v1', 'v2']) {
      const { status, body, headers } = await site.get(own(`${mount}/${version}/products?per_page=5&page=2`));
      expect([status, idsOf(body)]).toEqual([200, [105, 106, 107, 108, 109]]);
      expect([headers.get('X-WP-Total'), headers.get('X-WP-TotalPages')]).toEqual(['12', '3']);
      const address = `https://api.example${mount}/${version}/products`;
      const link = (page: number) => `<${address}?per_page=5&exclude=${salt}&page=${page}>`;
      expect(headers.get('Link')).toBe(`${link(1)}; rel="prev", ${link(3)}; rel="next"`);
      if (version === 'v2') {
        const { products: _products, ...envelope } = body;
        expect(envelope).toMatchObject({ page: 2, total_pages: 3, total_products: 12 });
      }
    }
  });

  test('a list of similar results has the header Search-Match, from the cache too', async () => {
    site.fakes.lists.similar = true;
    for (const path of ['/v1/products', '/v2/products', '/v2/products/13/variations']) {
      const address = own(`${mount}${path}?search=hoodje`);
      const marks = [await site.get(address), await site.get(address)];
      expect(marks.map(({ headers }) => headers.get('Search-Match'))).toEqual(['similar', 'similar']);
    }
    site.fakes.lists.similar = false;
    expect((await site.get(own(`${mount}/v2/products?search=hood`))).headers.get('Search-Match')).toBeNull();
  });

  test('a page past the end is an error with the number of pages', async () => {
    site.fakes.lists.products = products(12);
    const prefix = mount === '' ? 'service' : 'cocart';
    for (const version of ['v1', 'v2']) {
      const { status, body, headers } = await site.get(own(`${mount}/${version}/products?page=3`));
      expect([status, body.code, body.data]).toEqual([
        400,
        `${prefix}_products_invalid_page_number`,
        { status: 400, total_pages: 2 },
      ]);
      expect(headers.get('Cache-Control')).toBe('no-store');
    }
  });
});

test('the first page of an empty list is empty, and there is no second page', async () => {
  site.fakes.lists.products = [];
  const { status, body, headers } = await site.get(own('/v2/products'));
  expect([status, body]).toMatchObject([200, { products: [], page: 1, total_pages: 0, total_products: 0 }]);
  expect([headers.get('X-WP-Total'), headers.get('Link')]).toEqual(['0', null]);
  expect((await site.get(own('/v1/products'))).body).toEqual([]);
  expect((await site.get(own('/v2/products?page=2'))).status).toBe(400);
});

test('with an offset the page number is ignored, so no page is past the end', async () => {
  site.fakes.lists.products = products(12);
  const { status, body } = await site.get(own('/v2/products?offset=10&page=9'));
  expect([status, idsOf(body)]).toEqual([200, [110, 111]]);
});

/** Returns products that no other test has. */
const unseen = (count: number) => products(count).map((one) => ({ ...one, sku: `unseen-${salt}` }));
const list = 'catalogue.list-products';
const read = 'catalogue.read-products';
const heard = () => site.fakes.heard.map(({ operation }) => operation);

test('products that did not fit into one reply are read in order', async () => {
  Object.assign(site.fakes.lists, { products: unseen(12), portion: 5 });
  const { body } = await site.get(own('/v2/products?per_page=12&show_reviews=1&return_variations=1'));
  expect(idsOf(body)).toEqual(products(12).map(({ id }) => id));
  expect(heard()).toEqual([list, read, read, read]);
  expect(site.fakes.last.request).toMatchObject({
    ids: [110, 111],
    shows: { variations: true, reviews: true },
  });
});

test('only products that the gateway does not have yet are read', async () => {
  const before = unseen(4);
  site.fakes.lists.products = before;
  await site.get(own('/v2/products?_skip_cache=1'));
  await site.get(own('/v1/products?_skip_cache=1&_fields=id'));
  expect(heard()).toEqual([list, read, list]);
  site.fakes.lists.products = before.map((one) => (one.id === 102 ? { ...one, name: 'Renamed' } : one));
  const { body } = await site.get(own('/v2/products?_skip_cache=1'));
  expect(body.products.map(({ name }: { name: string }) => name)).toEqual(
    before.map(({ id, name }) => (id === 102 ? 'Renamed' : name)),
  );
  expect(heard()).toEqual([list, read, list, list, read]);
  expect(site.fakes.last.request).toMatchObject({ ids: [102] });
});

test('if a product of a list is gone, the list is requested once more; the second time, the answer is 503', async () => {
  Object.assign(site.fakes.lists, { products: unseen(3), gone: [101] });
  const { status, headers } = await site.get(own('/v2/products'));
  expect([status, headers.get('Retry-After')]).toEqual([503, '1']);
  expect(heard()).toEqual([list, read, list, read]);
});

test('a reply without products is a fault and does not cause an endless loop', async () => {
  Object.assign(site.fakes.lists, { products: unseen(3), portion: 0 });
  expect((await site.get(own('/v2/products'))).status).toBe(500);
  expect(site.fakes.count('catalogue.read-products')).toBe(1);
});

test('an error of the service is answered in the mount’s dialect', async () => {
  site.fakes.lists.refuses = refusal('service_unavailable', { retry_after: 1 });
  const { status, headers } = await site.get(own('/v2/products'));
  expect([status, headers.get('Retry-After')]).toEqual([503, '1']);
});

test('fields select members of each product in a v1 list, and of the object and its products in v2', async () => {
  expect((await site.get(own('/v1/products?_fields=id'))).body).toEqual([{ id: 13 }]);
  expect((await site.get(own('/v2/products?fields=products.id,page'))).body).toEqual({
    products: [{ id: 13 }],
    page: 1,
  });
});

test('a v1 product is found by its id only', async () => {
  expect((await site.get('/v1/products/13')).body.id).toBe(13);
  expect(site.fakes.last.request).toMatchObject({ reference: '13', by: 'id' });
  expect((await site.get('/v1/products/999999')).body.code).toBe('service_product_invalid_id');
  expect((await site.get('/v1/products/woo-tshirt')).body.code).toBe('rest_no_route');
});

test('names of routes below products are not treated as SKUs', async () => {
  for (const name of ['categories', 'tags', 'brands', 'attributes', 'reviews']) {
    site.fakes.products.set(name, aProduct({ sku: name }));
    expect(Array.isArray((await site.get(own(`/v2/products/${name}`))).body)).toBe(true);
  }
  expect(site.fakes.count('catalogue.read-product')).toBe(0);
});

test('a cached v1 product is removed when a product on its page changes', async () => {
  site.fakes.products.set('300', aProduct({ id: 300, related: [aCard({ id: 301 })] }));
  await site.get('/v1/products/300');
  site.fakes.change(aProduct({ id: 301 }));
  await until(async () => (await site.get('/v1/products/300')).headers.get('CoCart-Cache') === 'MISS');
});

describe('lists on the CoCart mount', () => {
  const asked = async (path: string) => {
    expect((await site.get(own(path))).status).toBe(200);
    return site.fakes.last.request as { query: { skus: string[]; types: string[] }; shows: object };
  };

  test('contain variations by default on the CoCart mount, on request on others', async () => {
    const shown = async (path: string) => (await asked(path)).shows;
    const [inside, apart] = [
      { variations: true, reviews: false },
      { variations: false, reviews: false },
    ];
    expect(await shown(`${cocart}/v2/products`)).toEqual(inside);
    expect(await shown(`${cocart}/v2/products?return_variations=false`)).toEqual(apart);
    expect(await shown('/v2/products')).toEqual(apart);
    expect(await shown(`${cocart}/v1/products`)).toEqual(apart);
    expect(await shown(`${cocart}/v1/products?return_variations=true`)).toEqual(inside);
    expect(await shown('/v1/products?return_variations=true')).toEqual(apart);
  });

  test('find variations by their SKU', async () => {
    for (const version of ['v1', 'v2']) {
      expect((await asked(`${cocart}/${version}/products?sku=mug-red`)).query.types).toContain('variation');
      expect((await asked(`/${version}/products?sku=mug-red`)).query.types ?? []).toEqual([]);
    }
  });

  test('ignore unknown values, which the root refuses', async () => {
    for (const query of ['order=sideways', 'rating=6', 'min_price=abc']) {
      for (const path of [
        'v1/products',
        'v2/products',
        'v1/products/52/variations',
        'v2/products/52/variations',
      ]) {
        await asked(`${cocart}/${path}?${query}`);
        expect((await site.get(own(`/${path}?${query}`))).body.code).toBe('rest_invalid_param');
      }
    }
  });

  test('link to the previous and next page with all parameters', async () => {
    site.fakes.lists.products = products(12);
    const { body } = await site.get(own(`${cocart}/v2/products?per_page=5&page=2`));
    const address = `https://api.example${cocart}/v2/products?per_page=5&exclude=${salt}`;
    expect(body._links).toEqual({
      prev: [{ href: `${address}&page=1` }],
      next: [{ href: `${address}&page=3` }],
    });
    expect((await site.get(own('/v2/products?per_page=5'))).body).not.toHaveProperty('_links');
  });

  test('of categories accept an offset', async () => {
    const offset = async (path: string) => {
      await site.get(own(path));
      return (site.fakes.last.request as { offset: number | null }).offset ?? null;
    };
    for (const version of ['v1', 'v2']) {
      expect(await offset(`${cocart}/${version}/products/categories?offset=3`)).toBe(3);
      expect(await offset(`/${version}/products/categories?offset=3`)).toBe(null);
    }
  });
});
