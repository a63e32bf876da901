import { describe, expect, test } from 'vitest';
import { refusal } from '#platform/errors/errors.ts';
import { natsFixture } from '#testing/engines.ts';
import { GatewayFixture } from '#testing/gateway/fixture.ts';
import { fullCart } from '#testing/gateway/shown.ts';

const site = new GatewayFixture(natsFixture());
const mounts = [
  ['', 'service_', '-3.60'],
  ['/wp-json/cocart', 'cocart_', '-360'],
] as const;
const apply = '/v2/cart/apply-coupon';
const ten = { kind: 'apply-coupon', code: 'ten', email: null };

describe('apply-coupon', () => {
  test.each(mounts)('returns the whole cart with its coupons, on %j', async (mount, _prefix, saving) => {
    site.fakes.cart = fullCart;
    const { status, body, headers } = await site.post(mount + apply, { code: 'ten' });
    expect([status, headers.get('ETag'), body.item_count]).toEqual([200, '"1"', 4]);
    const shown = { coupon: 'ten', label: 'Coupon: ten', discount_type: 'percent' };
    expect(body.coupons).toEqual([{ ...shown, saving, saving_html: '-€3,60' }]);
    expect(site.fakes.last.request).toMatchObject({ command: ten, ifRevision: null });
  });

  test.each([
    [{ coupon: 'ten' }, ten],
    [{ code: 'ten', coupon: 'other' }, ten],
    [{ code: '', coupon: 'ten' }, ten],
    [{ code: '  ten ' }, ten],
    [{ code: 2024 }, { ...ten, code: '2024' }],
    [
      { code: 'TEN', email: ' ana@example.org' },
      { ...ten, code: 'TEN', email: 'ana@example.org' },
    ],
    [{ code: '' }, { ...ten, code: '' }],
    [{ coupon: '' }, { ...ten, code: '' }],
  ])('accepts %j', async (given, command) => {
    expect((await site.post(apply, given)).status).toBe(200);
    expect(site.fakes.last.request).toMatchObject({ command });
  });

  test('accepts a form and a query as well as JSON; the body takes precedence over the query', async () => {
    await site.send('POST', apply, { body: new URLSearchParams({ coupon: 'ten' }) });
    expect(site.fakes.last.request).toMatchObject({ command: ten });
    await site.send('POST', `${apply}?code=ten&email=a%40example.org`);
    expect(site.fakes.last.request).toMatchObject({ command: { ...ten, email: 'a@example.org' } });
    await site.post(`${apply}?code=other`, { code: 'ten' });
    expect(site.fakes.last.request).toMatchObject({ command: ten });
  });

  test.each([
    [{ code: ['ten'] }, 'code'],
    [{ code: null }, 'code'],
    [{ code: true }, 'code'],
    [{ code: 1.5 }, 'code'],
    [{ code: 'x'.repeat(201) }, 'code'],
    [{ coupon: { a: 1 } }, 'coupon'],
    [{ code: 'ten', email: 5 }, 'email'],
  ])('refuses %j for its %s without a request to the cart service', async (given, name) => {
    for (const [mount] of mounts) {
      const { status, body } = await site.post(mount + apply, given);
      const { params, details } = body.data;
      expect([status, body.code, Object.keys(params), Object.keys(details)]).toEqual([
        400,
        'rest_invalid_param',
        [name],
        [name],
      ]);
    }
    expect(site.fakes.heard).toEqual([]);
  });

  test('needs a code', async () => {
    const { status, body } = await site.post(apply, { email: 'a@example.org' });
    expect([status, body.code, body.data.params]).toEqual([400, 'rest_missing_callback_param', ['code']]);
  });

  test.each(mounts)('returns the reason why a coupon is not valid, on %j', async (mount, prefix) => {
    const data = { reason: 'expired', coupon: 'ten' };
    site.fakes.refuses = refusal('service_coupon_failed_to_apply', data);
    expect(await site.post(mount + apply, { code: 'ten' })).toMatchObject({
      status: 400,
      body: {
        code: `${prefix}coupon_failed_to_apply`,
        message: 'Coupon "ten" has expired.',
        data: { status: 400, ...data },
      },
    });
  });
});

describe('the coupons of a cart', () => {
  test.each(mounts)('are a list, empty without any, on %j', async (mount, _prefix, saving) => {
    expect((await site.get(`${mount}/v2/cart/coupons`)).body).toEqual([]);
    site.fakes.cart = fullCart;
    const { body, headers } = await site.get(`${mount}/v2/cart/coupons`);
    expect([body, headers.get('ETag')]).toEqual([
      [expect.objectContaining({ coupon: 'ten', saving })],
      '"4"',
    ]);
    const cut = await site.get(`${mount}/v2/cart/coupons?_fields=coupon,saving_html`);
    expect(cut.body).toEqual([{ coupon: 'ten', saving_html: '-€3,60' }]);
    expect(site.fakes.count('cart.change')).toBe(0);
  });

  test.each([
    ['/v2/cart/coupons/ten', 'ten'],
    ['/v2/cart/coupons/summer%20sale', 'summer sale'],
    ['/v2/cart/coupons/gr%C3%B6%C3%9Fe%2F1', 'größe/1'],
    ['/v2/cart/coupons', null],
  ])('are removed by DELETE %s', async (path, code) => {
    for (const [mount] of mounts) {
      const { status, body } = await site.send('DELETE', mount + path);
      expect([status, body.item_count]).toEqual([200, 2]);
      expect(site.fakes.last.request).toMatchObject({ command: { kind: 'remove-coupon', code } });
    }
  });

  test('with a code of more than 200 characters give 404', async () => {
    const { status, body } = await site.send('DELETE', `/v2/cart/coupons/${'x'.repeat(201)}`);
    expect([status, body.code]).toEqual([404, 'rest_no_route']);
  });
});

describe('validation', () => {
  const validate = '/v2/cart/coupons/validate';
  const expired = { reason: 'expired', sentence: 'This coupon has expired.' };

  test.each(mounts)('returns for each coupon whether it is valid, and why not, on %j', async (mount) => {
    site.fakes.validated = [
      { code: 'ten', objection: null },
      { code: 'old', objection: expired },
    ];
    const key = 'a_client-s_own_key_01';
    const { status, body, headers } = await site.get(`${mount}${validate}?cart_key=${key}`);
    expect([status, body]).toEqual([
      200,
      [
        { coupon: 'ten', valid: true, reason: '', message: '' },
        { coupon: 'old', valid: false, reason: 'expired', message: 'This coupon has expired.' },
      ],
    ]);
    expect([headers.get('Cart-Key'), headers.get('Cache-Control')]).toEqual([
      key,
      expect.stringContaining('no-store'),
    ]);
    expect(site.fakes.last.context.claim?.cart).toBe(key);
    expect((await site.get(`${mount}${validate}?fields=valid`)).body).toEqual([
      { valid: true },
      { valid: false },
    ]);
  });

  test('uses the billing e-mail address, or the given address', async () => {
    site.fakes.validated = [{ code: 'ten', objection: null }];
    await site.get(validate);
    expect(site.fakes.last.request).toEqual({ email: null });
    await site.get(`${validate}?email=ana%40example.org`);
    expect(site.fakes.last.request).toEqual({ email: 'ana@example.org' });
    const { status, body } = await site.get(`${validate}?email=ana`);
    expect([status, body.code, Object.keys(body.data.params)]).toEqual([
      400,
      'rest_invalid_param',
      ['email'],
    ]);
  });

  test.each(mounts)('of a cart without coupons is refused on %j', async (mount, prefix) => {
    const { status, body } = await site.get(mount + validate);
    expect([status, body.code]).toEqual([404, `${prefix}cart_no_coupons_applied`]);
  });
});
