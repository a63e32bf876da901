import { expect, test } from 'vitest';
import type { CommandResult } from '#contracts/cart-commands.ts';
import { natsFixture } from '#testing/engines.ts';
import { GatewayFixture } from '#testing/gateway/fixture.ts';
import { fullCart } from '#testing/gateway/shown.ts';
import { add, Batches, done, mounts, read } from './batch.fixture.ts';

const site = new GatewayFixture(natsFixture());
const batches = new Batches(site);

const coupon = { path: '/v2/cart/apply-coupon', body: { coupon: 'ten' } };
const rate = { path: '/v2/cart/set-shipping-method', body: { rate_id: 'flat_rate:3' } };
const address = { path: '/v2/cart/calculate/shipping', body: { country: 'NL', postcode: '1012 AB' } };
const off = { method: 'DELETE', path: '/v2/cart/coupons/ten' };
const expired: CommandResult = {
  ok: false,
  code: 'service_coupon_failed_to_apply',
  message: 'It has expired.',
  data: { reason: 'expired' },
};

test.each(mounts)(
  'items, coupons, a destination and a shipping method are one commit on %j',
  async (mount) => {
    batches.setResults([done(), done('Applied.'), done(), done('Shipped so.'), done()]);
    site.fakes.cart = { ...fullCart, notices: site.fakes.cart.notices };
    const { status, body } = await batches.send([add('13'), coupon, address, rate, off], { mount });
    expect([status, body.item_count, body.coupons[0].coupon]).toEqual([200, 4, 'ten']);
    expect(body.notices).toEqual({ success: ['Applied.', 'Shipped so.'] });
    expect(site.fakes.heard.map(({ operation }) => operation)).toEqual(['cart.change-together']);
    expect(site.fakes.last.request).toMatchObject({
      commands: [
        { kind: 'add-item' },
        { kind: 'apply-coupon', code: 'ten', email: null },
        { kind: 'set-destination', country: 'NL', state: '', postcode: '1012 AB', city: '' },
        { kind: 'choose-rate', rate: 'flat_rate:3', package: null },
        { kind: 'remove-coupon', code: 'ten' },
      ],
    });
  },
);

test.each(mounts)(
  'an invalid coupon is answered with an error, and the other requests are done, on %j',
  async (mount) => {
    batches.setResults([expired, done('Shipped so.')]);
    const { body } = await batches.send([coupon, rate], { mount });
    const [first, second] = body.responses;
    const code = `${mount === '' ? 'service' : 'cocart'}_coupon_failed_to_apply`;
    expect([first.status, first.body]).toEqual([
      400,
      { code, message: 'It has expired.', data: { status: 400, reason: 'expired' } },
    ]);
    expect([second.status, second.body.notices]).toEqual([200, { success: ['Shipped so.'] }]);
  },
);

test('reads of parts of the cart are answered in order', async () => {
  batches.setResults([done(), done()]);
  site.fakes.cart = fullCart;
  const { body } = await batches.send([coupon, read('/v2/cart/coupons')]);
  expect(body.responses[1].body).toMatchObject([{ coupon: 'ten' }]);
});

test.each([
  [{ path: '/v2/cart/apply-coupon', body: {} }, 'rest_missing_callback_param'],
  [{ path: '/v2/cart/set-shipping-method', body: {} }, 'rest_missing_callback_param'],
  [{ path: '/v2/cart/calculate/shipping', body: { city: 'Utrecht' } }, 'rest_missing_callback_param'],
  [{ path: '/v2/cart/apply-coupon', body: { code: [] } }, 'rest_invalid_param'],
  [read('/v2/cart/coupons/validate'), 'rest_batch_not_allowed'],
  [read('/v1/check-coupons'), 'rest_batch_not_allowed'],
])('only %j is refused', async (request, code) => {
  batches.setResults([done()]);
  const { body } = await batches.send([request, add('13')]);
  expect([body.responses[0].status, body.responses[0].body.code]).toEqual([400, code]);
  expect(body.responses[1].status).toBe(200);
});
