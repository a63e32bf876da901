import { describe, expect, test } from 'vitest';
import { refusal } from '#platform/errors/errors.ts';
import { natsFixture } from '#testing/engines.ts';
import { GatewayFixture } from '#testing/gateway/fixture.ts';
import { aCart, aLine } from '#testing/gateway/samples.ts';
import { fullCart } from '#testing/gateway/shown.ts';

const site = new GatewayFixture(natsFixture());

const rates = (cost: (minor: string, text: string) => string) => ({
  'flat_rate:3': { cost: cost('495', '4.95') },
  'free_shipping:4': { cost: cost('0', '0.00') },
});

/**
 * Queries that select members of coupons, fees, taxes and shipping, with the answers of the root mount and of
 * the CoCart mount.
 */
test.each([
  ['coupons.saving', { coupons: [{ saving: '-3.60' }] }, { coupons: [{ saving: '-360' }] }],
  ['coupons:coupon', { coupons: [{ coupon: 'ten' }] }, { coupons: [{ coupon: 'ten' }] }],
  [
    'fees.name',
    { fees: [{ name: 'Gift wrap' }, { name: 'Rebate' }] },
    { fees: { 'gift-wrap': { name: 'Gift wrap' }, rebate: { name: 'Rebate' } } },
  ],
  [
    'taxes:tax_total-price',
    { taxes: [{ tax_total: '511.21' }] },
    // The tax is 511.21 on items and fees, and 1.04 on shipping.
    { taxes: { 'NL-VAT-1': { price: '51225' } } },
  ],
  ['shipping:total_packages', { shipping: { total_packages: 1 } }, { shipping: { total_packages: 1 } }],
  [
    'shipping.packages.chosen_method',
    { shipping: { packages: { default: { chosen_method: 'flat_rate:3' } } } },
    { shipping: { packages: { default: { chosen_method: 'flat_rate:3' } } } },
  ],
  [
    'shipping.packages.default.rates.cost',
    { shipping: { packages: { default: { rates: rates((_minor, text) => text) } } } },
    { shipping: { packages: { default: { rates: rates((minor) => minor) } } } },
  ],
  [
    'totals:discount_total-fee_tax-shipping_tax',
    { totals: { discount_total: '3.60', fee_tax: '0.53', shipping_tax: '1.04' } },
    { totals: { discount_total: '360', fee_tax: '53', shipping_tax: '104' } },
  ],
])('%s can be selected', async (names, root, cocart) => {
  site.fakes.cart = fullCart;
  for (const parameter of ['fields', '_fields']) {
    expect((await site.get(`/v2/cart?${parameter}=${names}`)).body).toEqual(root);
    expect((await site.get(`/wp-json/cocart/v2/cart?${parameter}=${names}`)).body).toEqual(cocart);
  }
});

test('coupons, fees, taxes and shipping are selected as a whole', async () => {
  site.fakes.cart = fullCart;
  for (const mount of ['', '/wp-json/cocart']) {
    const whole = (await site.get(`${mount}/v2/cart`)).body;
    const { coupons, fees, taxes, shipping } = whole;
    const kept = (await site.get(`${mount}/v2/cart?_fields=coupons,fees,taxes,shipping`)).body;
    expect(kept).toEqual({ coupons, fees, taxes, shipping });
  }
});

test.each([
  ['', 'html=true', '€4,95'],
  ['', 'money=minor', '495'],
  ['', 'formatted=true', '€4,95'],
  ['/wp-json/cocart', '', '4.95'],
  ['/wp-json/cocart', 'html=true', '€4,95'],
  ['/wp-json/cocart', 'money=minor', '495'],
])('the totals on %j with %j have shipping of %s', async (mount, query, shipping) => {
  site.fakes.cart = fullCart;
  const { body } = await site.get(`${mount}/v2/cart/totals?${query}`);
  expect([body.shipping_total, body.shipping_taxes, body.fee_taxes]).toEqual([shipping, [104], [53]]);
});

const mounts = [
  ['', 'service_'],
  ['/wp-json/cocart', 'cocart_'],
] as const;
const json = { 'Content-Type': 'application/json' };
const remove = (path: string, body: unknown) =>
  site.send('DELETE', path, { headers: json, body: JSON.stringify(body) });

describe('coupon', () => {
  test.each(mounts)('GET lists the codes on %j', async (mount) => {
    expect((await site.get(`${mount}/v1/coupon`)).body).toEqual([]);
    site.fakes.cart = fullCart;
    expect((await site.get(`${mount}/v1/coupon`)).body).toEqual(['ten']);
    expect(site.fakes.count('cart.change')).toBe(0);
  });

  test.each(mounts)('POST and DELETE return the result, on %j', async (mount) => {
    site.fakes.cart = aCart({ lines: [aLine()], notices: [{ kind: 'success', text: 'Done.' }] });
    const answer = { message: 'Done.', coupon: 'ten', response: true };
    expect((await site.post(`${mount}/v1/coupon`, { coupon: 'ten' })).body).toEqual(answer);
    const command = { kind: 'apply-coupon', code: 'ten', email: null };
    expect(site.fakes.last.request).toMatchObject({ command });
    expect((await remove(`${mount}/v1/coupon`, { coupon: 'ten' })).body).toEqual(answer);
    expect(site.fakes.last.request).toMatchObject({ command: { kind: 'remove-coupon', code: 'ten' } });
    await site.send('DELETE', `${mount}/v1/coupon?coupon=two`);
    expect(site.fakes.last.request).toMatchObject({ command: { kind: 'remove-coupon', code: 'two' } });
  });

  test('needs a valid code', async () => {
    for (const send of [
      (body: object) => site.post('/v1/coupon', body),
      (body: object) => remove('/v1/coupon', body),
    ]) {
      const missing = await send({});
      expect([missing.body.code, missing.body.data.params]).toEqual([
        'rest_missing_callback_param',
        ['coupon'],
      ]);
      const bad = await send({ coupon: ['ten'] });
      expect([bad.status, Object.keys(bad.body.data.params)]).toEqual([400, ['coupon']]);
    }
    expect(site.fakes.heard).toEqual([]);
  });

  test.each(mounts)('that does not exist is an error on %j', async (mount, prefix) => {
    site.fakes.refuses = refusal('service_coupon_not_exist', {});
    const { status, body } = await site.post(`${mount}/v1/coupon`, { coupon: 'none' });
    expect([status, body.code]).toEqual([404, `${prefix}coupon_not_exist`]);
  });
});

describe('check-coupons', () => {
  const good = { code: 'ten', objection: null };
  const old = { code: 'old', objection: { reason: 'expired', sentence: 'It has expired.' } };

  test.each(mounts)('returns a sentence if all coupons are valid, on %j', async (mount) => {
    site.fakes.validated = [good];
    const { status, body, headers } = await site.get(`${mount}/v1/check-coupons`);
    expect([status, body, headers.get('Cart-Key')]).toEqual([
      200,
      expect.any(String),
      expect.stringMatching(/^t_/),
    ]);
    expect(site.fakes.last.request).toEqual({ email: null });
  });

  test.each(mounts)('lists the invalid coupons, on %j', async (mount, prefix) => {
    site.fakes.validated = [good, old];
    const { status, body } = await site.get(`${mount}/v1/check-coupons`);
    expect([status, body.code, body.data.coupons]).toEqual([500, `${prefix}coupons_expired`, ['old']]);
    site.fakes.validated = [];
    const none = await site.get(`${mount}/v1/check-coupons`);
    expect([none.status, none.body.code]).toEqual([404, `${prefix}cart_no_coupons_applied`]);
  });
});

describe('fees', () => {
  test.each(mounts)('are keyed by id on %j', async (mount) => {
    expect((await site.get(`${mount}/v1/fees`)).body).toEqual([]);
    site.fakes.cart = fullCart;
    const fees = {
      'gift-wrap': {
        id: 'gift-wrap',
        name: 'Gift wrap',
        amount: '2.50',
        taxable: true,
        tax_class: 'reduced',
        total: 250,
      },
      rebate: { id: 'rebate', name: 'Rebate', amount: '-0.05', taxable: false, tax_class: '', total: -5 },
    };
    expect((await site.get(`${mount}/v1/fees`)).body).toEqual(fees);
    expect((await site.post(`${mount}/v1/calculate/fees`, { return: true })).body).toEqual(fees);
    expect((await site.post(`${mount}/v1/calculate/fees`, {})).body).toEqual(expect.any(String));
    expect(site.fakes.count('cart.change')).toBe(0);
  });
});

describe('shipping', () => {
  const methods = {
    'flat_rate:3': {
      key: 'flat_rate:3',
      method_id: 'flat_rate',
      instance_id: 3,
      label: 'Standard',
      cost: '4.95',
      html: 'Standard: €4,95',
      taxes: '1.04',
      chosen_method: true,
    },
    'free_shipping:4': {
      key: 'free_shipping:4',
      method_id: 'free_shipping',
      instance_id: 4,
      label: 'Free',
      cost: '0.00',
      html: 'Free',
      taxes: '',
      chosen_method: false,
    },
  };

  test.each(mounts)('methods are keyed on %j', async (mount) => {
    site.fakes.cart = fullCart;
    expect((await site.get(`${mount}/v1/shipping-methods`)).body).toEqual(methods);
  });

  test.each(mounts)('returns the reason if there are no methods, on %j', async (mount, prefix) => {
    for (const [needsShipping, calculated, code] of [
      [true, false, 'shipping_not_calculated'],
      [true, true, 'no_shipping_methods'],
      // A cart that needs no shipping has no methods, with or without an address.
      [false, false, 'no_shipping_methods'],
    ] as const) {
      site.fakes.cart = aCart({ needsShipping, shipping: { calculated, packages: [], unshipped: false } });
      const { status, body } = await site.get(`${mount}/v1/shipping-methods`);
      expect([status, body.code]).toEqual([404, prefix + code]);
    }
  });

  test.each(mounts)('uses the chosen method, on %j', async (mount) => {
    const { status, body } = await site.post(`${mount}/v1/shipping-methods`, { key: 'flat_rate:3' });
    expect([status, body]).toEqual([200, true]);
    const command = { kind: 'choose-rate', rate: 'flat_rate:3', package: null };
    expect(site.fakes.last.request).toMatchObject({ command });
    const missing = await site.post(`${mount}/v1/shipping-methods`, {});
    expect([missing.body.code, missing.body.data.params]).toEqual(['rest_missing_callback_param', ['key']]);
  });

  test.each(mounts)('is calculated for the given address, on %j', async (mount) => {
    site.fakes.cart = fullCart;
    const path = `${mount}/v1/calculate/shipping`;
    expect((await site.post(path, { country: 'NL' })).body).toEqual('“Mug” was added.');
    const command = { kind: 'set-destination', country: 'NL', state: '', postcode: '', city: '' };
    expect(site.fakes.last.request).toMatchObject({ command });
    expect((await site.post(path, { country: 'NL', return_methods: true })).body).toEqual(methods);
    const missing = await site.post(path, { city: 'Amsterdam' });
    expect([missing.body.code, missing.body.data.params]).toEqual([
      'rest_missing_callback_param',
      ['country'],
    ]);
  });
});

describe('a total', () => {
  test.each([
    ['subtotal', 2505.12, '€2.505,12'],
    ['subtotal/tax', 525.72, '€525,72'],
    ['discount', 3.6, '€3,60'],
    ['discount/coupon-tax', 0.76, '€0,76'],
    ['fee', 2.45, '€2,45'],
    ['fee/tax', 0.53, '€0,53'],
    ['shipping', 4.95, '€4,95'],
    ['shipping/tax', 1.04, '€1,04'],
    ['tax', 512.78, '€512,78'],
    ['total', 2956.18, '€2.956,18'],
  ])('%s is %d, or %s', async (part, number, html) => {
    for (const [mount] of mounts) {
      expect((await site.get(`${mount}/v1/totals/${part}`)).body).toBe(0);
    }
    site.fakes.cart = fullCart;
    for (const [mount] of mounts) {
      expect((await site.get(`${mount}/v1/totals/${part}`)).body).toBe(number);
      expect((await site.get(`${mount}/v1/totals/${part}?html=true`)).body).toBe(html);
    }
    const bad = await site.get(`/v1/totals/${part}?html=perhaps`);
    expect([bad.status, Object.keys(bad.body.data.params)]).toEqual([400, ['html']]);
  });

  test('of each coupon is keyed by its code', async () => {
    const path = '/v1/totals/discount/coupon-totals';
    expect((await site.get(path)).body).toEqual([]);
    site.fakes.cart = fullCart;
    expect((await site.get(path)).body).toEqual({ ten: 3.6 });
    expect((await site.get(`${path}?html=1`)).body).toEqual({ ten: '€3,60' });
  });
});
