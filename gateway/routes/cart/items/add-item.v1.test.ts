import { describe, expect, test } from 'vitest';
import { refusal } from '#platform/errors/errors.ts';
import { natsFixture } from '#testing/engines.ts';
import { GatewayFixture } from '../../../testing/fixture.ts';
import { aLine } from '../../../testing/samples.ts';

const site = new GatewayFixture(natsFixture());
const mounts = ['', '/wp-json/cocart'];
const line = aLine();

const sent = (kind: string, members: object) => ({ command: { kind, ...members } });

describe('add-item', () => {
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
