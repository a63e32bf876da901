import { describe, expect, test } from 'vitest';
import { natsFixture } from '#testing/engines.ts';
import { GatewayFixture } from '../testing/fixture.ts';

const site = new GatewayFixture(natsFixture());
const cocart = '/wp-json/cocart';
const names = ['Allow', 'CoCart-Version', 'Access-Control-Allow-Headers', 'Access-Control-Expose-Headers'];

async function headersAt(path: string) {
  const { headers, status } = await site.get(path);
  const [allow, version, ask, read] = names.map((name) => headers.get(name));
  return { status, allow, version, ask: ask?.split(', ') ?? [], read: read?.split(', ') ?? [] };
}

describe('on the CoCart mount', () => {
  test.each([
    ['/v2/products/13', 200, 'GET', null],
    ['/v2/products/13', 200, 'GET', null],
    ['/v2/products/999999', 404, 'GET', null],
    ['/v2/products/reviews', 200, 'GET, POST', null],
    ['/v2/cart', 200, 'GET, POST', '4.3.6'],
    ['/v2/sessions', 401, 'GET', null],
    ['/v2/nowhere/at/all', 404, null, null],
  ])('%s is %i with Allow %s and the version %s', async (path, status, allow, version) => {
    const got = await headersAt(cocart + path);
    expect([got.status, got.allow, got.version]).toEqual([status, allow, version]);
    expect(got.ask).toEqual(expect.arrayContaining(['Authorization', 'Content-Type', 'Cart-Key']));
    expect(got.read).toEqual(expect.arrayContaining(['X-WP-Total', 'X-WP-TotalPages', 'Link', 'Cart-Key']));
  });

  test('an envelope has the answer, its status and its headers', async () => {
    const plain = await site.get(`${cocart}/v2/products?per_page=1`);
    const { status, body, headers } = await site.get(`${cocart}/v2/products?per_page=1&_envelope=1`);
    expect([status, headers.get('ETag')]).toEqual([200, null]);
    expect(body).toEqual({
      body: plain.body,
      status: 200,
      headers: expect.objectContaining({ 'X-WP-Total': plain.headers.get('X-WP-Total'), Allow: 'GET' }),
    });
  });

  test('an envelope of a cached answer is complete even if the client has the answer', async () => {
    const path = `${cocart}/v2/products/13`;
    const tag = (await site.get(path)).headers.get('ETag') ?? '';
    for (const _again of [1, 2]) {
      const { status, body } = await site.get(`${path}?_envelope`, { 'If-None-Match': tag });
      expect([status, body.status, body.body.id]).toEqual([200, 200, 13]);
    }
  });

  test('an envelope of an error is 200 and contains the error’s status', async () => {
    const { status, body } = await site.get(`${cocart}/v2/products/999999?_envelope=1`);
    expect([status, body.status, body.body.code]).toEqual([200, 404, 'cocart_product_invalid_id']);
  });

  test('an envelope of a write has the key of the cart', async () => {
    const { body } = await site.add({ id: '13' }, {}, `${cocart}/v2/cart/add-item?_envelope=1`);
    expect(body.status).toBe(200);
    expect(body.headers['Cart-Key']).toBe(body.body.cart_key);
    expect(body.headers['CoCart-Version']).toBe('4.3.6');
  });
});

test('the cart key is also in X-CoCart-API on the CoCart mount, as in CoCart 3, errors included', async () => {
  const key = 'a_client-s_own_key_01';
  for (const [path, status] of [
    ['/v2/cart', 200],
    ['/v1/get-cart', 200],
    ['/v2/cart/item/0', 404],
  ] as const) {
    const { headers, ...answer } = await site.get(`${cocart}${path}?cart_key=${key}`);
    expect([answer.status, headers.get('X-CoCart-API')]).toEqual([status, key]);
    expect(headers.get('Access-Control-Expose-Headers')).toContain('X-CoCart-API');
    expect((await site.get(`${path}?cart_key=${key}`)).headers.get('X-CoCart-API')).toBeNull();
  }
  expect((await site.get(`${cocart}/v2/products/13`)).headers.get('X-CoCart-API')).toBeNull();
});

test('the root has none of these headers', async () => {
  for (const path of ['/v2/products/13', '/v2/cart']) {
    expect(await headersAt(path)).toEqual({ status: 200, allow: null, version: null, ask: [], read: [] });
  }
  expect((await site.get('/v2/products/13?_envelope=1')).body.id).toBe(13);
});
