import { describe, expect, test } from 'vitest';
import { nobody } from '#contracts/claim.ts';
import { natsFixture } from '#testing/engines.ts';
import { GatewayFixture } from '#testing/gateway/fixture.ts';
import { aCart } from '#testing/gateway/samples.ts';

const site = new GatewayFixture(natsFixture());
const key = 'a_client-s_own_key_01';

describe('the key of a guest', () => {
  test('is created for each request without a key', async () => {
    const keys = [(await site.get('/v2/cart')).body.cart_key, (await site.get('/v2/cart')).body.cart_key];
    expect(keys[0]).toMatch(/^t_[0-9a-v]{40}$/);
    expect(keys[1]).not.toBe(keys[0]);
  });

  test.each([
    ['the query', `/v2/cart?cart_key=${key}`, {}],
    ['Cart-Key', '/v2/cart', { 'Cart-Key': key }],
    ['CoCart-API-Cart-Key', '/v2/cart', { 'CoCart-API-Cart-Key': key }],
    ['a header rather than the query', '/v2/cart?cart_key=another_key_of_someone', { 'Cart-Key': key }],
    ['the query, beside a header that is fit for none', `/v2/cart?cart_key=${key}`, { 'Cart-Key': 'short' }],
    [
      'the older header, beside a newer one that is fit for none',
      '/v2/cart',
      { 'Cart-Key': '12345678901234567890', 'CoCart-API-Cart-Key': key },
    ],
    ['capitals, as small letters', `/v2/cart?cart_key=${key.toUpperCase()}`, {}],
  ])('is found in %s', async (_where, path, headers) => {
    const { body } = await site.get(path, headers);
    expect([body.cart_key, site.fakes.last.context.claim]).toEqual([
      key,
      {
        ...nobody,
        cart: key,
        client: expect.stringMatching(/^[\w-]{43}$/),
      },
    ]);
  });

  test.each([
    ['a read', () => site.get('/v2/cart')],
    ['an add', () => site.add({ id: '13' })],
  ])('is another one in the next try when the cart service refuses %s with 503', async (_name, send) => {
    site.fakes.keysToRefuse = 1;
    const { status, body, headers } = await send();
    const [refused = ''] = site.fakes.refusedKeys;
    expect(refused).toMatch(/^t_[0-9a-v]{40}$/);
    expect([status, body.cart_key]).toEqual([200, site.fakes.last.context.claim?.cart]);
    expect(headers.get('Cart-Key')).toBe(body.cart_key);
    expect(body.cart_key).not.toBe(refused);
  });

  test('that the client sent is not replaced when the cart service refuses with 503', async () => {
    site.fakes.keysToRefuse = 1;
    const { status, headers } = await site.get('/v2/cart', { 'Cart-Key': key });
    expect([status, headers.get('Cart-Key'), [...site.fakes.refusedKeys]]).toEqual([503, key, [key]]);
  });

  test('of a transferred cart is replaced with a new key when the first try is refused', async () => {
    site.fakes.transferred = true;
    expect((await site.get('/v2/cart', { 'Cart-Key': key })).status).toBe(200);
    await site.add({ id: '13' }, { 'Cart-Key': key });
    const claims = site.fakes.heard.map(({ context }) => context.claim).filter((claim) => claim !== null);
    const issued = expect.stringMatching(/^t_[0-9a-v]{40}$/);
    expect(claims.map(({ cart }) => cart)).toEqual([key, key, key, key]);
    expect(claims.map(({ fresh }) => fresh)).toEqual(['', issued, '', issued]);
  });

  test.each(['a-key-of-16-char', 'x'.repeat(42)])('is accepted when it is %j', async (given) => {
    const { body } = await site.get('/v2/cart', { 'Cart-Key': given });
    expect(body.cart_key).toBe(given);
  });

  test.each([
    'short',
    'of-15-letters-o',
    '12345678901234567890',
    'with blanks in its middle',
    'x'.repeat(43),
    'ключ-ключ-ключ-ключ',
    '',
  ])('is ignored when it is %j', async (given) => {
    const { status, body } = await site.get(`/v2/cart?cart_key=${encodeURIComponent(given)}`);
    expect([status, body.cart_key]).toEqual([200, expect.stringMatching(/^t_[0-9a-v]{40}$/)]);
  });

  test('is found in a body', async () => {
    expect((await site.add({ id: '13', cart_key: key })).body.cart_key).toBe(key);
  });
});

describe('a new cart', () => {
  test('is refused for a customer, who has one already, on both mounts', async () => {
    const token = await site.fakes.auth.token(5, { role: 'customer' });
    for (const [mount, code] of [
      ['', 'service_cart_already_exists'],
      ['/wp-json/cocart', 'cocart_cart_already_exists'],
    ] as const) {
      const headers = { Authorization: `Bearer ${token}` };
      const { status, body } = await site.send('POST', `${mount}/v2/cart`, { headers });
      expect([status, body.code]).toEqual([403, code]);
    }
    expect((await site.send('POST', '/v2/cart')).status).toBe(200);
  });
});

describe('every answer about a cart', () => {
  test('has both headers with the key, the times and the revision of the cart, and is not cached', async () => {
    site.fakes.cart = aCart({ revision: 7 });
    const { headers } = await site.get(`/v2/cart?cart_key=${key}`);
    expect(Object.fromEntries(headers)).toMatchObject({
      'cart-key': key,
      'cocart-api-cart-key': key,
      'cocart-api-cart-expiring': '1900000000',
      'cocart-api-cart-expiration': '1900003600',
      etag: '"7"',
      'cache-control': 'no-store, no-cache, must-revalidate, max-age=0',
      vary: 'Authorization, Origin, Cart-Key, CoCart-API-Cart-Key',
    });
    expect(headers.get('Set-Cookie')).toBe(null);
  });

  test('has the cart key even if it is an error or for a new guest', async () => {
    const names = ({ headers }: { headers: Headers }) => [
      headers.get('Cart-Key'),
      headers.get('CoCart-API-Cart-Key'),
    ];
    const refused = await site.get(`/v2/cart/items?cart_key=${key}`);
    expect([refused.status, names(refused)]).toEqual([404, [key, key]]);
    expect(Object.fromEntries(refused.headers)).toMatchObject({
      'cache-control': 'no-store, no-cache, must-revalidate, max-age=0',
      vary: 'Authorization, Origin, Cart-Key, CoCart-API-Cart-Key',
    });
    const fresh = await site.get('/v2/cart/items');
    expect(names(fresh)).toEqual(Array(2).fill(site.fakes.last.context.claim?.cart));
    expect(names(await site.get('/v2/nothing'))).toEqual([null, null]);
  });

  test('is complete even if If-None-Match matches', async () => {
    site.fakes.cart = aCart({ revision: 7 });
    const { status, body } = await site.get(`/v2/cart?cart_key=${key}`, { 'If-None-Match': '"7"' });
    expect([status, body.cart_key]).toEqual([200, key]);
  });

  test('can be limited to some members, and omit pictures', async () => {
    const { body } = await site.add(
      { id: '13' },
      {},
      '/v2/cart/add-item?fields=item_count,totals:total&thumb=false',
    );
    expect(body).toEqual({ item_count: 2, totals: { total: '0.00' } });
    const whole = (await site.add({ id: '13' }, {}, '/v2/cart/add-item?thumb=0')).body;
    expect(Object.values<{ featured_image: string }>(whole.items)[0]?.featured_image).toBe('');
  });
});
