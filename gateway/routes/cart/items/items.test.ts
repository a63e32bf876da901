import { describe, expect, test } from 'vitest';
import { natsFixture } from '#testing/engines.ts';
import { GatewayFixture } from '../../../testing/fixture.ts';
import { aCart, aLine } from '../../../testing/samples.ts';

const site = new GatewayFixture(natsFixture());
const other = aLine({ key: '0'.repeat(32), productId: 14, quantity: 3 });
const mounts = [
  ['', 'service_no_items_in_cart'],
  ['/wp-json/cocart', 'cocart_no_items_in_cart'],
] as const;

describe('the items of a cart', () => {
  test('are a map by key on both mounts, in order', async () => {
    site.fakes.cart = aCart({ lines: [aLine(), other] });
    for (const [mount] of mounts) {
      const { status, body } = await site.get(`${mount}/v2/cart/items`);
      expect([status, Object.keys(body)]).toEqual([200, [aLine().key, other.key]]);
      expect(body[other.key]).toMatchObject({ item_key: other.key, id: 14, quantity: { value: 3 } });
    }
  });

  test('are absent in an empty cart', async () => {
    for (const [mount, code] of mounts) {
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
    for (const [mount] of mounts) {
      const { status, headers, body } = await site.get(`${mount}/v2/cart/items/count${query}`);
      expect([status, headers.get('Content-Type'), body]).toEqual([
        200,
        'application/json; charset=utf-8',
        count,
      ]);
    }
  });

  test('of an empty cart is 0 if only the number is requested, else an error', async () => {
    for (const [mount, code] of mounts) {
      const none = await site.get(`${mount}/v2/cart/items/count`);
      expect([none.status, none.body]).toEqual([200, 0]);
      const refused = await site.get(`${mount}/v2/cart/items/count?return=html`);
      expect([refused.status, refused.body.code]).toEqual([404, code]);
    }
  });
});
