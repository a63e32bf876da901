import { describe, expect, test } from 'vitest';
import type { CommandResult } from '#contracts/cart-commands.ts';
import { refusal } from '#platform/errors/errors.ts';
import { natsFixture } from '#platform/testing/engines.ts';
import { GatewayFixture } from '../testing/fixture.ts';
import { aCart, aLine } from '../testing/samples.ts';

const site = new GatewayFixture(natsFixture());
const mounts = ['', '/wp-json/cocart'];
const line = aLine();
const guestsKey = 'a_client-s_own_key_01';

const add = (id: string, path = '/v2/cart/add-item') => ({
  method: 'POST',
  path,
  body: { id, quantity: '1' },
});
const read = (path: string) => ({ method: 'GET', path });
const done = (text = ''): CommandResult => ({
  ok: true,
  lineKeys: [line.key],
  notices: text === '' ? [] : [{ kind: 'success', text }],
});
const soldOut: CommandResult = {
  ok: false,
  code: 'service_product_out_of_stock',
  message: 'Gone.',
  data: {},
};

function batch(requests: unknown, { mount = '', query = '', headers = {}, validation = 'normal' } = {}) {
  return site.post(`${mount}/batch${query}`, { requests, validation }, headers);
}

/** What the cart answers, with the notices of all as the service gives them. */
function willAnswer(results: (CommandResult | null)[], common: string[] = []) {
  site.fakes.results = results;
  const own = results.flatMap((result) => (result?.ok ? result.notices : []));
  const left = common.map((text) => ({ kind: 'error' as const, text }));
  site.fakes.cart = aCart({ lines: [line], revision: 4, notices: [...left, ...own] });
}

const statuses = (body: { responses: ({ status: number } | null)[] }) =>
  body.responses.map((one) => one?.status ?? null);
const codes = (body: { responses: ({ body: { code?: string } } | null)[] }) =>
  body.responses.map((one) => one?.body.code);

describe('requests about the cart of v2', () => {
  test.each(mounts)('that all succeed are one commit and one cart with all notices, on %j', async (mount) => {
    willAnswer([done('One.'), done('Two.'), done('Three.')], ['Something left.']);
    const requests = [add('13'), add('14', '/cocart/v2/cart/add-item'), add('15')];
    const { status, body, headers } = await batch(requests, { mount });
    expect([status, body.item_count, body.cart_key]).toEqual([200, 2, headers.get('Cart-Key')]);
    expect(body.notices).toEqual({ error: ['Something left.'], success: ['One.', 'Two.', 'Three.'] });
    expect(Object.fromEntries(headers)).toMatchObject({
      etag: '"1"',
      'cache-control': expect.stringContaining('no-store'),
    });
    expect(site.fakes.heard.map(({ operation }) => operation)).toEqual(['cart.change-together']);
    expect(site.fakes.last.request).toMatchObject({
      commands: ['13', '14', '15'].map((reference) => ({ kind: 'add-item', item: { reference } })),
      allOrNone: false,
      ifRevision: null,
      once: { origin: 'gateway' },
    });
  });

  test('are shown as the last one asks', async () => {
    willAnswer([done(), done()]);
    const fields = await batch([add('13'), add('14', '/v2/cart/add-item?fields=item_count')]);
    expect(fields.body).toEqual({ item_count: 2 });
    const outer = await batch([add('13'), add('14')], { query: '?_fields=item_count' });
    expect(outer.body).toEqual({ item_count: 2 });
    willAnswer([done(), soldOut]);
    const failed = await batch([add('13'), add('36')], { query: '?_fields=item_count' });
    expect(statuses(failed.body)).toEqual([200, 404]);
  });

  test('are a list when the last one does not show the whole cart', async () => {
    willAnswer([done('One.'), done()]);
    const { body } = await batch([add('13'), read('/v2/cart/items/count')]);
    expect(statuses(body)).toEqual([200, 200]);
    expect(body.responses[1].body).toBe(2);
    expect((site.fakes.last.request as { commands: unknown[] }).commands[1]).toEqual({ kind: 'look' });
  });

  test('are a list when one fails, each with the cart as it was saved and its own notices', async () => {
    for (const [mount, code] of [
      ['', 'service_product_out_of_stock'],
      ['/wp-json/cocart', 'cocart_product_out_of_stock'],
    ] as const) {
      willAnswer([done('One.'), soldOut, done('Three.')], ['Something left.']);
      const { status, body } = await batch([add('13'), add('36'), add('14')], { mount });
      expect([status, statuses(body)]).toEqual([200, [200, 404, 200]]);
      const [first, second, third] = body.responses;
      expect(second.body).toEqual({ code, message: 'Gone.', data: { status: 404 } });
      expect([first.body.item_count, first.body.notices.success]).toEqual([2, ['One.']]);
      expect(third.body.notices).toEqual({ success: ['Three.'], error: ['Something left.'] });
      expect([first.headers, third.headers]).toEqual([{}, {}]);
    }
  });

  test('that only look write nothing', async () => {
    site.fakes.cart = aCart({ lines: [line] });
    const { body } = await batch([read('/v2/cart'), read('/v2/cart')]);
    expect(body.items[line.key].item_key).toBe(line.key);
    expect(site.fakes.heard.map(({ operation }) => operation)).toEqual(['cart.read']);
  });

  test('that do not find what they look for have their own answer', async () => {
    willAnswer([done(), done()]);
    const { status, body } = await batch([add('13'), read(`/v2/cart/item/${'0'.repeat(32)}`)]);
    expect([status, statuses(body), codes(body)[1]]).toEqual([200, [200, 404], 'service_item_not_in_cart']);
  });
});

describe('requests of other kinds', () => {
  test('about the cart of v1 are a list, in v1’s words', async () => {
    const unknown: CommandResult = { ...soldOut, code: 'service_invalid_product' };
    willAnswer([done(), unknown]);
    const adding = (id: string) => ({ path: '/v1/add-item', body: { product_id: id } });
    const { body } = await batch([adding('13'), adding('99')]);
    expect([statuses(body), codes(body)[1]]).toEqual([[200, 404], 'service_product_does_not_exist']);
    expect(body.responses[0].body.key).toBe(line.key);
  });

  test('to the catalogue are answered in their place, lists with their headers', async () => {
    willAnswer([done()]);
    const requests = [
      read('/v2/products/13'),
      add('13'),
      read('/v2/products?per_page=1'),
      read('/v2/products/77'),
    ];
    const { status, body } = await batch(requests, { mount: '/wp-json/cocart' });
    expect([status, statuses(body)]).toEqual([200, [200, 200, 200, 404]]);
    expect([body.responses[0].body.id, codes(body)[3]]).toEqual([13, 'cocart_product_invalid_id']);
    expect(body.responses[2].headers).toHaveProperty('X-WP-Total');
    expect(site.fakes.count('cart.change-together')).toBe(1);
  });

  test('to the catalogue alone leave carts alone', async () => {
    const { body, headers } = await batch([read('/v2/products/13?_fields=id')]);
    expect([body.responses[0].body, headers.get('Cart-Key')]).toEqual([{ id: 13 }, null]);
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect(site.fakes.heard.map(({ operation }) => operation)).toEqual(['catalogue.read-product']);
  });

  test.each([
    [read('v2/cart'), 400, 'rest_invalid_path'],
    [read('/v2/%zz'), 400, 'rest_invalid_path'],
    [read('/v2/nope'), 404, 'rest_no_route'],
    [{ method: 'DELETE', path: '/v2/cart' }, 404, 'rest_no_route'],
    [read('/v3/cart'), 400, 'service_unsupported_version'],
    [{ path: '/batch', body: { requests: [add('13')] } }, 400, 'rest_batch_not_allowed'],
    [{ path: '/cocart/batch', body: { requests: [add('13')] } }, 400, 'rest_batch_not_allowed'],
    [read(`/v1/get-cart/${guestsKey}`), 400, 'rest_batch_not_allowed'],
    [{ path: '/v2/cart/add-item', body: {} }, 400, 'rest_missing_callback_param'],
    [{ path: '/v2/cart/add-item', body: { id: 13 } }, 400, 'rest_invalid_param'],
    [
      { path: '/v2/cart/add-item', body: { id: '13', price: '1' } },
      403,
      'service_price_override_not_allowed',
    ],
    [
      {
        path: '/v2/products/reviews',
        body: { product_id: 13, review: 'x', reviewer: 'y', reviewer_email: 'a@example.org' },
      },
      400,
      'rest_batch_not_allowed',
    ],
  ])('%j has an answer of its own, and the others count', async (request, status, code) => {
    willAnswer([done()]);
    const { status: outer, body } = await batch([request, add('13')]);
    expect([outer, statuses(body), codes(body)[0]]).toEqual([200, [status, 200], code]);
    expect(body.responses[0].body.data.status).toBe(status);
    expect((site.fakes.last.request as { commands: unknown[] }).commands.length).toBe(1);
  });
});

describe('require-all-validate', () => {
  const validation = 'require-all-validate';

  test('asks the cart for all or none', async () => {
    willAnswer([done('One.'), done('Two.')]);
    const { status, body } = await batch([add('13'), add('14')], { validation });
    expect([status, body.item_count]).toEqual([200, 2]);
    expect(site.fakes.last.request).toMatchObject({ allOrNone: true });
  });

  test('does nothing when the cart refuses one', async () => {
    willAnswer([null, soldOut, null]);
    const { status, body, headers } = await batch([add('13'), add('36'), add('14')], { validation });
    expect([status, body.failed, statuses(body)]).toEqual([207, 'validation', [null, 404, null]]);
    expect(headers.get('ETag')).toBe('"1"');
  });

  test.each([
    [
      [add('13'), { path: '/v2/cart/add-item', body: {} }, read('/v2/products/13')],
      [null, 400, null],
    ],
    [
      [read('/v2/nope'), add('13')],
      [404, null],
    ],
    [
      [add('13'), read('/v2/products/77')],
      [null, 404],
    ],
  ])('asks nobody to change anything when one of %j cannot be', async (requests, expected) => {
    const { status, body } = await batch(requests, { validation });
    expect([status, body.failed, statuses(body)]).toEqual([207, 'validation', expected]);
    expect(site.fakes.count('cart.change-together')).toBe(0);
  });
});

describe('the batch itself', () => {
  test.each([
    [undefined, 'rest_missing_callback_param'],
    [[], 'rest_invalid_param'],
    [Array.from({ length: 26 }, () => add('13')), 'rest_invalid_param'],
    [[{ method: 'POST' }], 'rest_invalid_param'],
    [[{ path: '' }], 'rest_invalid_param'],
    [[{ path: 5 }], 'rest_invalid_param'],
    [[{ method: 'BREW', path: '/v2/cart' }], 'rest_invalid_param'],
    [[{ method: 'post', path: '/v2/cart' }], 'rest_invalid_param'],
    [[{ path: '/v2/cart', body: 'x' }], 'rest_invalid_param'],
    [[{ path: '/v2/cart', body: [1] }], 'rest_invalid_param'],
    [[{ path: '/v2/cart', headers: 5 }], 'rest_invalid_param'],
    [['/v2/cart'], 'rest_invalid_param'],
    ['/v2/cart', 'rest_invalid_param'],
    [{ 0: add('13') }, 'rest_invalid_param'],
  ])('is refused with the requests %j', async (requests, code) => {
    for (const mount of mounts) {
      const { status, body } = await batch(requests, { mount });
      expect([status, body.code]).toEqual([400, code]);
      const { params } = body.data;
      expect(Array.isArray(params) ? params : Object.keys(params)).toEqual(['requests']);
    }
    expect(site.fakes.heard).toEqual([]);
  });

  test('is refused with another validation', async () => {
    const { status, body } = await batch([add('13')], { validation: 'none' });
    expect([status, Object.keys(body.data.params)]).toEqual([400, ['validation']]);
  });

  test('takes 25 requests', async () => {
    willAnswer(Array.from({ length: 25 }, () => done()));
    const { status, body } = await batch(Array.from({ length: 25 }, () => add('13')));
    expect([status, body.item_count]).toEqual([200, 2]);
  });

  test('is there for POST only', async () => {
    for (const method of ['GET', 'PUT', 'DELETE']) {
      expect((await site.send(method, '/batch')).body.code).toBe('rest_no_route');
    }
  });

  test('carries its marks, and a replay says so', async () => {
    willAnswer([done()]);
    site.fakes.replayed = true;
    const marks = { 'Idempotency-Key': 'k-1', 'If-Match': '"7"' };
    const request = { ...add('13'), headers: { 'Idempotency-Key': 'another', 'If-Match': '"1"' } };
    const { headers } = await batch([request], { headers: marks });
    expect(headers.get('Idempotency-Replayed')).toBe('true');
    expect(site.fakes.last.request).toMatchObject({
      ifRevision: 7,
      once: { key: 'k-1', origin: 'client', digest: expect.stringMatching(/^[\w-]{43}$/) },
    });
    const digestOf = async (requests: unknown, validation?: string) => {
      await batch(requests, { headers: marks, ...(validation && { validation }) });
      return (site.fakes.last.request as { once: { digest: string } }).once.digest;
    };
    const first = await digestOf([add('13')]);
    expect(
      await digestOf([{ body: { quantity: '1', id: '13' }, path: '/v2/cart/add-item', method: 'POST' }]),
    ).toBe(first);
    expect(await digestOf([add('14')])).not.toBe(first);
    expect(await digestOf([add('13')], 'require-all-validate')).not.toBe(first);
  });

  test.each([
    [refusal('service_revision_mismatch', { revision: 12 }), 412],
    [refusal('service_idempotency_key_reused', {}), 422],
    [refusal('service_rate_limit_exceeded', { retry_after: 3, limit: 25, window: 10 }), 429],
    [refusal('service_unavailable', { retry_after: 1 }), 503],
  ])('answers %s as a whole', async (error, status) => {
    willAnswer([done()]);
    site.fakes.refuses = error;
    const answer = await batch([add('13'), read('/v2/products/13')]);
    expect([answer.status, answer.body.code, answer.body.data.status]).toEqual([status, error.code, status]);
  });

  test('is counted under its own path', async () => {
    willAnswer([done()]);
    await batch([add('13')], { mount: '/wp-json/cocart' });
    expect(await site.gateway.metrics.registry.metrics()).toMatch(
      /http_answers_total\{.*route="\/batch".*\} [1-9]/,
    );
  });
});

describe('the cart of a batch', () => {
  const keyOf = () => site.fakes.last.context.claim?.cart;
  const other = 'another_key_of_someone';

  test.each([
    [`?cart_key=${guestsKey}`, {}],
    ['', { 'Cart-Key': guestsKey }],
    ['', { 'CoCart-API-Cart-Key': guestsKey }],
  ])('is the one that it names, %j %j, whatever its requests name', async (query, headers) => {
    willAnswer([done(), done()]);
    const requests = [
      { ...add('13'), headers: { 'Cart-Key': other } },
      add('14', `/v2/cart/add-item?cart_key=${other}x`),
    ];
    const { body } = await batch(requests, { query, headers });
    expect([keyOf(), body.cart_key]).toEqual([guestsKey, guestsKey]);
  });

  test('is the one that its requests name when it names none', async () => {
    willAnswer([done(), done()]);
    await batch([add('13'), add('14', `/v2/cart/add-item?cart_key=${other}`)]);
    expect(keyOf()).toBe(other);
    await batch([{ ...add('13'), headers: { 'cart-KEY': guestsKey } }, add('14')]);
    expect(keyOf()).toBe(guestsKey);
    await batch([add('13'), add('14')]);
    expect(keyOf()).toMatch(/^t_[0-9a-f]{32}$/);
  });

  test('is one', async () => {
    const requests = [guestsKey, other].map((key) => add('13', `/v2/cart/add-item?cart_key=${key}`));
    const { status, body } = await batch(requests);
    expect([status, body.code, Object.keys(body.data.params)]).toEqual([
      400,
      'rest_invalid_param',
      ['requests'],
    ]);
    expect(site.fakes.heard).toEqual([]);
  });
});
