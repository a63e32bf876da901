import { describe, expect, test } from 'vitest';
import { natsFixture } from '#testing/engines.ts';
import { GatewayFixture } from '#testing/gateway/fixture.ts';
import { aLine } from '#testing/gateway/samples.ts';
import { plainTarget } from './wordpress.ts';

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

test.each([
  ['/?rest_route=/cocart/v2/cart', '/wp-json/cocart/v2/cart'],
  ['/?a=1&rest_route=%2Fcocart%2Fv2%2Fcart%2F&b[]=2', '/wp-json/cocart/v2/cart/?a=1&b[]=2'],
  ['/index.php?rest_route=/cocart/v2/products/a%3Fb%23c', '/wp-json/cocart/v2/products/a%3Fb%23c'],
  ['/?rest_route=/cocart/v2/products/..%2F..', '/wp-json/cocart/v2/products/../..'],
  ['/?rest_route=cocart', '/?rest_route=cocart'],
  ['/?rest_route=%', '/?rest_route=%'],
  ['/v2/cart?rest_route=/cocart/v2/products', '/v2/cart?rest_route=/cocart/v2/products'],
  ['/', '/'],
])('the target %s means %s', (target, meant) => {
  expect(plainTarget(target)).toBe(meant);
});

test('a request with rest_route is handled like the plain request', async () => {
  const { status, body } = await site.get('/?rest_route=/cocart/v2/products/13&_fields=id');
  expect([status, body]).toEqual([200, { id: 13 }]);
  const added = await site.add({ id: '13' }, {}, '/?rest_route=/cocart/v2/cart/add-item');
  expect([added.status, Array.isArray(added.body.items)]).toEqual([200, true]);
});

describe('a POST request that stands for another method', () => {
  const item = `/wp-json/cocart/v2/cart/item/${aLine().key}`;
  const plain = `/?rest_route=/cocart/v2/cart/item/${aLine().key}`;
  const override = (named: string) => ({ 'X-HTTP-Method-Override': named });
  const json = { 'Content-Type': 'application/json' };

  /** Returns the kind of command that the cart service got from a request, or the status of a refusal. */
  async function effectOf(method: string, path: string, headers: Record<string, string> = {}) {
    site.fakes.heard.length = 0;
    const answer = await site.send(method, path, { headers: { ...json, ...headers }, body: '{}' });
    if (answer.status !== 200) return answer.status;
    return (site.fakes.last.request as { command: { kind: string } }).command.kind;
  }

  test.each([
    [item, override('DELETE'), 'remove-line'],
    [item, override('delete'), 'remove-line'],
    [item, override('PUT'), 'restore-line'],
    [item, override('Patch'), 'restore-line'],
    [`${item}?_method=DELETE`, {}, 'remove-line'],
    [`${item}?a=1&_method=put`, {}, 'restore-line'],
    [`${item}?%5fmethod=delete`, {}, 'remove-line'],
    [`${item}?_method=PUT&_method=DELETE`, {}, 'remove-line'],
    [`${plain}&_method=DELETE`, {}, 'remove-line'],
    [plain, override('DELETE'), 'remove-line'],
    // The header comes first.
    [`${item}?_method=DELETE`, override('PUT'), 'restore-line'],
    [`/${item}`, override('DELETE'), 'remove-line'],
  ])('POST %s with %j is this method', async (path, headers, kind) => {
    expect(await effectOf('POST', path, headers)).toBe(kind);
  });

  test.each([
    // A change of a quantity without its quantity is 400.
    ['POST', item, override('GET'), 400],
    ['POST', item, override('OPTIONS'), 400],
    ['POST', item, override('HEAD'), 400],
    ['POST', item, override('DELETE, PUT'), 400],
    ['POST', `${item}?_method=%`, {}, 400],
    ['POST', `${item}?_method[]=DELETE`, {}, 400],
    ['POST', `${item}?_method=DELETE`, override('NONE'), 400],
    ['PUT', item, override('DELETE'), 'restore-line'],
    ['DELETE', `${item}?_method=PUT`, override('PUT'), 'remove-line'],
    ['POST', item.replace('/wp-json/cocart', ''), override('DELETE'), 400],
    ['POST', `${item.replace('/wp-json/cocart', '')}?_method=DELETE`, {}, 400],
  ])('%s %s with %j stays what it is', async (method, path, headers, effect) => {
    expect(await effectOf(method, path, headers)).toBe(effect);
  });

  test('GET stays GET and is cached, and a strict request may use the parameter', async () => {
    const read = '/wp-json/cocart/v2/products/13';
    for (const _again of [1, 2]) {
      const { status, body } = await site.get(`${read}?_method=DELETE`, override('DELETE'));
      expect([status, body.id]).toEqual([200, 13]);
    }
    expect(await effectOf('POST', `${item}?_method=DELETE`, { Prefer: 'handling=strict' })).toBe(
      'remove-line',
    );
  });

  test('has the idempotency of the other method', async () => {
    const key = { 'Idempotency-Key': 'hidden' };
    const digests = [];
    for (const [method, path, headers] of [
      ['DELETE', item, {}],
      ['POST', item, override('DELETE')],
      ['POST', `${item}?_method=DELETE`, {}],
    ] as const) {
      await site.send(method, path, { headers: { ...key, ...headers } });
      digests.push((site.fakes.last.request as { once: { digest: string } }).once.digest);
    }
    expect(new Set(digests).size).toBe(1);
  });

  test('may come from a page of another origin', async () => {
    const { headers } = await site.get('/wp-json/cocart/v2/cart');
    expect(headers.get('Access-Control-Allow-Headers')?.split(', ')).toContain('X-HTTP-Method-Override');
  });
});
