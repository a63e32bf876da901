import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { refusal } from '#platform/errors/errors.ts';
import { natsFixture } from '#platform/testing/engines.ts';
import { FakeServices } from '../testing/fake-services.ts';
import { startGateway } from '../testing/public-gateway.ts';
import { aCart } from '../testing/samples.ts';

const nats = natsFixture();
let fakes: FakeServices;
let gateway: Awaited<ReturnType<typeof startGateway>>;
let openToAll: Awaited<ReturnType<typeof startGateway>>;

beforeAll(async () => {
  fakes = await FakeServices.start(nats.url);
  gateway = await startGateway(nats.url);
  openToAll = await startGateway(nats.url, { PRICE_OVERRIDE: 'public' });
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await openToAll[Symbol.asyncDispose]();
  await fakes[Symbol.asyncDispose]();
});
beforeEach(() => {
  fakes.heard.length = 0;
  fakes.cart = aCart();
  fakes.replayed = false;
  fakes.refuses = null;
});

const key = 'a_client-s_own_key_01';

interface Options {
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly from?: { readonly url: string };
}

async function request(method: string, path: string, { body, headers = {}, from = gateway }: Options = {}) {
  const response = await fetch(from.url + path, {
    method,
    headers: body === undefined ? headers : { 'Content-Type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
}
const get = (path: string, headers: Record<string, string> = {}) => request('GET', path, { headers });
const add = (body: unknown, headers: Record<string, string> = {}, path = '/v2/cart/add-item') =>
  request('POST', path, { body, headers });

describe('the key of a guest', () => {
  test('is made when none is given, another each time', async () => {
    const keys = [(await get('/v2/cart')).body.cart_key, (await get('/v2/cart')).body.cart_key];
    expect(keys[0]).toMatch(/^t_[0-9a-f]{32}$/);
    expect(keys[1]).not.toBe(keys[0]);
  });

  test.each([
    ['the query', `/v2/cart?cart_key=${key}`, {}],
    ['Cart-Key', '/v2/cart', { 'Cart-Key': key }],
    ['CoCart-API-Cart-Key', '/v2/cart', { 'CoCart-API-Cart-Key': key }],
    ['a header rather than the query', '/v2/cart?cart_key=another_key_of_someone', { 'Cart-Key': key }],
    ['capitals, as small letters', `/v2/cart?cart_key=${key.toUpperCase()}`, {}],
  ])('is taken from %s', async (_where, path, headers) => {
    const { body } = await get(path, headers);
    expect([body.cart_key, fakes.last.context.claim]).toEqual([
      key,
      { kind: 'guest', cart: key, setsPrices: false },
    ]);
  });

  test.each([
    'short',
    '12345678901234567890',
    'with blanks in its middle',
    'x'.repeat(43),
    'ключ-ключ-ключ-ключ',
    '',
  ])('is ignored when it is %j', async (given) => {
    const { status, body } = await get(`/v2/cart?cart_key=${encodeURIComponent(given)}`);
    expect([status, body.cart_key]).toEqual([200, expect.stringMatching(/^t_[0-9a-f]{32}$/)]);
  });

  test('is not read from a body', async () => {
    expect((await add({ id: '13', cart_key: key })).body.cart_key).not.toBe(key);
  });
});

describe('every answer about a cart', () => {
  test('carries both names of the key, its times and its revision, and is kept by nobody', async () => {
    fakes.cart = aCart({ revision: 7 });
    const { headers } = await get(`/v2/cart?cart_key=${key}`);
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

  test('is whole, whatever the client says that it has', async () => {
    fakes.cart = aCart({ revision: 7 });
    const { status, body } = await get(`/v2/cart?cart_key=${key}`, { 'If-None-Match': '"7"' });
    expect([status, body.cart_key]).toEqual([200, key]);
  });

  test('can be cut to some members and show no pictures', async () => {
    const { body } = await add(
      { id: '13' },
      {},
      '/v2/cart/add-item?fields=item_count,totals:total&thumb=false',
    );
    expect(body).toEqual({ item_count: 2, totals: { total: '0.00' } });
    const whole = (await add({ id: '13' }, {}, '/v2/cart/add-item?thumb=0')).body;
    expect(Object.values<{ featured_image: string }>(whole.items)[0]?.featured_image).toBe('');
  });
});

describe('add-item', () => {
  test('hands on what was given, with the defaults of what was not', async () => {
    await add({ id: ' 13 ' });
    expect(fakes.last.request).toEqual({
      reference: '13',
      quantity: '1',
      variation: {},
      itemData: {},
      email: null,
      phone: null,
      price: null,
      ifRevision: null,
      once: { key: expect.stringMatching(/^[\w-]{22}$/), origin: 'gateway', digest: '' },
    });
    await add({
      id: 'SKU',
      quantity: '1.5',
      variation: { attribute_pa_size: 's', attribute_pack: 6 },
      item_data: { engraving: 'Grüße 🎁', nested: { a: [1, null] } },
      email: 'no e-mail',
      phone: '+31 20',
      unknown: 1,
    });
    expect(fakes.last.request).toMatchObject({
      reference: 'SKU',
      quantity: '1.5',
      variation: { attribute_pa_size: 's', attribute_pack: '6' },
      itemData: { engraving: 'Grüße 🎁', nested: { a: [1, null] } },
      email: 'no e-mail',
      phone: '+31 20',
    });
  });

  test.each([
    [{ id: 13 }, 'id'],
    [{ id: '13', quantity: 1 }, 'quantity'],
    [{ id: '13', quantity: null }, 'quantity'],
    [{ id: '13', email: 5 }, 'email'],
    [{ id: '13', phone: ['1'] }, 'phone'],
    [{ id: '13', price: 3.5 }, 'price'],
    [{ id: '13', price: '-1' }, 'price'],
    [{ id: '13', price: 'abc' }, 'price'],
    [{ id: '13', price: '1e3' }, 'price'],
    [{ id: '13', variation: 'red' }, 'variation'],
    [{ id: '13', variation: { a: { $ne: 1 } } }, 'variation'],
    [{ id: '13', item_data: 'x' }, 'item_data'],
    [{ id: '13', return_item: 'maybe' }, 'return_item'],
    [{ id: 'x'.repeat(101) }, 'id'],
  ])('refuses %j for its %s, on both mounts, and asks nobody', async (body, name) => {
    for (const mount of ['', '/wp-json/cocart']) {
      const { status, body: answer } = await add(body, {}, `${mount}/v2/cart/add-item`);
      expect([status, answer.code, Object.keys(answer.data.params)]).toEqual([
        400,
        'rest_invalid_param',
        [name],
      ]);
    }
    expect(fakes.heard).toEqual([]);
  });

  test('answers with the line alone when asked to', async () => {
    const { body, headers } = await add({ id: '13', return_item: true });
    expect([body.item_key, body.items, headers.get('Cart-Key')]).toEqual([
      'c51ce410c124a10e0db5e4b97fc2af39',
      undefined,
      expect.stringMatching(/^t_/),
    ]);
  });

  test('takes a form, and the query where the body has nothing', async () => {
    await fetch(`${gateway.url}/v2/cart/add-item?quantity=9&id=14`, {
      method: 'POST',
      body: new URLSearchParams({ id: '13' }),
    });
    expect(fakes.last.request).toMatchObject({ reference: '13', quantity: '9' });
  });
});

describe('a price of the client’s', () => {
  test('is refused on / and left out with a notice on the CoCart mount', async () => {
    const refused = await add({ id: '13', price: '3.50' });
    expect([refused.status, refused.body.code]).toEqual([403, 'service_price_override_not_allowed']);
    expect(fakes.heard).toEqual([]);
    const { status, body } = await add({ id: '13', price: '3.50' }, {}, '/wp-json/cocart/v2/cart/add-item');
    expect([status, body.notices.error.length]).toEqual([200, 1]);
    expect(fakes.last.request).toMatchObject({ price: null });
  });

  test('goes on where everybody may set prices', async () => {
    await request('POST', '/v2/cart/add-item', { body: { id: '13', price: ' 3.50 ' }, from: openToAll });
    expect(fakes.last.request).toMatchObject({ price: '3.50' });
    expect(fakes.last.context.claim?.setsPrices).toBe(true);
  });
});

describe('a write', () => {
  test('carries the client’s key with a digest of what was asked, whatever the order of members', async () => {
    const bodies = [
      { id: '13', quantity: '2', item_data: { a: 1, b: 2 } },
      { item_data: { b: 2, a: 1 }, quantity: '2', id: '13', unknown: true },
      { id: '13', quantity: '3', item_data: { a: 1, b: 2 } },
    ];
    for (const body of bodies) await add(body, { 'Idempotency-Key': 'k-1' });
    const all = fakes.heard.map(({ request: heard }) => (heard as { once: object }).once);
    expect(all[0]).toEqual({ key: 'k-1', origin: 'client', digest: expect.stringMatching(/^[\w-]{43}$/) });
    expect([all[1], all[2]]).toEqual([all[0], expect.not.objectContaining(all[0] as object)]);
  });

  test('that was done before says so', async () => {
    fakes.replayed = true;
    const { headers } = await add({ id: '13' }, { 'Idempotency-Key': 'k-1' });
    expect(headers.get('Idempotency-Replayed')).toBe('true');
  });

  test.each([
    ['"7"', 7],
    [' "0" ', 0],
    ['*', null],
  ])('with If-Match %s carries the revision %s', async (ifMatch, revision) => {
    await add({ id: '13' }, { 'If-Match': ifMatch });
    expect(fakes.last.request).toMatchObject({ ifRevision: revision });
  });

  test.each([
    ['If-Match', '7'],
    ['If-Match', 'W/"7"'],
    ['If-Match', '"abc"'],
    ['If-Match', '"1", "2"'],
    ['Idempotency-Key', 'x'.repeat(256)],
  ])('with the meaningless %s: %s is refused', async (name, value) => {
    const { status, body } = await add({ id: '13' }, { [name]: value });
    expect([status, body.code, Object.keys(body.data.params)]).toEqual([400, 'rest_invalid_param', [name]]);
    expect(fakes.heard).toEqual([]);
  });

  test('on an old revision learns the present one', async () => {
    fakes.refuses = refusal('service_revision_mismatch', { revision: 12 });
    const { status, body, headers } = await add({ id: '13' }, { 'If-Match': '"7"' });
    expect([status, body.code, body.data, headers.get('ETag')]).toEqual([
      412,
      'service_revision_mismatch',
      { status: 412, revision: 12 },
      '"12"',
    ]);
  });
});

test('a fault of a service is told without its cause', async () => {
  fakes.refuses = new Error('redis at 10.0.0.7 said no');
  const { status, body, headers } = await add({ id: '13' }, { 'X-Request-Id': 'r-1' });
  expect([status, body]).toEqual([
    500,
    {
      code: 'service_internal',
      message: 'Something went wrong. It has been logged.',
      data: { status: 500, request_id: 'r-1' },
    },
  ]);
  expect(headers.get('Cache-Control')).toBe('no-store');
});
