import { expect, test } from 'vitest';
import { natsFixture } from '#testing/engines.ts';
import { GatewayFixture } from '#testing/gateway/fixture.ts';
import manifest from '../../package.json' with { type: 'json' };

const nats = natsFixture();
const site = new GatewayFixture(nats);
const connected = new GatewayFixture(nats, { WOOCOMMERCE_URL: 'https://shop.example' });

test.each(['', '/wp-json/cocart'])('the store has its name and address, on the mount %j', async (mount) => {
  const { status, body } = await site.get(`${mount}/v2/store`);
  expect([status, body]).toMatchObject([
    200,
    {
      title: 'Shop',
      home_url: 'https://shop.example',
      language: 'en-GB',
      gmt_offset: '0',
      timezone_string: 'UTC',
      store_address: { address: '', address_2: '', city: '', country: 'NL', postcode: '' },
    },
  ]);
  expect(body.version).toBe(manifest.version);
});

test('the store says what it offers, and its countries, only where asked', async () => {
  const { body } = await site.get('/v2/store');
  expect(body).toMatchObject({ registration: true, checkout: false });
  expect((await connected.get('/v2/store')).body).toMatchObject({ checkout: true });
  expect((await site.get('/wp-json/cocart/v2/store')).body).not.toHaveProperty('registration');
  const countries = await site.get('/v2/store/countries');
  expect(countries.status).toBe(200);
  expect(countries.body).toContainEqual(
    expect.objectContaining({ code: 'NL', name: 'Netherlands', states: [] }),
  );
});

test('v1 has no such route', async () => {
  expect((await site.get('/v1/store')).body.code).toBe('rest_no_route');
});
