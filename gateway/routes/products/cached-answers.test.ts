import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { natsFixture } from '#testing/engines.ts';
import { anAttributeTerm, aTag } from '#testing/gateway/catalogue-samples.ts';
import { GatewayFixture } from '#testing/gateway/fixture.ts';
import { aProduct } from '#testing/gateway/samples.ts';
import { until } from '#testing/until.ts';

const site = new GatewayFixture(natsFixture());

// Then the gateway has the product of the lists, and a list is one request.
beforeAll(() => site.get('/v2/products?_skip_cache=1'));

/** Makes each test's requests unique, so that no test gets a cached answer of another test. */
let salt = 0;
beforeEach(() => {
  salt += 1;
});
const own = (path: string) => `${path}${path.includes('?') ? '&' : '?'}exclude=${salt}`;

/** Paths of every cached route with an answer of status 200. */
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

describe.each(['', '/wp-json/cocart'])('on the mount %j', (mount) => {
  test.each(reads)(
    '%s is requested from the service once, then cached; it has an ETag, and HEAD has the same headers',
    async (path) => {
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
      for (const name of [
        'ETag',
        'Content-Length',
        'Content-Type',
        'X-WP-Total',
        'X-WP-TotalPages',
        'Link',
      ]) {
        expect([name, head.headers.get(name)]).toEqual([name, first.headers.get(name)]);
      }
    },
  );

  test.each(reads.filter((path) => !/13|store/.test(path)))(
    '%s is removed from the cache when any product changes',
    async (path) => {
      const address = `${mount}${path}?_fields=id,y${salt}`;
      await site.get(address);
      expect((await site.get(address)).headers.get('CoCart-Cache')).toBe('HIT');
      site.fakes.change(aProduct({ id: 8_888 }));
      await until(async () => (await site.get(address)).headers.get('CoCart-Cache') === 'MISS');
    },
  );
});

test('a change of only prices and stock removes the lists that show the product or depend on amounts', async () => {
  site.fakes.lists.products = [13, 14].map((id) => aProduct({ id }));
  const [stable, dependent] = [own('/v2/products?per_page=7'), own('/v2/products?per_page=8')];
  const others = ['/v2/products/tags', '/v2/products/reviews'].map(own);
  await Promise.all([stable, ...others].map((path) => site.get(path)));
  site.fakes.lists.stable = false;
  await site.get(dependent);
  const stateOf = async (path: string) => (await site.get(path)).headers.get('CoCart-Cache');
  site.fakes.change(aProduct({ id: 8_888 }), { onlyPricesAndStock: true });
  await until(async () => (await stateOf(dependent)) === 'MISS');
  expect(await Promise.all([stable, ...others].map(stateOf))).toEqual(['HIT', 'HIT', 'HIT']);
  site.fakes.change(aProduct({ id: 14 }), { onlyPricesAndStock: true });
  await until(async () => (await stateOf(stable)) === 'MISS');
  expect(await Promise.all(others.map(stateOf))).toEqual(['HIT', 'HIT']);
  site.fakes.lists.stable = true;
});

test('the cached store is removed when settings change, but not when products change', async () => {
  const witness = own('/v2/products');
  await site.get('/v2/store');
  await site.get(witness);
  site.fakes.change(aProduct({ id: 8_888 }));
  await until(async () => (await site.get(witness)).headers.get('CoCart-Cache') === 'MISS');
  expect((await site.get('/v2/store')).headers.get('CoCart-Cache')).toBe('HIT');
  site.fakes.changeSettings();
  await until(async () => (await site.get('/v2/store')).headers.get('CoCart-Cache') === 'MISS');
});

test('a list expires when a sale begins or ends', async () => {
  const end = Date.now() + 500;
  site.fakes.holdsUntil = end;
  const path = own('/v2/products');
  await site.get(path);
  site.fakes.holdsUntil = null;
  await until(async () => (await site.get(path)).headers.get('CoCart-Cache') === 'MISS');
  expect(Date.now()).toBeGreaterThanOrEqual(end);
});

const filler = 'A'.repeat(5_000);
const ofList = (path: string) => `https://api.example${path}?per_page=2&exclude=${salt}&page=2>; rel="next"`;

test.each([
  [`/v2/products`, `other[x]=${filler}`],
  [`/v2/products`, `other[${filler}]=1`],
  [`/v2/products`, `${filler}=1`],
  [`/v2/products/tags`, `cart_key=${filler}`],
])('the cached answer contains no data of the client that requested it: %s?%.20s', async (path, query) => {
  site.fakes.lists.products = [1, 2, 3].map((id) => aProduct({ id }));
  site.fakes.lists.terms.tags = [35, 36, 37].map((id) => aTag({ id }));
  const address = own(`${path}?per_page=2`);
  const hostile = await site.get(`${address}&${query}`);
  const plain = await site.get(address);
  expect([hostile.status, plain.headers.get('CoCart-Cache')]).toEqual([200, 'HIT']);
  expect(plain.headers.get('Link')).toBe(`<${ofList(path)}`);
});

test('a path in another spelling is not cached', async () => {
  const path = '/v2/products/attributes/3/terms';
  site.fakes.lists.terms.terms = [31, 32, 33].map((id) => anAttributeTerm({ id }));
  const query = own('?per_page=2');
  await site.get(`${path.replace('/3/', `/${'%20'.repeat(2_000)}3/`)}${query}`);
  const plain = await site.get(`${path}${query}`);
  expect(plain.headers.get('Link')).toBe(`<${ofList(path)}`);
});
