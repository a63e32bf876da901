import { beforeEach, describe, expect, test } from 'vitest';
import { refusal } from '#platform/errors/errors.ts';
import { natsFixture } from '#platform/testing/engines.ts';
import { aReview } from '../testing/catalogue-samples.ts';
import { GatewayFixture, until } from '../testing/fixture.ts';
import { aCard, aProduct, aVariation } from '../testing/samples.ts';

const site = new GatewayFixture(natsFixture());
const cocart = '/wp-json/cocart';
const products = (count: number) =>
  Array.from({ length: count }, (_, index) => aProduct({ id: 100 + index }));

/** What each test asks for differs by this, so that none is answered from another one's cache. */
let salt = 0;
beforeEach(() => {
  salt += 1;
});
const own = (path: string) => `${path}${path.includes('?') ? '&' : '?'}exclude=${salt}`;

const idsOf = (body: { products?: { id: number }[] } | { id: number }[]) =>
  (Array.isArray(body) ? body : (body.products ?? [])).map(({ id }) => id);

describe.each(['', cocart])('on the mount %j', (mount) => {
  test('v2 gives an envelope that its headers repeat, v1 a bare list', async () => {
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

  test('a page past the end is an error that says how many there are', async () => {
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

test('the first page of nothing is empty, and there is no second one', async () => {
  site.fakes.lists.products = [];
  const { status, body, headers } = await site.get(own('/v2/products'));
  expect([status, body]).toMatchObject([200, { products: [], page: 1, total_pages: 0, total_products: 0 }]);
  expect([headers.get('X-WP-Total'), headers.get('Link')]).toEqual(['0', null]);
  expect((await site.get(own('/v1/products'))).body).toEqual([]);
  expect((await site.get(own('/v2/products?page=2'))).status).toBe(400);
});

test('an offset replaces the page, which then is never past the end', async () => {
  site.fakes.lists.products = products(12);
  const { status, body } = await site.get(own('/v2/products?offset=10&page=9'));
  expect([status, idsOf(body)]).toEqual([200, [110, 111]]);
});

test('what does not fit into one message is asked for until it is there, in order', async () => {
  Object.assign(site.fakes.lists, { products: products(12), portion: 5 });
  const { body } = await site.get(own('/v2/products?per_page=12&show_reviews=1&return_variations=1'));
  expect(idsOf(body)).toEqual(products(12).map(({ id }) => id));
  expect(site.fakes.heard.map(({ operation }) => operation)).toEqual([
    'catalogue.list-products',
    'catalogue.read-products',
    'catalogue.read-products',
  ]);
  expect(site.fakes.last.request).toMatchObject({
    ids: [110, 111],
    shows: { variations: true, reviews: true },
  });
});

test('a list whose rest brings nothing is a fault, not a loop', async () => {
  Object.assign(site.fakes.lists, { products: products(3), portion: 0 });
  expect((await site.get(own('/v2/products'))).status).toBe(500);
  expect(site.fakes.count('catalogue.read-products')).toBe(1);
});

test('what the service refuses comes through in the mount’s words', async () => {
  site.fakes.lists.refuses = refusal('service_unavailable', { retry_after: 1 });
  const { status, headers } = await site.get(own('/v2/products'));
  expect([status, headers.get('Retry-After')]).toEqual([503, '1']);
});

test('fields cut each product of a v1 list, and the envelope of v2', async () => {
  expect((await site.get(own('/v1/products?_fields=id'))).body).toEqual([{ id: 13 }]);
  expect((await site.get(own('/v2/products?fields=products.id,page'))).body).toEqual({
    products: [{ id: 13 }],
    page: 1,
  });
});

test('a v1 product is asked for by its id alone', async () => {
  expect((await site.get('/v1/products/13')).body.id).toBe(13);
  expect(site.fakes.last.request).toMatchObject({ reference: '13', by: 'id' });
  expect((await site.get('/v1/products/999999')).body.code).toBe('service_product_invalid_id');
  expect((await site.get('/v1/products/woo-tshirt')).body.code).toBe('rest_no_route');
});

describe.each(['v1', 'v2'])('variations in %s', (version) => {
  test('are a bare list with its headers, and empty past the end', async () => {
    site.fakes.lists.variations = [54, 55, 56].map((id) => aVariation({ id }));
    const { body, headers } = await site.get(own(`/${version}/products/13/variations?per_page=2`));
    expect([idsOf(body), headers.get('X-WP-Total'), headers.get('X-WP-TotalPages')]).toEqual([
      [54, 55],
      '3',
      '2',
    ]);
    expect(headers.get('Link')).toContain('page=2>; rel="next"');
    const past = await site.get(own(`/${version}/products/13/variations?page=9`));
    expect([past.status, past.body]).toEqual([200, []]);
  });

  test('of what has none, or is not there, are an empty list', async () => {
    for (const id of [999, 0]) {
      const { status, body } = await site.get(own(`/${version}/products/${id}/variations`));
      expect([status, body]).toEqual([200, []]);
    }
  });

  test('are read one by one, below their own product only', async () => {
    expect((await site.get(`/${version}/products/13/variations/54`)).body.id).toBe(54);
    for (const path of ['14/variations/54', '13/variations/999', '13/variations/0']) {
      const { status, body } = await site.get(`/${version}/products/${path}`);
      const told = [status, body.code, body.data];
      expect(told).toEqual([404, 'service_product_variation_invalid_id', { status: 404 }]);
    }
  });

  test.each(['abc/variations', 'abc/variations/54', '13/variations/abc', '1.5/variations', '-1/variations'])(
    '%s is no route',
    async (path) => {
      const { status, body } = await site.get(`/${version}/products/${path}`);
      expect([status, body.code]).toEqual([404, 'rest_no_route']);
      expect(site.fakes.heard).toEqual([]);
    },
  );

  test('are dropped when their product changes, and only then', async () => {
    const path = own(`/${version}/products/13/variations`);
    const witness = own(`/${version}/products`);
    await site.get(path);
    await site.get(witness);
    site.fakes.change(aProduct({ id: 7_777 }));
    await until(async () => (await site.get(witness)).headers.get('CoCart-Cache') === 'MISS');
    expect((await site.get(path)).headers.get('CoCart-Cache')).toBe('HIT');
    site.fakes.change(aProduct());
    await until(async () => (await site.get(path)).headers.get('CoCart-Cache') === 'MISS');
  });
});

test('a product is in nothing’s way: names below products are not taken for its SKU', async () => {
  for (const name of ['categories', 'tags', 'brands', 'attributes', 'reviews']) {
    site.fakes.products.set(name, aProduct({ sku: name }));
    expect(Array.isArray((await site.get(own(`/v2/products/${name}`))).body)).toBe(true);
  }
  expect(site.fakes.count('catalogue.read-product')).toBe(0);
});

/** Every cached route with a good answer. */
const reads = [
  '/v2/products',
  '/v2/products/13',
  '/v2/products/13/variations',
  '/v2/products/13/variations/54',
  '/v2/products/categories',
  '/v2/products/categories/17',
  '/v2/products/tags',
  '/v2/products/tags/35',
  '/v2/products/brands',
  '/v2/products/brands/80',
  '/v2/products/attributes',
  '/v2/products/attributes/3',
  '/v2/products/attributes/3/terms',
  '/v2/products/attributes/3/terms/31',
  '/v2/products/reviews',
  '/v2/products/reviews/501',
  '/v2/store',
  '/v1/products',
  '/v1/products/13',
  '/v1/products/13/variations',
  '/v1/products/13/variations/54',
  '/v1/products/categories',
  '/v1/products/categories/17',
  '/v1/products/tags',
  '/v1/products/tags/35',
  '/v1/products/attributes',
  '/v1/products/attributes/3',
  '/v1/products/attributes/3/terms',
  '/v1/products/attributes/3/terms/31',
  '/v1/products/reviews',
  '/v1/products/reviews/501',
];

describe.each(['', cocart])('on the mount %j', (mount) => {
  test.each(reads)('%s is made once, kept, tagged, and has its headers for HEAD', async (path) => {
    const address = `${mount}${path}?_fields=id,name,x${salt}`;
    const first = await site.get(address);
    const heard = site.fakes.heard.length;
    const tag = first.headers.get('ETag') ?? '';
    const second = await site.get(`${address}&cart_key=abcdefghijklmnopqrst`);
    const held = await site.get(address, { 'If-None-Match': tag });
    expect([first.status, second.status, held.status]).toEqual([200, 200, 304]);
    expect([first, second, held].map(({ headers }) => headers.get('CoCart-Cache'))).toEqual([
      'MISS',
      'HIT',
      'HIT',
    ]);
    expect([second.body, held.body, heard, site.fakes.heard.length]).toEqual([first.body, null, 1, 1]);
    const head = await site.send('HEAD', address);
    const anew = await site.send('HEAD', `${mount}${path}?_fields=id,head${salt}`);
    expect([head.status, head.body, anew.status, anew.body]).toEqual([200, null, 200, null]);
    expect(anew.headers.get('CoCart-Cache')).toBe('MISS');
    for (const name of ['ETag', 'Content-Length', 'Content-Type', 'X-WP-Total', 'X-WP-TotalPages', 'Link']) {
      expect([name, head.headers.get(name)]).toEqual([name, first.headers.get(name)]);
    }
  });

  test.each(reads.filter((path) => !/13|store/.test(path)))(
    '%s is dropped by a change of any product',
    async (path) => {
      const address = `${mount}${path}?_fields=id,y${salt}`;
      await site.get(address);
      expect((await site.get(address)).headers.get('CoCart-Cache')).toBe('HIT');
      site.fakes.change(aProduct({ id: 8_888 }));
      await until(async () => (await site.get(address)).headers.get('CoCart-Cache') === 'MISS');
    },
  );
});

test('the store stays when products change, and goes with the settings', async () => {
  const witness = own('/v2/products');
  await site.get('/v2/store');
  await site.get(witness);
  site.fakes.change(aProduct({ id: 8_888 }));
  await until(async () => (await site.get(witness)).headers.get('CoCart-Cache') === 'MISS');
  expect((await site.get('/v2/store')).headers.get('CoCart-Cache')).toBe('HIT');
  site.fakes.changeSettings();
  await until(async () => (await site.get('/v2/store')).headers.get('CoCart-Cache') === 'MISS');
});

test('no list is served beyond the moment at which a sale begins or ends', async () => {
  const end = Date.now() + 500;
  site.fakes.holdsUntil = end;
  const path = own('/v2/products');
  await site.get(path);
  site.fakes.holdsUntil = null;
  await until(async () => (await site.get(path)).headers.get('CoCart-Cache') === 'MISS');
  expect(Date.now()).toBeGreaterThanOrEqual(end);
});

test('a product shows its own reviews and is dropped with a product on its page', async () => {
  site.fakes.lists.reviews = [aReview()];
  site.fakes.products.set('300', aProduct({ id: 300, related: [aCard({ id: 301 })] }));
  await site.get('/v1/products/300');
  site.fakes.change(aProduct({ id: 301 }));
  await until(async () => (await site.get('/v1/products/300')).headers.get('CoCart-Cache') === 'MISS');
});
