import { describe, expect, test } from 'vitest';
import { refusal } from '#platform/errors/errors.ts';
import { natsFixture } from '#testing/engines.ts';
import { GatewayFixture } from '#testing/gateway/fixture.ts';
import { aCart, aLine } from '#testing/gateway/samples.ts';

const site = new GatewayFixture(natsFixture());
const openToAll = new GatewayFixture(natsFixture(), { PRICE_OVERRIDE: 'public' });

describe('add-item', () => {
  test('passes on the given members, with defaults for the others', async () => {
    await site.add({ id: ' 13 ' });
    expect(site.fakes.last.request).toEqual({
      command: {
        kind: 'add-item',
        item: { reference: '13', quantity: '1', variation: {}, itemData: {}, price: null },
        email: null,
        phone: null,
      },
      ifRevision: null,
      once: { key: expect.stringMatching(/^[0-9a-f-]{36}$/), origin: 'gateway', digest: '' },
    });
    await site.add({
      id: 'SKU',
      quantity: '1.5',
      variation: { attribute_pa_size: 's', attribute_pack: 6 },
      item_data: { engraving: 'Grüße 🎁', nested: { a: [1, null] } },
      email: 'no e-mail',
      phone: '+31 20',
      unknown: 1,
    });
    expect(site.fakes.last.request).toMatchObject({
      command: {
        item: {
          reference: 'SKU',
          quantity: '1.5',
          variation: { attribute_pa_size: 's', attribute_pack: '6' },
          itemData: { engraving: 'Grüße 🎁', nested: { a: [1, null] } },
        },
        email: 'no e-mail',
        phone: '+31 20',
      },
    });
  });

  test.each(['two', '', '0x10', '1,5', '.'])(
    'with the quantity %j is 400 on the CoCart mount; on others the cart service checks it',
    async (quantity) => {
      const { status, body } = await site.post('/wp-json/cocart/v2/cart/add-item', { id: '13', quantity });
      expect([status, body.code, Object.keys(body.data.params)]).toEqual([
        400,
        'rest_invalid_param',
        ['quantity'],
      ]);
      expect(site.fakes.heard).toEqual([]);
      await site.add({ id: '13', quantity });
      expect(site.fakes.last.request).toMatchObject({ command: { item: { quantity } } });
    },
  );

  test.each([
    [{ id: 1.5 }, 'id'],
    [{ id: true }, 'id'],
    [{ id: '13', quantity: true }, 'quantity'],
    [{ id: '13', quantity: null }, 'quantity'],
    [{ id: '13', email: 5 }, 'email'],
    [{ id: '13', phone: ['1'] }, 'phone'],
    [{ id: '13', price: true }, 'price'],
    [{ id: '13', price: -1 }, 'price'],
    [{ id: '13', price: 1e21 }, 'price'],
    [{ id: '13', price: '.' }, 'price'],
    [{ id: '13', price: '-1' }, 'price'],
    [{ id: '13', price: 'abc' }, 'price'],
    [{ id: '13', price: '1e3' }, 'price'],
    [{ id: '13', variation: 'red' }, 'variation'],
    [{ id: '13', variation: { a: { $ne: 1 } } }, 'variation'],
    [{ id: '13', item_data: 'x' }, 'item_data'],
    [{ id: '13', return_item: 'maybe' }, 'return_item'],
    [{ id: 'x'.repeat(101) }, 'id'],
  ])('refuses %j for its %s on both mounts, without a request to the cart service', async (body, name) => {
    for (const mount of ['', '/wp-json/cocart']) {
      const { status, body: answer } = await site.add(body, {}, `${mount}/v2/cart/add-item`);
      expect([status, answer.code, Object.keys(answer.data.params)]).toEqual([
        400,
        'rest_invalid_param',
        [name],
      ]);
    }
    expect(site.fakes.heard).toEqual([]);
  });

  test('returns only the line on request', async () => {
    const { body, headers } = await site.add({ id: '13', return_item: true });
    expect([body.item_key, body.items, headers.get('Cart-Key')]).toEqual([
      'c51ce410c124a10e0db5e4b97fc2af39',
      undefined,
      expect.stringMatching(/^t_/),
    ]);
  });

  test('accepts a form, and reads members from the query that the body does not have', async () => {
    await fetch(`${site.gateway.url}/v2/cart/add-item?quantity=9&id=14`, {
      method: 'POST',
      body: new URLSearchParams({ id: '13' }),
    });
    expect(site.fakes.last.request).toMatchObject({ command: { item: { reference: '13', quantity: '9' } } });
  });
});

describe('a price given by a client', () => {
  test('is refused at the root, and ignored with a notice on the CoCart mount', async () => {
    const refused = await site.add({ id: '13', price: '3.50' });
    expect([refused.status, refused.body.code]).toEqual([403, 'service_price_override_not_allowed']);
    expect(site.fakes.heard).toEqual([]);
    const { status, body } = await site.add(
      { id: '13', price: '3.50' },
      {},
      '/wp-json/cocart/v2/cart/add-item',
    );
    expect([status, body.notices.error.length]).toEqual([200, 1]);
    expect(site.fakes.last.request).toMatchObject({ command: { item: { price: null } } });
  });

  test('is passed on if PRICE_OVERRIDE allows everybody to set prices', async () => {
    for (const [price, sent] of [
      [' 3.50 ', '3.50'],
      ['.99', '.99'],
      ['5.', '5.'],
      [0.99, '0.99'],
      [3, '3'],
    ]) {
      await openToAll.add({ id: '13', price });
      expect(openToAll.fakes.last.request).toMatchObject({ command: { item: { price: sent } } });
    }
    expect(openToAll.fakes.last.context.claim?.setsPrices).toBe(true);
  });
});

describe('a write', () => {
  test('passes on the client’s key with a digest of the request, whatever the order of members', async () => {
    const bodies = [
      { id: '13', quantity: '2', item_data: { a: 1, b: 2 } },
      { item_data: { b: 2, a: 1 }, quantity: '2', id: '13', unknown: true },
      { id: '13', quantity: '3', item_data: { a: 1, b: 2 } },
    ];
    for (const body of bodies) await site.add(body, { 'Idempotency-Key': 'k-1' });
    const all = site.fakes.heard.map(({ request: heard }) => (heard as { once: object }).once);
    expect(all[0]).toEqual({ key: 'k-1', origin: 'client', digest: expect.stringMatching(/^[\w-]{43}$/) });
    expect([all[1], all[2]]).toEqual([all[0], expect.not.objectContaining(all[0] as object)]);
  });

  test('marks a repeated answer', async () => {
    site.fakes.replayed = true;
    const { headers } = await site.add({ id: '13' }, { 'Idempotency-Key': 'k-1' });
    expect(headers.get('Idempotency-Replayed')).toBe('true');
  });

  test.each([
    ['"7"', 7],
    [' "0" ', 0],
    ['*', null],
  ])('with If-Match %s passes on the revision %s', async (ifMatch, revision) => {
    await site.add({ id: '13' }, { 'If-Match': ifMatch });
    expect(site.fakes.last.request).toMatchObject({ ifRevision: revision });
  });

  test.each([
    ['If-Match', '7'],
    ['If-Match', 'W/"7"'],
    ['If-Match', '"abc"'],
    ['If-Match', '"1", "2"'],
    ['Idempotency-Key', 'x'.repeat(256)],
  ])('with the invalid %s: %s is refused', async (name, value) => {
    const { status, body } = await site.add({ id: '13' }, { [name]: value });
    expect([status, body.code, Object.keys(body.data.params)]).toEqual([400, 'rest_invalid_param', [name]]);
    expect(site.fakes.heard).toEqual([]);
  });

  test('with an old revision is refused with the current revision', async () => {
    site.fakes.refuses = refusal('service_revision_mismatch', { revision: 12 });
    const { status, body, headers } = await site.add({ id: '13' }, { 'If-Match': '"7"' });
    expect([status, body.code, body.data, headers.get('ETag')]).toEqual([
      412,
      'service_revision_mismatch',
      { status: 412, revision: 12 },
      '"12"',
    ]);
  });
});

test('an internal error is returned without its cause', async () => {
  site.fakes.refuses = new Error('redis at 10.0.0.7 said no');
  const { status, body, headers } = await site.add({ id: '13' }, { 'X-Request-Id': 'r-1' });
  expect([status, body]).toEqual([
    500,
    {
      code: 'service_internal',
      message: 'Something went wrong. It has been logged.',
      data: { status: 500, request_id: 'r-1' },
    },
  ]);
  expect(headers.get('Cache-Control')).toMatch(/^no-store/);
});

const path = '/v2/cart/add-items';
const mounts = ['', '/wp-json/cocart'];
const keys = ['0123456789abcdef0123456789abcdef', 'fedcba9876543210fedcba9876543210'] as const;

describe('add-items', () => {
  test('passes on a list of items in the form of add-item', async () => {
    const items = [
      { id: ' 13 ' },
      { id: 'SKU', quantity: '2', variation: { Colour: 'Red' }, item_data: { a: [1] }, unknown: 1 },
    ];
    await site.post(path, { items, email: 'ann@shop.example', phone: '+31 20', id: '50' });
    const plain = { variation: {}, itemData: {}, price: null };
    expect(site.fakes.last.request).toMatchObject({
      command: {
        kind: 'add-items',
        items: [
          { ...plain, reference: '13', quantity: '1' },
          { ...plain, reference: 'SKU', quantity: '2', variation: { Colour: 'Red' }, itemData: { a: [1] } },
        ],
        email: 'ann@shop.example',
        phone: '+31 20',
      },
    });
    expect(site.fakes.heard).toHaveLength(1);
  });

  test('passes on a group with the quantities of its products', async () => {
    await site.post(path, { id: '50', quantity: { 13: '2', mug: '', 35: ' 0 ' } });
    expect(site.fakes.last.request).toMatchObject({
      command: {
        kind: 'add-group',
        reference: '50',
        quantities: { 13: '2', mug: '', 35: '0' },
        email: null,
        phone: null,
      },
    });
    expect(site.fakes.last.request).not.toHaveProperty('command.anyProduct');
    await site.post(`/wp-json/cocart${path}`, { id: '50', quantity: { 13: '2' } });
    expect(site.fakes.last.request).toMatchObject({ command: { quantities: { 13: '2' }, anyProduct: true } });
    await site.post(path, { id: '50', quantity: [] });
    expect(site.fakes.last.request).toMatchObject({ command: { kind: 'add-group', quantities: {} } });
  });

  test('accepts a list in a form', async () => {
    const body = new URLSearchParams({
      'items[0][id]': '13',
      'items[1][id]': '14',
      'items[1][quantity]': '2',
    });
    await site.send('POST', path, { body });
    expect(site.fakes.last.request).toMatchObject({
      command: {
        items: [
          { reference: '13', quantity: '1' },
          { reference: '14', quantity: '2' },
        ],
      },
    });
  });

  test.each([
    [{}, ['id', 'quantity']],
    [{ id: '50' }, ['quantity']],
    [{ quantity: { 13: '1' } }, ['id']],
    [{ email: 'ann@shop.example' }, ['id', 'quantity']],
  ])(
    'refuses %j for its missing member on both mounts, without a request to the cart service',
    async (body, missing) => {
      for (const mount of mounts) {
        const { status, body: answer } = await site.post(mount + path, body);
        expect([status, answer.code, answer.data.params]).toEqual([
          400,
          'rest_missing_callback_param',
          missing,
        ]);
      }
      expect(site.fakes.heard).toEqual([]);
    },
  );

  test.each([
    [{ items: [] }, 'items'],
    [{ items: '13' }, 'items'],
    [{ items: ['13'] }, 'items'],
    [{ items: [{}] }, 'items'],
    [{ items: [{ id: '14' }, { id: 1.5 }] }, 'items'],
    [{ items: [{ id: '13', quantity: true }] }, 'items'],
    [{ items: [{ id: '13', variation: 'red' }] }, 'items'],
    [{ items: [{ id: '13', price: '-1' }] }, 'items'],
    [{ items: Array.from({ length: 201 }, () => ({ id: '13' })) }, 'items'],
    [{ id: 5.5, quantity: {} }, 'id'],
    [{ id: '50', quantity: '2' }, 'quantity'],
    [{ id: '50', quantity: { 13: null } }, 'quantity'],
    [{ id: '50', quantity: { ['x'.repeat(101)]: '1' } }, 'quantity'],
    [{ items: [{ id: '13' }], email: 5 }, 'email'],
    [{ items: [{ id: '13' }], return_items: 'maybe' }, 'return_items'],
  ])('refuses %j for its %s on both mounts, without a request to the cart service', async (body, name) => {
    for (const mount of mounts) {
      const { status, body: answer } = await site.post(mount + path, body);
      expect([status, answer.code, Object.keys(answer.data.params)]).toEqual([
        400,
        'rest_invalid_param',
        [name],
      ]);
    }
    expect(site.fakes.heard).toEqual([]);
  });

  test('returns only the lines on request, in the order of the request', async () => {
    const [one, other] = keys;
    const lines = [aLine({ key: one }), aLine({ key: other, productId: 14 }), aLine()];
    site.fakes.cart = aCart({ lines });
    site.fakes.lineKeys = [other, 'f'.repeat(32), one];
    for (const mount of mounts) {
      const { body } = await site.post(mount + path, { items: [{ id: '13' }], return_items: true });
      expect(body.map((item: { item_key: string; id: number }) => [item.item_key, item.id])).toEqual([
        [other, 14],
        [one, 13],
      ]);
    }
  });
});

describe('a price given by a client for one of several items', () => {
  const body = { items: [{ id: '13' }, { id: '14', price: '3.50' }] };

  test('is refused at the root, and ignored with one notice on the CoCart mount', async () => {
    const refused = await site.post(path, body);
    expect([refused.status, refused.body.code]).toEqual([403, 'service_price_override_not_allowed']);
    expect(site.fakes.heard).toEqual([]);
    const { status, body: answer } = await site.post(`/wp-json/cocart${path}`, body);
    expect([status, answer.notices.error.length]).toEqual([200, 1]);
    expect(site.fakes.last.request).toMatchObject({ command: { items: [{ price: null }, { price: null }] } });
  });

  test('is passed on if PRICE_OVERRIDE allows everybody to set prices', async () => {
    await openToAll.post(path, body);
    const items = [{ price: null }, { price: '3.50' }];
    expect(openToAll.fakes.last.request).toMatchObject({ command: { items } });
  });
});

const line = aLine();

const sent = (kind: string, members: object) => ({ command: { kind, ...members } });

describe('add-item of v1', () => {
  const add = (body: unknown, mount = '') => site.post(`${mount}/v1/add-item`, body);

  test.each(mounts)('returns the raw line, or the cart, on %j', async (mount) => {
    const { status, body, headers } = await add({ product_id: '13', quantity: '2' }, mount);
    expect([status, headers.get('Cart-Key')]).toEqual([200, expect.stringMatching(/^t_/)]);
    expect(body).toMatchObject({ key: line.key, product_id: 13, quantity: 2, product_price: '€18,00' });
    expect(body).not.toHaveProperty('product_image');
    const whole = await add({ product_id: '13', return_cart: true }, mount);
    expect(whole.body).toEqual({ [line.key]: body });
    const pictured = await site.post(`${mount}/v1/add-item?thumb=true`, { product_id: '13' });
    expect(pictured.body.product_image).toBe(line.thumbnail);
  });

  test('passes on the given members', async () => {
    const none = { price: null };
    await add({ product_id: '013' });
    const usual = { reference: '13', quantity: '1', variation: {}, itemData: {}, ...none };
    expect(site.fakes.last.request).toMatchObject(
      sent('add-item', { item: usual, email: null, phone: null }),
    );
    await add({ product_id: 13 });
    expect(site.fakes.last.request).toMatchObject(sent('add-item', { item: { reference: '13' } }));
    await add({
      product_id: '52',
      quantity: '3',
      variation_id: 54,
      variation: { attribute_pa_size: 's' },
      cart_item_data: { engraving: { a: [1] } },
    });
    const item = { reference: '54', productId: '52', quantity: '3', variation: { attribute_pa_size: 's' } };
    expect(site.fakes.last.request).toMatchObject(
      sent('add-item', { item: { ...item, itemData: { engraving: { a: [1] } }, ...none } }),
    );
  });

  test('leaves the check of a missing product to the cart service, with any variation', async () => {
    for (const id of ['', '0', '000']) {
      await add({ product_id: id, variation_id: 54 });
      expect(site.fakes.last.request).toMatchObject(
        sent('add-item', { item: { reference: id === '' ? '' : '0' } }),
      );
    }
  });

  test.each(['abc', '1.5', '13a', 'woo-tshirt'])('refuses %j, which is not a number', async (id) => {
    for (const mount of mounts) {
      const { status, body } = await add({ product_id: id }, mount);
      expect([status, body.code.replace(/^[a-z]+_/, '')]).toEqual([405, 'product_id_not_numeric']);
    }
    expect(site.fakes.heard).toEqual([]);
  });

  test.each([
    [{ product_id: true }, 'product_id'],
    [{ product_id: 1.5 }, 'product_id'],
    [{ product_id: '13', quantity: true }, 'quantity'],
    [{ product_id: '13', variation_id: 'x' }, 'variation_id'],
    [{ product_id: '13', variation_id: -1 }, 'variation_id'],
    [{ product_id: '13', variation: 'red' }, 'variation'],
    [{ product_id: '13', cart_item_data: 'x' }, 'cart_item_data'],
    [{ product_id: '13', return_cart: 'maybe' }, 'return_cart'],
  ])('refuses %j for its %s without a request to the cart service', async (given, name) => {
    const { status, body } = await add(given);
    expect([status, body.code, Object.keys(body.data.params)]).toEqual([400, 'rest_invalid_param', [name]]);
    expect(site.fakes.heard).toEqual([]);
  });

  test('needs a product', async () => {
    const { status, body } = await add({});
    expect([status, body.code, body.data.params]).toEqual([
      400,
      'rest_missing_callback_param',
      ['product_id'],
    ]);
  });

  test('returns v1’s error for an unknown product', async () => {
    site.fakes.refuses = refusal('service_invalid_product', {});
    for (const [mount, code] of [
      ['', 'service_product_does_not_exist'],
      ['/wp-json/cocart', 'cocart_product_does_not_exist'],
    ] as const) {
      const { status, body } = await add({ product_id: '999' }, mount);
      expect([status, body.code]).toEqual([404, code]);
    }
    site.fakes.refuses = refusal('service_product_out_of_stock', { requested: 1, in_cart: 0, available: 0 });
    expect((await add({ product_id: '36' })).body.code).toBe('service_product_out_of_stock');
  });
});
