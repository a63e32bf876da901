import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Management } from '#contracts/claim.ts';
import { natsFixture } from '#testing/engines.ts';
import { consumerKey } from '#testing/gateway/consumer-key.ts';
import { aSession } from '#testing/gateway/fake-sessions.ts';
import { GatewayFixture } from '#testing/gateway/fixture.ts';
import { aCart, aLine } from '#testing/gateway/samples.ts';

const site = new GatewayFixture(natsFixture(), { TRUSTED_PROXIES: '127.0.0.1' });
const key = 't_0123456789abcdef0123456789abcdef';
const cocart = '/wp-json/cocart';

/** Consumer keys by the permission of their key pair. */
const pairs = {
  read: consumerKey('1'),
  write: consumerKey('2'),
  read_write: consumerKey('3'),
  nothing: consumerKey('4'),
  unknown: consumerKey('5'),
};

/** Returns the headers of a request with a key pair, through a proxy whose client uses HTTPS. */
const as = (identifier: string) => ({
  Authorization: `Basic ${btoa(`${identifier}:secret`)}`,
  'X-Forwarded-Proto': 'https',
});
const pair = as(pairs.read_write);

beforeAll(() => {
  for (const manages of ['read', 'write', 'read_write', 'nothing'] satisfies Management[]) {
    const account = manages === 'nothing' ? 7 : null;
    const identity = { account, role: account && 'customer', manages, trusted: true };
    site.fakes.auth.known.set(`${pairs[manages]}:secret`, identity);
  }
});
beforeEach(() => {
  const { sessions } = site.fakes;
  sessions.kept.clear();
  sessions.portion = 100;
  for (const each of [key, '77']) sessions.kept.set(each, aSession(each));
});

describe('the list', () => {
  test('has records with members of both forms, paging headers, and no guest’s key', async () => {
    const { status, headers, body } = await site.get('/v2/sessions?per_page=1', pair);
    expect(status).toBe(200);
    expect(body).toEqual([
      {
        session_key: key,
        cart: {
          c51ce410c124a10e0db5e4b97fc2af39: {
            key: 'c51ce410c124a10e0db5e4b97fc2af39',
            product_id: 13,
            variation_id: 0,
            quantity: 2,
            line_total: 36,
            line_tax: 7.2,
          },
        },
        customer: {
          billing_email: 'ann@example.com',
          billing_first_name: 'Ann',
          billing_last_name: 'Other',
        },
        session_expiry: '2031-04-07T09:08:07',
        cart_id: expect.stringMatching(/^\d+$/),
        cart_key: key,
        customers_name: 'Ann Other',
        customers_email: 'ann@example.com',
        cart_created: '04/05/2031 09:08:07',
        cart_expiry: '04/07/2031 09:08:07',
        cart_source: 'cocart',
        link: 'https://api.example/v2/sessions',
      },
    ]);
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-wp-total': '2',
      'x-wp-totalpages': '2',
      link: '<https://api.example/v2/sessions?per_page=1&page=2>; rel="next"',
      'cache-control': 'no-store, no-cache, must-revalidate, max-age=0',
    });
    expect([headers.get('Cart-Key'), headers.get('CoCart-API-Cart-Key')]).toEqual([null, null]);
  });

  test.each(['', cocart])('has no guest’s key in links, but the id of a customer: %s', async (mount) => {
    const { body, headers } = await site.get(`${mount}/v2/sessions?per_page=2`, pair);
    const linked = body.map(({ cart_key, link }: Record<string, string>) => [cart_key, link]);
    expect(linked).toEqual([
      [key, `https://api.example${mount}/v2/sessions`],
      ['77', `https://api.example${mount}/v2/session/77`],
    ]);
    expect(String(headers.get('link'))).not.toContain(key);
    const one = await site.get(`${mount}/v2/session/${key}`, pair);
    expect(one.body.link).toBe(`https://api.example${mount}/v2/sessions`);
  });

  test('can be sorted, searched and paged', async () => {
    await site.get('/v2/sessions', pair);
    expect(site.fakes.last.request).toMatchObject({
      page: 1,
      perPage: 10,
      orderby: 'created',
      descending: true,
    });
    await site.get('/v2/sessions?page=2&per_page=5&order=ASC&orderby=expiry&search=%20ann@%20', pair);
    expect(site.fakes.last.request).toMatchObject({
      ...{ page: 2, perPage: 5, orderby: 'expiry', descending: false, search: 'ann@' },
    });
  });

  test.each(['page=0', 'per_page=0', 'per_page=101', 'per_page=x', 'order=up', 'orderby=key'])(
    'with %s is refused',
    async (query) => {
      const { status, body } = await site.get(`/v2/sessions?${query}`, pair);
      expect([status, body.code]).toEqual([400, 'rest_invalid_param']);
    },
  );

  test('is [] when empty', async () => {
    site.fakes.sessions.kept.clear();
    const { status, body, headers } = await site.get(`${cocart}/v2/sessions`, pair);
    expect([status, body, headers.get('X-WP-Total')]).toEqual([200, [], '0']);
  });

  test('contains the carts of several replies in order, without carts that have expired meanwhile', async () => {
    const keys = Array.from({ length: 20 }, (_, n) => `a-guest-with-cart-${n}`);
    site.fakes.sessions.kept.clear();
    for (const each of keys) site.fakes.sessions.kept.set(each, aSession(each));
    site.fakes.sessions.portion = 1;
    const { body } = await site.get('/v2/sessions?per_page=20&fields=session_key', pair);
    expect(body).toEqual(keys.map((each) => ({ session_key: each })));
  });
});

describe('one cart', () => {
  test.each(['/v2/session/', '/v2/sessions/'])(
    'is complete at %s, with the key in any case',
    async (path) => {
      const { status, body, headers } = await site.get(path + key.toUpperCase(), pair);
      expect([status, headers.get('Cart-Key')]).toEqual([200, null]);
      expect(body).toMatchObject({
        cart_key: key,
        session_key: key,
        customer: {
          billing_email: 'ann@example.com',
          billing_address: { billing_first_name: 'Ann' },
          shipping_address: { shipping_country: 'NL' },
        },
        items: { [aLine().key]: { id: 13, quantity: { value: 2 }, totals: { total: 36 } } },
        item_count: 2,
        totals: { total: '0.00' },
        needs_payment: false,
        removed_items: [],
      });
    },
  );

  test('has amounts like CoCart, and omits pictures on request', async () => {
    const { body } = await site.get(`${cocart}/v2/session/77?thumb=false`, pair);
    expect(body.items[aLine().key]).toMatchObject({
      price: '1800',
      totals: { subtotal: '3600', subtotal_tax: '720', total: '3600', tax: '720' },
      featured_image: '',
    });
  });

  test('has a route for its lines: a list, on the CoCart mount a map', async () => {
    const { body } = await site.get('/v2/session/77/items', pair);
    expect(body).toMatchObject([{ item_key: aLine().key, id: 13 }]);
    const other = await site.get(`${cocart}/v2/sessions/77/items`, pair);
    expect(other.body).toMatchObject({ [aLine().key]: { id: 13 } });
    site.fakes.sessions.kept.set('77', aSession('77', { cart: aCart({ key: '77' }) }));
    expect((await site.get('/v2/session/77/items', pair)).body).toEqual([]);
  });

  test('is deleted once', async () => {
    const answer = async (path: string) => {
      const { status, body } = await site.send('DELETE', path, { headers: pair });
      return [status, body.code ?? body];
    };
    expect(await answer(`/v2/session/${key}`)).toEqual([200, { deleted: true }]);
    expect(await answer(`/v2/session/${key}`)).toEqual([404, 'service_session_not_valid']);
    expect(await answer(`${cocart}/v2/sessions/77`)).toEqual([200, expect.any(String)]);
  });

  test.each(['/v2/session/nobody', '/v2/sessions/nobody/items'])('%s is 404', async (path) => {
    const { status, body } = await site.get(path, pair);
    expect([status, body.code]).toEqual([404, 'service_cart_in_session_not_valid']);
  });
});

describe('permissions', () => {
  const answers = async (headers: Record<string, string>) => {
    const read = await site.get(`/v2/session/${key}`, headers);
    const deleted = await site.send('DELETE', `/v2/session/${key}`, { headers });
    return [read.status, deleted.status, (deleted.status === 200 ? read : deleted).body.code];
  };

  test.each([
    ['read_write', [200, 200, undefined]],
    ['read', [200, 403, 'service_rest_cannot_view']],
    ['write', [403, 200, 'service_rest_cannot_view']],
    ['nothing', [403, 403, 'service_rest_cannot_view']],
    ['unknown', [401, 401, 'service_authentication_error']],
  ] as const)('%s', async (name, expected) => {
    expect(await answers(as(pairs[name]))).toEqual(expected);
  });

  test.each([
    ['administrator', [200, 200, undefined]],
    ['shop_manager', [200, 200, undefined]],
    ['customer', [403, 403, 'service_rest_cannot_view']],
  ])('%s who is logged in has the expected permissions', async (role, expected) => {
    const token = await site.fakes.auth.token(5, { role });
    expect(await answers({ ...pair, Authorization: `Bearer ${token}` })).toEqual(expected);
  });

  test('all other callers are refused', async () => {
    expect(await answers({})).toEqual([401, 401, 'service_rest_not_authorized']);
    const { status, body } = await site.get('/wp-json/cocart/v2/sessions');
    expect([status, body.code, body.data]).toEqual([401, 'cocart_rest_cannot_view', { status: 401 }]);
    expect(site.fakes.heard).toEqual([]);
  });

  test('a key pair in the query is accepted, but not over plain HTTP', async () => {
    const path = `/v2/sessions?consumer_key=${pairs.read}&consumer_secret=secret&per_page=1`;
    const { status, headers } = await site.get(path, { 'X-Forwarded-Proto': 'https' });
    expect([status, headers.get('Link')]).toEqual([200, expect.not.stringContaining('secret')]);
    const plain = await site.get(path);
    expect([plain.status, plain.body.code]).toEqual([403, 'service_https_required']);
  });
});

test('v1 returns a customer’s cart to callers who may read all carts', async () => {
  const path = '/v1/get-cart/customer/77';
  const { status, body, headers } = await site.get(path, as(pairs.read));
  expect([status, Object.keys(body), headers.get('Cart-Key')]).toEqual([200, [aLine().key], null]);
  for (const who of [pairs.write, pairs.nothing]) {
    const refused = await site.get(path, as(who));
    expect([refused.status, refused.body.code]).toEqual([401, 'service_cannot_read_cart']);
  }
  for (const id of ['78', 'x', key]) {
    const unknown = await site.get(`/v1/get-cart/customer/${id}`, pair);
    expect([unknown.status, unknown.body.code]).toEqual([404, 'service_cart_in_session_not_valid']);
  }
});
