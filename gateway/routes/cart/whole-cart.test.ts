import { describe, expect, test } from 'vitest';
import { natsFixture } from '#testing/engines.ts';
import { GatewayFixture } from '../../testing/fixture.ts';
import { aCart, aLine } from '../../testing/samples.ts';
import { fullCart } from '../../testing/shown.ts';

const site = new GatewayFixture(natsFixture());
const key = 'a_client-s_own_key_01';
const mounts = ['', '/wp-json/cocart'];

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
