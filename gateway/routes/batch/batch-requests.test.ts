import { describe, expect, test } from 'vitest';
import type { CommandResult } from '#contracts/cart-commands.ts';
import { natsFixture } from '#testing/engines.ts';
import { GatewayFixture } from '#testing/gateway/fixture.ts';
import { aCart } from '#testing/gateway/samples.ts';
import { add, Batches, done, guestsKey, line, mounts, read, soldOut } from './batch.fixture.ts';

const site = new GatewayFixture(natsFixture());
const batches = new Batches(site);
const batch: Batches['send'] = (...given) => batches.send(...given);
const willAnswer: Batches['setResults'] = (...given) => batches.setResults(...given);

const statuses = (body: { responses: ({ status: number } | null)[] }) =>
  body.responses.map((one) => one?.status ?? null);
const codes = (body: { responses: ({ body: { code?: string } } | null)[] }) =>
  body.responses.map((one) => one?.body.code);

describe('requests about the cart of v2', () => {
  test.each(mounts)(
    'that all succeed make one commit and return one cart with all notices, on %j',
    async (mount) => {
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
    },
  );

  test('return the cart in the form that the last request wants', async () => {
    willAnswer([done(), done()]);
    const fields = await batch([add('13'), add('14', '/v2/cart/add-item?fields=item_count')]);
    expect(fields.body).toEqual({ item_count: 2 });
    const outer = await batch([add('13'), add('14')], { query: '?_fields=item_count' });
    expect(outer.body).toEqual({ item_count: 2 });
    willAnswer([done(), soldOut]);
    const failed = await batch([add('13'), add('36')], { query: '?_fields=item_count' });
    expect(statuses(failed.body)).toEqual([200, 404]);
  });

  test('return a list if the answer to the last request is not the whole cart', async () => {
    willAnswer([done('One.'), done()]);
    const { body } = await batch([add('13'), read('/v2/cart/items/count')]);
    expect(statuses(body)).toEqual([200, 200]);
    expect(body.responses[1].body).toBe(2);
    expect((site.fakes.last.request as { commands: unknown[] }).commands[1]).toEqual({ kind: 'look' });
  });

  test('return a list if one fails; each answer has the saved cart and the notices of its request', async () => {
    for (const [mount, code] of [
      ['', 'service_product_out_of_stock'],
      ['/wp-json/cocart', 'cocart_product_out_of_stock'],
    ] as const) {
      willAnswer([done('One.'), soldOut, done('Three.')], ['Something left.']);
      const { status, body } = await batch([add('13'), add('36'), add('14')], { mount });
      expect([status, statuses(body)]).toEqual([200, [200, 404, 200]]);
      const [first, second, third] = body.responses;
      expect(second.body).toEqual({ code, message: 'Gone.', data: { status: 404, ...soldOut.data } });
      expect([first.body.item_count, first.body.notices.success]).toEqual([2, ['One.']]);
      expect(third.body.notices).toEqual({ success: ['Three.'], error: ['Something left.'] });
      expect([first.headers, third.headers]).toEqual([{}, {}]);
    }
  });

  test('that only read the cart change nothing', async () => {
    site.fakes.cart = aCart({ lines: [line] });
    const { body } = await batch([read('/v2/cart'), read('/v2/cart')]);
    expect(body.items[line.key].item_key).toBe(line.key);
    expect(site.fakes.heard.map(({ operation }) => operation)).toEqual(['cart.read']);
  });

  test('that find nothing are answered with their own errors', async () => {
    willAnswer([done(), done()]);
    const { status, body } = await batch([add('13'), read(`/v2/cart/item/${'0'.repeat(32)}`)]);
    expect([status, statuses(body), codes(body)[1]]).toEqual([200, [200, 404], 'service_item_not_in_cart']);
  });
});

describe('requests of other kinds', () => {
  test('about the cart of v1 return a list in the format of v1', async () => {
    const unknown: CommandResult = { ...soldOut, code: 'service_invalid_product' };
    willAnswer([done(), unknown]);
    const adding = (id: string) => ({ path: '/v1/add-item', body: { product_id: id } });
    const { body } = await batch([adding('13'), adding('99')]);
    expect([statuses(body), codes(body)[1]]).toEqual([[200, 404], 'service_product_does_not_exist']);
    expect(body.responses[0].body.key).toBe(line.key);
  });

  test('to the catalogue are answered in order, lists with their headers', async () => {
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

  test('to the catalogue cause no request to the cart service', async () => {
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
    [{ path: '/v2/cart/add-item', body: { id: true } }, 400, 'rest_invalid_param'],
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
  ])('%j is answered with an error, and the other requests are done', async (request, status, code) => {
    willAnswer([done()]);
    const { status: outer, body } = await batch([request, add('13')]);
    expect([outer, statuses(body), codes(body)[0]]).toEqual([200, [status, 200], code]);
    expect(body.responses[0].body.data.status).toBe(status);
    expect((site.fakes.last.request as { commands: unknown[] }).commands.length).toBe(1);
  });
});

describe('require-all-validate', () => {
  const validation = 'require-all-validate';

  test('makes the cart service apply all requests or none', async () => {
    willAnswer([done('One.'), done('Two.')]);
    const { status, body } = await batch([add('13'), add('14')], { validation });
    expect([status, body.item_count]).toEqual([200, 2]);
    expect(site.fakes.last.request).toMatchObject({ allOrNone: true });
  });

  test('changes nothing if the cart service refuses one request', async () => {
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
  ])('sends nothing to a service if one of %j is invalid', async (requests, expected) => {
    const { status, body } = await batch(requests, { validation });
    expect([status, body.failed, statuses(body)]).toEqual([207, 'validation', expected]);
    expect(site.fakes.count('cart.change-together')).toBe(0);
  });
});
