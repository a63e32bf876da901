import { describe, expect, test } from 'vitest';
import { natsFixture } from '#testing/engines.ts';
import { GatewayFixture } from '#testing/gateway/fixture.ts';
import { aCart, aLine } from '#testing/gateway/samples.ts';

const site = new GatewayFixture(natsFixture());
const { key } = aLine();
const gone = '0'.repeat(31).concat('f');
const item = `/v2/cart/item/${key}`;
const mounts = ['', '/wp-json/cocart'];

describe('one line', () => {
  test('is returned in the dialect of the mount', async () => {
    site.fakes.cart = aCart({ lines: [aLine({ key: gone }), aLine()] });
    const shown = await site.get(item);
    expect([shown.status, shown.body.item_key, shown.body.price, shown.body.items]).toEqual([
      200,
      key,
      '€18,00',
      undefined,
    ]);
    expect((await site.get(`/wp-json/cocart${item}`)).body.price).toBe('1800');
    expect((await site.get(`${item}?thumb=false`)).body.featured_image).toBe('');
  });

  test.each([
    [gone, 404, 'service_item_not_in_cart'],
    ['deadbeef', 404, 'service_item_not_in_cart'],
    ['a-key_Of-1', 404, 'service_item_not_in_cart'],
    ['0', 404, 'service_cart_item_key_required'],
    ['x'.repeat(33), 404, 'rest_no_route'],
    ['a.b', 404, 'rest_no_route'],
    ['a%20b', 404, 'rest_no_route'],
    ['a%2Fb', 404, 'rest_no_route'],
    ['%F0%9F%8E%81', 404, 'rest_no_route'],
  ])('with the key %s is answered with %i %s', async (given, status, code) => {
    for (const mount of mounts) {
      const answer = await site.get(`${mount}/v2/cart/item/${given}`);
      const expected = mount === '' ? code : code.replace('service_', 'cocart_');
      expect([answer.status, answer.body.code]).toEqual([status, expected]);
    }
  });
});

describe('a new quantity', () => {
  test('is passed on unchanged, with variation and data', async () => {
    await site.post(item, { quantity: ' 3 ' });
    const command = { kind: 'set-quantity', lineKey: key, quantity: '3', variation: null, itemData: null };
    expect(site.fakes.last.request).toMatchObject({ command });
    await site.post(item, { quantity: 'x', variation: { attribute_pack: 6 }, item_data: {} });
    expect(site.fakes.last.request).toMatchObject({
      command: { ...command, quantity: 'x', variation: { attribute_pack: '6' }, itemData: {} },
    });
  });

  test('that is no number is 400 on the CoCart mount, in both versions', async () => {
    for (const [path, body] of [
      [item, { quantity: 'x' }],
      ['/v1/item', { cart_item_key: key, quantity: 'x' }],
      ['/v1/add-item', { product_id: '13', quantity: 'x' }],
    ] as const) {
      const answer = await site.post(`/wp-json/cocart${path}`, body);
      expect([answer.status, answer.body.code]).toEqual([400, 'rest_invalid_param']);
    }
    expect(site.fakes.heard).toEqual([]);
  });

  test.each([
    ['54', '54'],
    [54, '54'],
    [' sku-54 ', 'sku-54'],
  ])('may come with a new variation, %j', async (id, reference) => {
    await site.post(item, { quantity: '3', id });
    const command = { kind: 'set-quantity', lineKey: key, quantity: '3', variation: null, itemData: null };
    expect(site.fakes.last.request).toMatchObject({ command: { ...command, reference } });
  });

  test('returns the cart, or the status of the line', async () => {
    expect((await site.post(item, { quantity: '2' })).body.items[key].quantity.value).toBe(2);
    const notice = { kind: 'success', text: 'The quantity has been increased.' } as const;
    site.fakes.cart = aCart({ notices: [{ kind: 'error', text: 'Less is left.' }, notice] });
    const { body } = await site.post(item, { quantity: '2', return_status: true });
    expect(body).toEqual({ message: notice.text, quantity: 2 });
  });

  test('is 0 in the status of a removed line', async () => {
    site.fakes.lineKeys = [gone];
    const { body } = await site.post(`${item}?return_status=1`, { quantity: '0' });
    expect(body).toEqual({ message: expect.stringMatching(/./), quantity: 0 });
  });

  test.each([
    [{}, 'rest_missing_callback_param'],
    [{ quantity: true }, 'rest_invalid_param'],
    [{ quantity: null }, 'rest_invalid_param'],
    [{ quantity: '1', variation: 'red' }, 'rest_invalid_param'],
    [{ quantity: '1', item_data: 'x' }, 'rest_invalid_param'],
    [{ quantity: '1', return_status: 'maybe' }, 'rest_invalid_param'],
    [{ quantity: '1'.repeat(33) }, 'rest_invalid_param'],
  ])('%j is refused without a request to the cart service', async (body, code) => {
    for (const mount of mounts) {
      const answer = await site.post(mount + item, body);
      expect([answer.status, answer.body.code]).toEqual([400, code]);
    }
    expect(site.fakes.heard).toEqual([]);
  });
});

describe('a line', () => {
  test.each(['PUT', 'PATCH'])(
    'is restored by %s; the answer is the line alone on request',
    async (method) => {
      const whole = await site.send(method, item);
      expect([whole.body.item_count, site.fakes.last.request]).toEqual([
        2,
        expect.objectContaining({ command: { kind: 'restore-line', lineKey: key } }),
      ]);
      expect((await site.send(method, `${item}?return_item=true`)).body.item_key).toBe(key);
    },
  );

  test('is removed, with a sentence on request', async () => {
    const whole = await site.send('DELETE', item);
    expect([whole.body.item_count, site.fakes.last.request]).toEqual([
      2,
      expect.objectContaining({ command: { kind: 'remove-line', lineKey: key } }),
    ]);
    site.fakes.cart = aCart({ notices: [{ kind: 'success', text: '“Mug” was removed.' }] });
    for (const mount of mounts) {
      const { headers, body } = await site.send('DELETE', `${mount}${item}?return_status=true`);
      expect([headers.get('Content-Type'), body]).toEqual([
        'application/json; charset=utf-8',
        '“Mug” was removed.',
      ]);
    }
  });
});

const other = aLine({ key: '0'.repeat(32), productId: 14, quantity: 3 });
const mountsWithCodes = [
  ['', 'service_no_items_in_cart'],
  ['/wp-json/cocart', 'cocart_no_items_in_cart'],
] as const;

describe('the items of a cart', () => {
  test('are a map by key on both mounts, in order', async () => {
    site.fakes.cart = aCart({ lines: [aLine(), other] });
    for (const [mount] of mountsWithCodes) {
      const { status, body } = await site.get(`${mount}/v2/cart/items`);
      expect([status, Object.keys(body)]).toEqual([200, [aLine().key, other.key]]);
      expect(body[other.key]).toMatchObject({ item_key: other.key, id: 14, quantity: { value: 3 } });
    }
  });

  test('are absent in an empty cart', async () => {
    for (const [mount, code] of mountsWithCodes) {
      const { status, body } = await site.get(`${mount}/v2/cart/items`);
      expect([status, body.code, body.data]).toEqual([404, code, { status: 404 }]);
    }
  });
});

describe('the count', () => {
  test.each([
    ['', 5],
    ['?removed_items=false', 5],
    ['?removed_items=true', 4],
    ['?return=html', 5],
  ])('%s is a bare number', async (query, count) => {
    site.fakes.cart = aCart({ lines: [aLine(), other], removed: [aLine({ quantity: 4 })] });
    for (const [mount] of mountsWithCodes) {
      const { status, headers, body } = await site.get(`${mount}/v2/cart/items/count${query}`);
      expect([status, headers.get('Content-Type'), body]).toEqual([
        200,
        'application/json; charset=utf-8',
        count,
      ]);
    }
  });

  test('of an empty cart is 0 if only the number is requested, else an error', async () => {
    for (const [mount, code] of mountsWithCodes) {
      const none = await site.get(`${mount}/v2/cart/items/count`);
      expect([none.status, none.body]).toEqual([200, 0]);
      const refused = await site.get(`${mount}/v2/cart/items/count?return=html`);
      expect([refused.status, refused.body.code]).toEqual([404, code]);
    }
  });
});
