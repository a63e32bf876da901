import { beforeAll, expect, test } from 'vitest';
import { natsFixture } from '#testing/engines.ts';
import { consumerKey } from '#testing/gateway/consumer-key.ts';
import { GatewayFixture } from '#testing/gateway/fixture.ts';
import { routes } from '../all-routes.ts';

const site = new GatewayFixture(natsFixture(), { TRUSTED_PROXIES: '127.0.0.0/8' });

beforeAll(() => {
  const { known } = site.fakes.auth;
  known.set('ann:secret', { account: 7, role: 'wholesale', manages: 'nothing', trusted: false });
  known.set(`${consumerKey('1')}:cs_1`, { account: null, role: null, manages: 'read', trusted: true });
  known.set(`${consumerKey('2')}:cs_2`, { account: null, role: null, manages: 'write', trusted: true });
});

const secure = { 'X-Forwarded-Proto': 'https' };
const basic = (pair: string) => ({ ...secure, Authorization: `Basic ${btoa(pair)}` });
/** Paths of every route of the catalogue, with ids that the fake catalogue has. */
const paths = routes
  .filter(({ kind }) => kind === 'catalogue')
  .map(({ path }) =>
    path
      .replace('/products/:id', '/products/13')
      .replace('/:product_id/', '/13/')
      .replace('/variations/:variation_id', '/variations/54')
      .replace('/variations/:id', '/variations/54')
      .replace('/attributes/:id', '/attributes/3')
      .replace('/terms/:term_id', '/terms/31')
      .replace('/reviews/:id', '/reviews/501')
      .replace('/categories/:id', '/categories/17')
      .replace('/tags/:id', '/tags/35')
      .replace('/brands/:id', '/brands/80'),
  )
  .filter((path) => !path.includes(':'));

/** Returns the audiences in the requests that services receive during `send`. */
async function audiencesDuring(send: () => Promise<{ headers: Headers; status: number }>) {
  site.fakes.heard.length = 0;
  const { headers, status } = await send();
  const heard = site.fakes.heard.filter(({ operation }) => operation.startsWith('catalogue.'));
  return {
    status,
    cache: headers.get('CoCart-Cache'),
    control: headers.get('Cache-Control'),
    audiences: [...new Set(heard.map(({ context }) => context.claim?.audience ?? 'public'))],
  };
}

test.each(paths)(
  'for callers with a role, %s is requested from the service each time and never shared',
  async (path) => {
    const query = `${path}?_fields=id`;
    const own = {
      status: 200,
      cache: 'SKIP',
      control: expect.stringContaining('no-store'),
      audiences: ['wholesale'],
    };
    const credentials = 'username=ann&password=secret';
    expect(await audiencesDuring(() => site.get(query, basic('ann:secret')))).toEqual(own);
    expect(await audiencesDuring(() => site.get(`${query}&${credentials}`, secure))).toEqual(own);
    expect(await audiencesDuring(() => site.get(query))).toMatchObject({
      cache: 'MISS',
      audiences: ['public'],
    });
    expect(await audiencesDuring(() => site.get(query))).toMatchObject({ cache: 'HIT', audiences: [] });
    expect(await audiencesDuring(() => site.get(query, basic('ann:secret')))).toEqual(own);
    expect(await audiencesDuring(() => site.get(`${query}&${credentials}`, secure))).toEqual(own);
    // A cached public answer must not hide that the credentials are wrong.
    expect((await site.get(`${query}&${credentials.replace('secret', 'wrong')}`, secure)).status).toBe(401);
  },
);

test('the answer for a role has its own ETag', async () => {
  const tag = async (headers: Record<string, string>) =>
    (await site.get('/v2/products', headers)).headers.get('ETag');
  const before = await tag(basic('ann:secret'));
  const again = () => site.get('/v2/products', { ...basic('ann:secret'), 'If-None-Match': String(before) });
  expect((await again()).status).toBe(304);
  site.fakes.lists.products = [];
  expect(before).toMatch(/^".+"$/);
  expect(await tag(basic('ann:secret'))).not.toBe(before);
  expect((await again()).status).toBe(200);
});

test('a key pair shares public answers, unless it may read unpublished products', async () => {
  const path = '/v1/products?status=draft';
  expect(await audiencesDuring(() => site.get(path))).toMatchObject({ cache: 'MISS' });
  expect(await audiencesDuring(() => site.get(path, basic(`${consumerKey('2')}:cs_2`)))).toMatchObject({
    cache: 'HIT',
  });
  const mine = await audiencesDuring(() => site.get(path, basic(`${consumerKey('1')}:cs_1`)));
  expect(mine).toMatchObject({ cache: 'SKIP', control: 'private, no-store', audiences: ['public'] });
});
