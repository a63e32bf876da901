import { describe, expect, test } from 'vitest';
import { refusal } from '#platform/errors/errors.ts';
import { natsFixture } from '#testing/engines.ts';
import { GatewayFixture } from '#testing/gateway/fixture.ts';
import { aCart, aLine } from '#testing/gateway/samples.ts';
import { fullCart } from '#testing/gateway/shown.ts';

const site = new GatewayFixture(natsFixture());
const key = 'a_client-s_own_key_01';
const cocart = '/wp-json/cocart';
const mounts = ['', cocart];

describe('a new cart', () => {
  test('returns only a key, and stores nothing', async () => {
    for (const mount of mounts) {
      const { status, headers, body } = await site.send('POST', `${mount}/v2/cart`);
      expect([status, body]).toEqual([
        200,
        { message: expect.stringMatching(/./), cart_key: expect.stringMatching(/^t_[0-9a-v]{40}$/) },
      ]);
      expect(headers.get('Cart-Key')).toBe(body.cart_key);
    }
    expect(site.fakes.heard.map(({ operation }) => operation)).toEqual(['cart.read', 'cart.read']);
  });

  test('has the key of the request', async () => {
    expect((await site.post(`/v2/cart?cart_key=${key}`, [])).body.cart_key).toBe(key);
    expect((await site.post('/v2/cart', {}, { 'Cart-Key': key })).body.cart_key).toBe(key);
  });
});

describe('a cart is emptied', () => {
  test.each([
    ['POST', '/v2/cart/clear', undefined, false],
    ['POST', '/v2/cart/clear?keep_removed_items=true', undefined, true],
    ['POST', '/v2/cart/clear', '{"keep_removed_items":true}', true],
    ['DELETE', '/v2/cart/items', undefined, false],
    ['DELETE', '/v2/cart/items?keep_removed_items=1', undefined, true],
  ])('by %s %s %s', async (method, path, body, keepRemoved) => {
    const headers = { 'Content-Type': 'application/json' };
    const answer = await site.send(method, path, { headers, ...(body !== undefined && { body }) });
    expect([answer.status, answer.body.cart_key]).toEqual([200, expect.stringMatching(/^t_/)]);
    expect(site.fakes.last.request).toMatchObject({ command: { kind: 'clear', keepRemoved } });
  });
});

describe('totals', () => {
  test('are fifteen decimal texts on both mounts, and formatted with html', async () => {
    site.fakes.cart = fullCart;
    for (const mount of mounts) {
      const { body } = await site.get(`${mount}/v2/cart/totals`);
      expect([Object.keys(body).length, body.total, body.cart_contents_taxes]).toEqual([
        15,
        '2956.18',
        [51_121],
      ]);
      const { body: html } = await site.get(`${mount}/v2/cart/totals?html=true`);
      expect([html.total, html.fee_taxes]).toEqual(['€2.956,18', [53]]);
    }
  });

  test('of an empty cart are absent', async () => {
    const { status, body } = await site.get('/v2/cart/totals');
    expect([status, body.code]).toEqual([404, 'service_cart_totals_empty']);
  });

  test.each([
    ['/v2/cart?money=minor', '295618'],
    ['/v2/cart?formatted=true', '€2.956,18'],
    ['/v2/cart?money=minor&formatted=true', '€2.956,18'],
    ['/v2/cart', '2956.18'],
    ['/wp-json/cocart/v2/cart', '295618'],
    ['/wp-json/cocart/v2/cart?formatted=1', '€2.956,18'],
  ])('have the decimals of %s', async (path, total) => {
    site.fakes.cart = fullCart;
    expect((await site.get(path)).body.totals.total).toBe(total);
  });

  test('are calculated for every answer, so the calculate route changes nothing', async () => {
    site.fakes.cart = fullCart;
    const whole = await site.send('POST', '/v2/cart/calculate');
    expect([whole.body.item_count, whole.body.totals.total]).toEqual([4, '2956.18']);
    const { body } = await site.post('/v2/cart/calculate', { return_totals: true });
    expect([body.items, body.total]).toEqual([undefined, '2956.18']);
    expect(site.fakes.heard.map(({ operation }) => operation)).toEqual(['cart.read', 'cart.read']);
  });
});

describe('a part of a cart', () => {
  test.each([
    ['/v2/cart/removed-items', 'removed_items'],
    ['/v2/cart/cross-sells', 'cross_sells'],
  ])('%s returns the member %s of the cart', async (path, name) => {
    site.fakes.cart = fullCart;
    for (const mount of mounts) {
      const whole = await site.get(`${mount}/v2/cart`);
      expect((await site.get(mount + path)).body).toEqual(whole.body[name]);
      expect(whole.body[name]).toHaveLength(1);
    }
    site.fakes.cart = aCart();
    expect((await site.get(path)).body).toEqual([]);
  });

  test('the mini cart has its key and its totals', async () => {
    site.fakes.cart = aCart({ lines: [aLine()], itemCount: 2 });
    const { body, headers } = await site.get(`/v2/cart/mini?cart_key=${key}`);
    expect([body.cart_key, body.item_count, body.items[aLine().key].quantity]).toEqual([key, 2, 2]);
    expect([body.totals.total, headers.get('Cart-Key')]).toEqual(['0.00', key]);
    expect((await site.get('/wp-json/cocart/v2/cart/mini')).body.items).toHaveLength(1);
  });

  test('can be limited to some members', async () => {
    site.fakes.cart = fullCart;
    expect((await site.get('/v2/cart/totals?fields=total')).body).toEqual({ total: '2956.18' });
    expect((await site.get('/v2/cart/removed-items?_fields=name')).body).toEqual([{ name: 'Mug' }]);
    expect((await site.get('/v2/cart/items/count?_fields=name')).body).toBe(4);
  });
});

const line = aLine();
const guestsKey = 'a_client-s_own_key_01';

const sent = (kind: string, members: object) => ({ command: { kind, ...members } });

describe('get-cart', () => {
  test.each([
    ['', []],
    [cocart, expect.stringMatching(/\w/)],
  ])('is a map of raw lines on %j, and %j without any', async (mount, none) => {
    const path = `${mount}/v1/get-cart?cart_key=${guestsKey}`;
    expect((await site.get(path)).body).toEqual(none);
    site.fakes.cart = aCart({ lines: [line], revision: 3 });
    const { body, headers } = await site.get(path);
    expect([Object.keys(body), headers.get('ETag')]).toEqual([[line.key], '"3"']);
    expect(site.fakes.last.context.claim?.cart).toBe(guestsKey);
  });

  test('with a key is the cart of that key, not the caller’s own', async () => {
    site.fakes.cart = aCart({ lines: [line] });
    const { status, body, headers } = await site.get(`/v1/get-cart/${guestsKey.toUpperCase()}`, {
      'Cart-Key': 'another_key_of_someone',
    });
    expect([status, Object.keys(body), headers.get('Cart-Key')]).toEqual([200, [line.key], guestsKey]);
    expect(site.fakes.last.context.claim).toMatchObject({ kind: 'guest', cart: guestsKey });
  });

  test.each([guestsKey, 'short', 'x'.repeat(43), 'with%20blanks%20in%20its%20middle'])(
    'by %s, which is not a cart key, is not found',
    async (id) => {
      const { status, body } = await site.get(`/v1/get-cart/${id}`);
      expect([status, body.code]).toEqual([404, 'service_cart_in_session_not_valid']);
    },
  );

  test.each(['/v1/get-cart/2', '/v1/get-cart/0', '/v1/get-cart/customer/2', '/v1/get-cart/customer/x'])(
    '%s is refused without a request to the cart service',
    async (path) => {
      for (const mount of mounts) {
        const { status, body, headers } = await site.get(mount + path);
        expect([status, body.code.replace(/^[a-z]+_/, '')]).toEqual([401, 'cannot_read_cart']);
        expect(headers.get('WWW-Authenticate')).toMatch(/^Basic/);
      }
      expect(site.fakes.heard).toEqual([]);
    },
  );
});

describe('item', () => {
  const item = `/v1/item?cart_item_key=${line.key}`;

  test('GET restores it, with the idempotency key of a write', async () => {
    const headers = { 'Idempotency-Key': 'k-1', 'If-Match': '"7"' };
    const { status, body } = await site.get(item, headers);
    expect([status, body]).toEqual([200, expect.any(String)]);
    expect(site.fakes.last.request).toMatchObject({
      ...sent('restore-line', { lineKey: line.key }),
      once: { key: 'k-1', origin: 'client' },
      ifRevision: 7,
    });
    const whole = await site.get(`${item}&return_cart=true`);
    expect(Object.keys(whole.body)).toEqual([line.key]);
  });

  test('HEAD is refused, and does not restore it', async () => {
    expect((await site.send('HEAD', item)).status).toBe(404);
    expect(site.fakes.heard).toEqual([]);
  });

  test('GET has another digest for another line, with the same idempotency key', async () => {
    const digests = [];
    for (const key of ['a', 'b', 'a']) {
      await site.get(`/v1/item?cart_item_key=${key}`, { 'Idempotency-Key': 'k-1' });
      digests.push((site.fakes.last.request as { once: { digest: string } }).once.digest);
    }
    expect([digests[0] === digests[2], digests[0] === digests[1]]).toEqual([true, false]);
  });

  test('POST sets its quantity and returns the item, the cart, or its removal', async () => {
    const body = { cart_item_key: line.key, quantity: '3' };
    const answer = await site.post('/v1/item', body);
    expect([answer.status, answer.body.key]).toEqual([200, line.key]);
    const set = { lineKey: line.key, quantity: '3', variation: null, itemData: null };
    expect(site.fakes.last.request).toMatchObject(sent('set-quantity', set));
    expect(Object.keys((await site.post('/v1/item', { ...body, return_cart: true })).body)).toEqual([
      line.key,
    ]);
    site.fakes.lineKeys = ['0'.repeat(32)];
    expect((await site.post('/v1/item', { ...body, quantity: '0' })).body).toEqual({ removed: true });
  });

  test.each(mounts)('POST on %j also accepts the quantity as a number', async (mount) => {
    for (const [quantity, expected] of [
      [2, '2'],
      [0, '0'],
      [1.5, '1.5'],
    ] as const) {
      const body = { cart_item_key: line.key, quantity, return_cart: 'true' };
      expect((await site.post(`${mount}/v1/item`, body)).status).toBe(200);
      expect(site.fakes.last.request).toMatchObject(sent('set-quantity', { quantity: expected }));
    }
    for (const quantity of [true, null, ['2'], { value: 2 }]) {
      const { status, body } = await site.post(`${mount}/v1/item`, { cart_item_key: line.key, quantity });
      expect([status, body.code]).toEqual([400, 'rest_invalid_param']);
    }
  });

  test('DELETE removes it', async () => {
    const { status, body } = await site.send('DELETE', item);
    expect([status, body]).toEqual([200, { removed: true }]);
    expect(site.fakes.last.request).toMatchObject(sent('remove-line', { lineKey: line.key }));
    expect(Object.keys((await site.send('DELETE', `${item}&return_cart=1`)).body)).toEqual([line.key]);
  });

  test.each([
    ['GET', ['cart_item_key']],
    ['DELETE', ['cart_item_key']],
    ['POST', ['cart_item_key', 'quantity']],
  ])('%s needs its parameters', async (method, names) => {
    const { status, body } = await site.send(method, '/v1/item');
    expect([status, body.code, body.data.params]).toEqual([400, 'rest_missing_callback_param', names]);
  });

  test('that is not in the cart is an error', async () => {
    site.fakes.refuses = refusal('service_item_not_in_cart', {});
    const { status, body } = await site.send('DELETE', item);
    expect([status, body.code]).toEqual([404, 'service_item_not_in_cart']);
  });
});

describe('the whole cart', () => {
  test.each([
    ['', { message: 'Cart is cleared.' }],
    [cocart, 'Cart is cleared.'],
  ])('is cleared with a sentence on %j', async (mount, expected) => {
    const { status, body } = await site.send('POST', `${mount}/v1/clear`);
    expect([status, body]).toEqual([200, expected]);
    expect(site.fakes.last.request).toMatchObject(sent('clear', { keepRemoved: false }));
  });

  test.each(mounts)('has totals in major units, or formatted, on %j', async (mount) => {
    site.fakes.cart = fullCart;
    expect((await site.get(`${mount}/v1/totals`)).body).toMatchObject({ subtotal: 2505.12, total: 2956.18 });
    expect((await site.get(`${mount}/v1/totals?html=true`)).body.total).toBe('€2.956,18');
    expect((await site.get(`${mount}/v1/totals?_fields=total`)).body).toEqual({ total: 2956.18 });
  });

  test('is calculated, and returns a sentence or the totals', async () => {
    site.fakes.cart = fullCart;
    expect((await site.post('/v1/calculate', {})).body).toEqual(expect.any(String));
    expect((await site.post('/v1/calculate', { return: true })).body.total).toBe(2956.18);
    expect(site.fakes.count('cart.change')).toBe(0);
  });

  test('has taxes by rate id on the CoCart mount, as numbers even if other amounts are text', async () => {
    const [other, none] = [
      { ...fullCart.totals, taxRates: [4, 7] },
      { shippingTaxes: [104, 0], feesTaxes: [0, 0] },
    ];
    site.fakes.cart = { ...fullCart, totals: { ...other, ...none, contentsTaxes: [51_121, 30] } };
    const taxes = { shipping_taxes: { 4: 1.04 }, cart_contents_taxes: { 4: 511.21, 7: 0.3 }, fee_taxes: [] };
    expect((await site.get(`${cocart}/v1/totals`)).body).toMatchObject({ ...taxes, total: 2956.18 });
    expect((await site.get(`${cocart}/v1/totals?html=true`)).body).toMatchObject({
      ...taxes,
      total: '€2.956,18',
    });
    expect((await site.get('/v1/totals')).body).toMatchObject({ cart_contents_taxes: [511.21, 0.3] });
  });

  test('has zero totals when it is empty on the CoCart mount', async () => {
    const answers = [
      await site.get(`${cocart}/v1/totals`),
      await site.post(`${cocart}/v1/calculate`, { return: true }),
    ];
    for (const { status, body } of answers) {
      expect([status, body.total, body.fee_taxes]).toEqual([200, 0, []]);
    }
  });

  test('has no totals when it is empty', async () => {
    for (const answer of [await site.get('/v1/totals'), await site.post('/v1/calculate', { return: true })]) {
      expect([answer.status, answer.body.code]).toEqual([404, 'service_cart_totals_empty']);
    }
  });
});

describe('a part of the cart', () => {
  test('of an empty cart', async () => {
    expect((await site.get('/v1/count-items')).body).toBe(0);
    const answer = await site.get('/v1/count-items?return=text');
    expect([answer.status, answer.body.code]).toEqual([404, 'service_no_items_in_cart']);
    const sections = ['removed-items', 'cross-sells', 'quantities', 'weight'];
    const answers = await Promise.all(sections.map((part) => site.get(`/v1/${part}`)));
    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [200, []],
      [200, []],
      [200, []],
      [200, 0],
    ]);
  });

  test.each(mounts)('of a full cart on %j', async (mount) => {
    site.fakes.cart = fullCart;
    const read = async (part: string) => (await site.get(`${mount}/v1/${part}`)).body;
    expect(await read('count-items')).toBe(4);
    expect(await read('count-items?return=text')).toBe(4);
    expect(Object.values(await read('quantities'))).toEqual([2, 2]);
    expect(await read('weight')).toBe(1.8);
    expect(Object.keys(await read('removed-items'))).toEqual(fullCart.removed.map(({ key }) => key));
    expect(await read('cross-sells')).toEqual([expect.objectContaining({ id: 90 })]);
    expect(site.fakes.count('cart.change')).toBe(0);
  });
});

test.each([
  ['', { cart_item_data: { engraving: 'Ana', quantity: 9 }, quantity: 2 }],
  [cocart, { engraving: 'Ana', quantity: 2 }],
])(
  'item data is a separate member of the item, or on %j its members are members of the item',
  async (mount, expected) => {
    site.fakes.cart = aCart({ lines: [aLine({ quantity: 2, itemData: { engraving: 'Ana', quantity: 9 } })] });
    const { body } = await site.get(`${mount}/v1/get-cart`);
    expect(body[line.key]).toMatchObject(expected);
    expect(Object.hasOwn(body[line.key], 'cart_item_data')).toBe(mount === '');
  },
);

test.each(mounts)(
  'with `default=true` v2 returns the raw contents of the cart `default`, on every route that returns the whole cart, on %j',
  async (mount) => {
    site.fakes.cart = aCart({ lines: [line] });
    const raw = { [line.key]: expect.objectContaining({ key: line.key, product_image: line.thumbnail }) };
    expect((await site.get(`${mount}/v2/cart?default=true`)).body).toEqual(raw);
    expect((await site.add({ id: '13' }, {}, `${mount}/v2/cart/add-item?default=true`)).body).toEqual(raw);
    const plain = (await site.get(`${mount}/v2/cart?default=true&thumb=false`)).body[line.key];
    expect(plain).not.toHaveProperty('product_image');
  },
);
