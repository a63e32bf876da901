import { beforeEach, expect, test } from 'vitest';
import { natsFixture } from '#testing/engines.ts';
import { GatewayFixture } from '#testing/gateway/fixture.ts';
import { aCard, aPrice, aProduct } from '#testing/gateway/samples.ts';
import { until } from '#testing/until.ts';

const site = new GatewayFixture(natsFixture());

/** Each test uses another product, so that no test gets a cached answer of another test. */
let id = 1_000;
beforeEach(() => {
  id += 1;
  site.fakes.products.set(String(id), aProduct({ id }));
});

async function get(path: string, headers: Record<string, string> = {}) {
  const answer = await site.get(path, headers);
  return { ...answer, cache: answer.headers.get('CoCart-Cache') };
}

test('a product is read once and then cached, on each mount in its dialect', async () => {
  const path = `/v2/products/${id}`;
  const first = await get(path);
  const second = await get(path);
  const cocart = await get(`/wp-json/cocart${path}`);
  expect([first.cache, second.cache, cocart.cache]).toEqual(['MISS', 'HIT', 'MISS']);
  expect(second.body).toEqual(first.body);
  expect([first.body.prices.price, cocart.body.prices.price]).toEqual(['18.00', '1800']);
  expect(cocart.body.add_to_cart.rest_url).toBe(
    `https://api.example/wp-json/cocart/v2/cart/add-item?id=${id}&quantity=1`,
  );
  expect(site.fakes.count('catalogue.read-product')).toBe(2);
});

test('the answer may be cached by others for a short time and has an ETag', async () => {
  const { headers } = await get(`/v2/products/${id}`);
  expect(headers.get('Cache-Control')).toBe('public, max-age=0, s-maxage=30, stale-while-revalidate=60');
  expect(headers.get('Vary')).toBe('Authorization, Origin, Accept-Encoding, Prefer');
  expect(headers.get('ETag')).toMatch(/^"[\w-]{27}"$/);
  expect(headers.get('Content-Type')).toBe('application/json; charset=utf-8');
});

test.each([(tag: string) => tag, (tag: string) => `W/${tag}`, (tag: string) => `"other", ${tag}`, () => '*'])(
  'a client that has the answer gets 304 without a body, from the cache or not',
  async (write) => {
    const path = `/v2/products/${id}`;
    const tag = (await get(path)).headers.get('ETag') ?? '';
    const headers = { 'If-None-Match': write(tag) };
    const hit = await get(path, headers);
    const miss = await get(`${path}?show_reviews=0`, headers);
    expect([hit.status, hit.body, hit.headers.get('ETag')]).toEqual([304, null, tag]);
    expect([miss.status, miss.cache]).toEqual([304, 'HIT']);
    expect((await get(path, { 'If-None-Match': '"other"' })).status).toBe(200);
  },
);

test('with _skip_cache the answer is complete, even if the client or the cache has it', async () => {
  const path = `/v2/products/${id}`;
  const tag = (await get(path)).headers.get('ETag') ?? '';
  for (const value of ['true', '1']) {
    const { status, cache } = await get(`${path}?_skip_cache=${value}`, { 'If-None-Match': tag });
    expect([status, cache]).toEqual([200, 'SKIP']);
  }
  expect((await get(`${path}?_skip_cache=0`)).cache).toBe('HIT');
});

test('parameters that are not declared make no other cached answer', async () => {
  const path = `/v2/products/${id}`;
  await get(path);
  expect((await get(`${path}?cart_key=abcdefghijklmnopqrst&utm=1`)).cache).toBe('HIT');
  expect((await get(`${path}?show_reviews=false`)).cache).toBe('HIT');
  expect((await get(`${path}?show_reviews=true`)).cache).toBe('MISS');
  const some = await get(`${path}?_fields=id,prices.price`);
  expect([some.cache, some.body]).toEqual(['MISS', { id, prices: { price: '18.00' } }]);
});

test('a SKU may contain blanks, slashes and any letters', async () => {
  for (const sku of ['A b', 'a/b', 'größe-42', '13%']) {
    site.fakes.products.set(sku, aProduct({ id, sku }));
    expect((await get(`/v2/products/${encodeURIComponent(sku)}`)).body.sku).toBe(sku);
  }
});

test('a missing product is 404 in the mount’s dialect, and not cached', async () => {
  const { status, body, headers } = await get('/v2/products/999999');
  expect([status, body.code, body.data]).toEqual([404, 'service_product_invalid_id', { status: 404 }]);
  expect([headers.get('Cache-Control'), headers.get('ETag')]).toEqual(['no-store', null]);
  expect((await get('/wp-json/cocart/v2/products/999999')).body.code).toBe('cocart_product_invalid_id');
  expect(site.fakes.count('catalogue.read-product')).toBe(2);
});

test('an invalid parameter is refused without a request to the catalogue', async () => {
  const { status, body } = await get(`/v2/products/${id}?show_reviews=perhaps`);
  expect([status, body.code, Object.keys(body.data.params)]).toEqual([
    400,
    'rest_invalid_param',
    ['show_reviews'],
  ]);
  expect(site.fakes.heard).toEqual([]);
});

test('after a change of a product, or of a product on its page, the answer is new', async () => {
  site.fakes.products.set(String(id), aProduct({ id, upsells: [aCard({ id: id + 500 })] }));
  const path = `/v2/products/${id}`;
  await get(path);
  site.fakes.change(aProduct({ id, upsells: [aCard({ id: id + 500 })], prices: aPrice({ price: 1500 }) }));
  await until(async () => (await get(path)).body.prices.price === '15.00');
  site.fakes.change(aProduct({ id: id + 500 }));
  await until(async () => (await get(path)).cache === 'MISS');
});

test('a product that becomes visible appears on pages that link to it', async () => {
  site.fakes.named.set(id, [id + 500]);
  const path = `/v2/products/${id}`;
  await get(path);
  site.fakes.products.set(String(id), aProduct({ id, upsells: [aCard({ id: id + 500 })] }));
  site.fakes.change(aProduct({ id: id + 500 }));
  await until(async () => (await get(path)).body.upsells?.length === 1);
});

test('a SKU, a slug and a number always return the product that has them now', async () => {
  for (const reference of [`sku-${id}`, String(id + 700)]) {
    site.fakes.products.set(reference, aProduct({ id }));
    const path = `/v2/products/${reference}`;
    await get(path);
    site.fakes.products.set(reference, aProduct({ id: id + 700 }));
    site.fakes.change(aProduct({ id: id + 700 }));
    await until(async () => (await get(path)).body.id === id + 700);
  }
});

test('after a change of the settings, every answer is new', async () => {
  await get(`/v2/products/${id}`);
  site.fakes.changeSettings();
  await until(async () => (await get(`/v2/products/${id}`)).cache === 'MISS');
});

test('a change whose message is lost is noticed by the next heartbeats', async () => {
  const path = `/v2/products/${id}`;
  await get(path);
  site.fakes.changeUnheard(aProduct({ id, prices: aPrice({ price: 1600 }) }));
  await until(async () => (await get(path)).body.prices.price === '16.00');
});

test('an answer is not cached if the product changes while it is made', async () => {
  const path = `/v2/products/${id}`;
  const witness = `/v2/products/${id + 500}`;
  site.fakes.products.set(String(id + 500), aProduct({ id: id + 500, upsells: [aCard({ id })] }));
  await get(witness);
  const gate = Promise.withResolvers<void>();
  site.fakes.gate = gate.promise;
  const old = get(path);
  await until(async () => site.fakes.count('catalogue.read-product') === 2);
  site.fakes.gate = Promise.resolve();
  site.fakes.change(aProduct({ id, prices: aPrice({ price: 900 }) }));
  // The answer at `witness` also contains the product. A cache miss for `witness` shows that the gateway has
  // received the change.
  await until(async () => (await get(witness)).cache === 'MISS');
  const meanwhile = await get(path);
  gate.resolve();
  const after = await get(path);
  const prices = [await old, meanwhile, after].map(({ body }) => body.prices.price);
  expect([prices, after.cache]).toEqual([['18.00', '9.00', '9.00'], 'HIT']);
});

test('an answer expires when a sale ends', async () => {
  const end = Date.now() + 1_000;
  site.fakes.holdsUntil = end;
  const path = `/v2/products/${id}`;
  await get(path);
  site.fakes.holdsUntil = null;
  await until(async () => (await get(path)).cache === 'MISS');
  expect(Date.now()).toBeGreaterThanOrEqual(end);
});

test('a shared cache may not store an answer beyond the end of a sale', async () => {
  const maxAgeOf = async (seconds: number | null, path: string) => {
    site.fakes.holdsUntil = seconds === null ? null : Date.now() + seconds * 1_000 + 900;
    return (await fetch(`${site.gateway.url}${path}`)).headers.get('Cache-Control');
  };
  const lasting = 'public, max-age=0, s-maxage=30, stale-while-revalidate=60';
  expect(await maxAgeOf(null, `/v2/products/${id}?_skip_cache=1&n=1`)).toBe(lasting);
  expect(await maxAgeOf(3_600, `/v2/products/${id}?_skip_cache=1&n=2`)).toBe(lasting);
  expect(await maxAgeOf(60, `/v2/products/${id}?_skip_cache=1&n=3`)).toBe('public, max-age=0, s-maxage=30');
  expect(await maxAgeOf(5, `/v2/products/${id}?_skip_cache=1&n=4`)).toBe('public, max-age=0, s-maxage=5');
  site.fakes.holdsUntil = null;
});

test('HEAD is answered with the headers of GET and no body', async () => {
  const path = `${site.gateway.url}/v2/products/${id}`;
  const got = await fetch(path);
  for (const attempt of ['hit', 'hit again']) {
    const head = await fetch(path, { method: 'HEAD' });
    expect([attempt, head.status, await head.text()]).toEqual([attempt, 200, '']);
    expect(head.headers.get('Content-Length')).toBe(got.headers.get('Content-Length'));
    expect(head.headers.get('ETag')).toBe(got.headers.get('ETag'));
  }
});

test('the catalogue gets the client’s request id, and no claim', async () => {
  const { headers } = await get(`/v2/products/${id}`, { 'X-Request-Id': 'shop-42' });
  const { context } = site.fakes.last;
  expect([headers.get('X-Request-Id'), context.requestId, context.claim]).toEqual([
    'shop-42',
    'shop-42',
    null,
  ]);
  expect(context.deadline - Date.now()).toBeLessThanOrEqual(2_500);
});
