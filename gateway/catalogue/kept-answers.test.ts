import { beforeEach, describe, expect, test } from 'vitest';
import { natsFixture } from '#platform/testing/engines.ts';
import { GatewayFixture, until } from '../testing/fixture.ts';
import { aProduct } from '../testing/samples.ts';

const site = new GatewayFixture(natsFixture());

/** What each test asks for differs by this, so that none is answered from another one's cache. */
let salt = 0;
beforeEach(() => {
  salt += 1;
});
const own = (path: string) => `${path}${path.includes('?') ? '&' : '?'}exclude=${salt}`;

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

describe.each(['', '/wp-json/cocart'])('on the mount %j', (mount) => {
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
