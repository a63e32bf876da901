import { expect, test } from 'vitest';
import { ServiceError } from '#platform/errors/errors.ts';
import { natsFixture } from '#testing/engines.ts';
import { GatewayFixture } from '#testing/gateway/fixture.ts';
import { fullCart } from '#testing/gateway/shown.ts';
import { readShippingRatesRoute } from './products.ts';

const site = new GatewayFixture(natsFixture());
const mounts = [
  ['', 'service_', '4.95', '1.04', {}],
  ['/wp-json/cocart', 'cocart_', '495', '104', []],
] as const;
const path = '/v2/products/13/shipping-rates';
const rates = fullCart.shipping.packages[0]?.rates ?? [];
const nowhere = { country: '', state: '', postcode: '', city: '' };

test.each(mounts)(
  'the shipping rates of a product are a map by key, on %j',
  async (mount, _prefix, cost, taxes) => {
    site.fakes.rates = [...rates];
    const key = 'a_client-s_own_key_01';
    const { status, body, headers } = await site.get(`${mount}${path}?cart_key=${key}`);
    expect([status, Object.keys(body)]).toEqual([200, ['flat_rate:3', 'free_shipping:4']]);
    expect(body['flat_rate:3']).toMatchObject({ label: 'Standard', cost, taxes, html: 'Standard: €4,95' });
    expect(body['free_shipping:4']).toMatchObject({ html: 'Free', taxes: '', chosen_method: false });
    expect([headers.get('Cart-Key'), headers.get('Cache-Control')]).toEqual([
      key,
      expect.stringContaining('no-store'),
    ]);
    expect(site.fakes.last.context.claim?.cart).toBe(key);
    const cut = await site.get(`${mount}${path}?_fields=free_shipping:4`);
    expect(Object.keys(cut.body)).toEqual([]);
  },
);

test.each(mounts)(
  'are an empty map if no method applies, on %j',
  async (mount, _prefix, _cost, _taxes, none) => {
    expect((await site.get(mount + path)).body).toEqual(none);
  },
);

test.each([
  [path, { reference: '13', quantity: 1, destination: nowhere }],
  ['/v2/products/woo-tshirt/shipping-rates', { reference: 'woo-tshirt', quantity: 1, destination: nowhere }],
  [
    `${path}?quantity=3&country=NL&state=NH&postcode=1012%20AB&city=Amsterdam`,
    {
      reference: '13',
      quantity: 3,
      destination: { country: 'NL', state: 'NH', postcode: '1012 AB', city: 'Amsterdam' },
    },
  ],
])('%s causes a request to the cart service', async (address, request) => {
  expect((await site.get(address)).status).toBe(200);
  expect(site.fakes.last.request).toEqual(request);
});

test.each([
  ['quantity', '0'],
  ['quantity', '10000'],
  ['quantity', '1.5'],
  ['country', 'x'.repeat(201)],
])('with the %s %s the request is refused without a request to the cart service', async (name, value) => {
  const { status, body } = await site.get(`${path}?${name}=${value}`);
  expect([status, body.code, Object.keys(body.data.params)]).toEqual([400, 'rest_invalid_param', [name]]);
  expect(site.fakes.heard).toEqual([]);
});

test.each(mounts)('are refused if the cart service refuses them, on %j', async (mount, prefix) => {
  for (const code of readShippingRatesRoute.errors.filter((one) => one !== 'service_cart_error')) {
    site.fakes.refuses = new ServiceError(code, {});
    const { status, body } = await site.get(mount + path);
    expect([status, body.code]).toEqual([404, code.replace('service_', prefix)]);
  }
});

test('cannot be part of a batch', async () => {
  const { body } = await site.post('/batch', { requests: [{ method: 'GET', path }] });
  expect(body.responses[0]).toMatchObject({ status: 400, body: { code: 'rest_batch_not_allowed' } });
});
