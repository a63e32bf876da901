import { describe, expect, test } from 'vitest';
import { refusal } from '#platform/errors/errors.ts';
import { natsFixture } from '#testing/engines.ts';
import { GatewayFixture } from '#testing/gateway/fixture.ts';
import { aCart, aLine } from '#testing/gateway/samples.ts';
import { fullCart } from '#testing/gateway/shown.ts';

const site = new GatewayFixture(natsFixture());
const mounts = [
  ['', 'service_'],
  ['/wp-json/cocart', 'cocart_'],
] as const;
const json = { 'Content-Type': 'application/json' };

describe('set-shipping-method', () => {
  const path = '/v2/cart/set-shipping-method';
  const choice = { kind: 'choose-rate', rate: 'flat_rate:3', package: null };

  test.each(mounts)('returns the whole cart on %j', async (mount) => {
    site.fakes.cart = fullCart;
    const { status, body } = await site.post(mount + path, { rate_id: 'flat_rate:3' });
    expect([status, body.shipping.packages.default.chosen_method]).toEqual([200, 'flat_rate:3']);
    expect(site.fakes.last.request).toMatchObject({ command: choice });
  });

  test.each([
    [{ key: 'flat_rate:3' }, choice],
    [{ method_key: 'flat_rate:3' }, choice],
    [{ rate_id: 'flat_rate:3', key: 'other', method_key: 'other' }, choice],
    [
      { rate_id: 'flat_rate:3', package_id: 'default' },
      { ...choice, package: 'default' },
    ],
    [
      { rate_id: 'flat_rate:3', package_id: 0 },
      { ...choice, package: '0' },
    ],
    [{ rate_id: '' }, { ...choice, rate: '' }],
  ])('accepts %j', async (given, command) => {
    expect((await site.post(path, given)).status).toBe(200);
    expect(site.fakes.last.request).toMatchObject({ command });
    const form = new URLSearchParams();
    for (const [name, value] of Object.entries(given)) form.set(name, String(value));
    await site.send('POST', path, { body: form });
    expect(site.fakes.last.request).toMatchObject({ command });
    await site.send('POST', `${path}?${form}`);
    expect(site.fakes.last.request).toMatchObject({ command });
  });

  test.each([
    [{ rate_id: 3 }, 'rate_id'],
    [{ rate_id: ['flat_rate:3'] }, 'rate_id'],
    [{ rate_id: 'x'.repeat(201) }, 'rate_id'],
    [{ key: null }, 'key'],
    [{ method_key: {} }, 'method_key'],
    [{ rate_id: 'flat_rate:3', package_id: 1.5 }, 'package_id'],
    [{ rate_id: 'flat_rate:3', package_id: 'x'.repeat(21) }, 'package_id'],
  ])('refuses %j for its %s', async (given, name) => {
    const { status, body } = await site.post(path, given);
    expect([status, body.code, Object.keys(body.data.params)]).toEqual([400, 'rest_invalid_param', [name]]);
    expect(site.fakes.heard).toEqual([]);
  });

  test('needs the key of a rate', async () => {
    const { status, body } = await site.post(path, { package_id: 'default' });
    expect([status, body.code, body.data.params]).toEqual([400, 'rest_missing_callback_param', ['rate_id']]);
  });

  test.each(mounts)('refuses an unknown rate on %j', async (mount, prefix) => {
    site.fakes.refuses = refusal('service_shipping_method_incorrect', {});
    const { status, body } = await site.post(mount + path, { rate_id: 'flat_rate:9' });
    expect([status, body.code, body.data]).toEqual([
      404,
      `${prefix}shipping_method_incorrect`,
      { status: 404 },
    ]);
  });
});

const nowhere = { kind: 'set-destination', country: 'NL', state: '', postcode: '', city: '' };
const amsterdam = { ...nowhere, postcode: '1012 AB', city: 'Amsterdam', state: 'NH' };
const plain = { country: 'NL', state: 'NH', postcode: '1012 AB', city: 'Amsterdam' };
const home = {
  ...{ firstName: 'Ann', lastName: 'Lee', company: 'X', address1: 'Singel 1', address2: '', country: 'NL' },
  ...{ state: 'NH', postcode: '1012 AB', city: 'Amsterdam', phone: '123', email: 'ann@example.com' },
};
/** An address as orders have it. */
const inOrder = {
  ...{ first_name: 'Ann', last_name: 'Lee', company: 'X', address_1: 'Singel 1', address_2: '', ...plain },
  ...{ phone: '123', email: 'ann@example.com' },
};
const prefixed = (prefix: string) =>
  Object.fromEntries(Object.entries(plain).map(([name, value]) => [prefix + name, value]));

describe.each(['/v2/cart/calculate', '/v2/cart/calculate/shipping'])('%s with an address', (path) => {
  test.each([
    [plain, amsterdam],
    [prefixed('s_'), amsterdam],
    [prefixed('shipping_'), amsterdam],
    [{ country: 'NL' }, nowhere],
    [{ country: ' NL ', state: '', postcode: '', city: '' }, nowhere],
    [
      { country: 'US', postcode: 90210 },
      { ...nowhere, country: 'US', postcode: '90210' },
    ],
    [{ ...prefixed('shipping_'), country: 'BE', s_city: 'Rotterdam' }, amsterdam],
  ])('sets %j', async (given, command) => {
    for (const [mount] of mounts) {
      const { status, body } = await site.post(mount + path, given);
      expect([status, body.item_count]).toEqual([200, 2]);
      expect(site.fakes.last.request).toMatchObject({ command });
    }
  });

  test.each(mounts)(
    'takes the addresses of carts, accounts and orders as they were read on %j',
    async (mount) => {
      const strict = { ...json, Prefer: 'handling=strict' };
      site.fakes.cart = { ...fullCart, customer: { billing: home, shipping: home } };
      const { billing_address, shipping_address } = (await site.get(`${mount}/v2/cart`)).body.customer;
      expect([billing_address.billing_phone, shipping_address.shipping_first_name]).toEqual(['123', 'Ann']);
      for (const address of [billing_address, shipping_address, inOrder]) {
        const { status } = await site.send('POST', mount + path, {
          body: JSON.stringify(address),
          headers: strict,
        });
        expect(status).toBe(200);
        expect(site.fakes.last.request).toMatchObject({ command: amsterdam });
      }
      const misspelt = { body: JSON.stringify({ ...plain, shiping_city: 'X' }), headers: strict };
      expect((await site.send('POST', mount + path, misspelt)).status).toBe(400);
    },
  );

  test('accepts a form and a query', async () => {
    await site.send('POST', path, { body: new URLSearchParams(plain) });
    expect(site.fakes.last.request).toMatchObject({ command: amsterdam });
    await site.send('POST', `${path}?${new URLSearchParams(plain)}`);
    expect(site.fakes.last.request).toMatchObject({ command: amsterdam });
  });

  test.each([
    [{ country: ['NL'] }, 'country'],
    [{ country: 'NL', postcode: 1.5 }, 'postcode'],
    [{ s_country: null }, 's_country'],
    [{ shipping_city: 'x'.repeat(1_001), country: 'NL' }, 'shipping_city'],
  ])('refuses %j for its %s', async (given, name) => {
    const { status, body } = await site.post(path, given);
    expect([status, body.code, Object.keys(body.data.params)]).toEqual([400, 'rest_invalid_param', [name]]);
    expect(site.fakes.heard).toEqual([]);
  });

  test('needs a country', async () => {
    const { status, body } = await site.post(path, { postcode: '1012 AB' });
    expect([status, body.code, body.data.params]).toEqual([400, 'rest_missing_callback_param', ['country']]);
  });

  test.each(mounts)('refuses an invalid postcode on %j', async (mount, prefix) => {
    site.fakes.refuses = refusal('service_invalid_postcode', {});
    const { status, body } = await site.post(mount + path, plain);
    expect([status, body.code]).toEqual([404, `${prefix}invalid_postcode`]);
  });
});

test('calculate without an address, or with an empty one, changes nothing', async () => {
  for (const body of ['{}', '[]', '{"country":"","postcode":""}']) {
    expect((await site.send('POST', '/v2/cart/calculate', { body, headers: json })).status).toBe(200);
  }
  expect(site.fakes.count('cart.change')).toBe(0);
  const { status, body } = await site.post('/v2/cart/calculate/shipping', { country: '' });
  expect([status, body.data.params]).toEqual([400, ['country']]);
});

test('calculate with an address returns totals on request', async () => {
  site.fakes.cart = fullCart;
  const { body } = await site.post('/v2/cart/calculate', { ...plain, return_totals: true });
  expect([body.shipping_total, body.shipping_tax, body.shipping_taxes]).toEqual(['4.95', '1.04', [104]]);
  expect(site.fakes.last.request).toMatchObject({ command: amsterdam });
});

test('calculate/shipping returns the shipping rates on request', async () => {
  const asked = { ...plain, return_methods: true };
  for (const [mount, cost, taxes, none] of [
    ['', '4.95', '1.04', {}],
    ['/wp-json/cocart', '495', '104', []],
  ] as const) {
    site.fakes.cart = fullCart;
    const { body } = await site.post(`${mount}/v2/cart/calculate/shipping`, asked);
    expect(Object.keys(body)).toEqual(['flat_rate:3', 'free_shipping:4']);
    expect(body['flat_rate:3']).toEqual({
      key: 'flat_rate:3',
      method_id: 'flat_rate',
      instance_id: 3,
      label: 'Standard',
      cost,
      html: 'Standard: €4,95',
      taxes,
      chosen_method: true,
      meta_data: { items: 'T-Shirt × 2' },
    });
    site.fakes.cart = aCart({ lines: [aLine()] });
    expect((await site.post(`${mount}/v2/cart/calculate/shipping`, asked)).body).toEqual(none);
  }
});
