import { describe, expect, test } from 'vitest';
import { testClaimKeys } from '#platform/bus/claim-keys.fixture.ts';
import { natsFixture } from '#testing/engines.ts';
import { GatewayFixture } from '#testing/gateway/fixture.ts';
import { issuedKey } from '#testing/gateway/issued-key.ts';
import { startGateway } from '#testing/gateway/public-gateway.ts';
import { GatewaySettings } from '../settings.ts';

const nats = natsFixture();
const site = new GatewayFixture(nats, {
  CHECKOUT_URL: 'https://shop.example/?cartwright_cart={cart_key}',
});
const key = issuedKey('checkout');
const open = (path: string, url = site.gateway.url) => fetch(url + path, { redirect: 'manual' });

describe('the link to the checkout', () => {
  test.each([
    ...['/', '/index.php', '/checkout/', '/cart', '/de/warenkorb/', '/shop/', '/%E8%B3%BC%E7%89%A9/'],
    ...['/v60-filters/', '/index.php/kasse', '//fr//panier', '/cartridges/?p=1&x=/v2/'],
  ])('at %s redirects with the key, is not cached and sends no referrer', async (path) => {
    const { status, headers } = await open(
      `${path}${path.includes('?') ? '&' : '?'}cocart-load-cart=${key}&notify=1`,
    );
    expect([status, headers.get('Location')]).toEqual([302, `https://shop.example/?cartwright_cart=${key}`]);
    expect(headers.get('Referrer-Policy')).toBe('no-referrer');
    expect(headers.get('Cache-Control')).toBe('no-store');
  });

  // As in CoCart, a request of the REST interface is not a visit of a page, so the gateway does not redirect
  // the request.
  test.each([
    ['/wp-json/?', 'routes'],
    ['/wp-json/cocart/v2?', 'routes'],
    ['/wp-json/cocart/v2/cart?', 'items'],
    ['/v2/cart?', 'items'],
    ['/v1?', 'routes'],
    ['/openapi.json?', 'paths'],
    ['/?rest_route=/&', 'routes'],
    ['/?rest_route=/cocart/v2/cart&', 'items'],
  ])('does not redirect from %s', async (path, member) => {
    const answer = await open(`${path}cocart-load-cart=${key}`);
    expect([answer.status, answer.headers.get('Location')]).toEqual([200, null]);
    expect(await answer.json()).toHaveProperty(member);
  });

  test.each(['/v2/nope', '/v3/cart', '/wp-json/wc/v3/orders', '/jwt/nope', '/docs/nope'])(
    'leaves the refusal of %s as it is',
    async (path) => {
      const answer = await open(`${path}?cocart-load-cart=${key}`);
      expect([answer.status >= 400, answer.headers.get('Location')]).toEqual([true, null]);
    },
  );

  test.each(['7', '', 'a b', 'x'.repeat(200), '%00', '{cart_key}&x=1'])('refuses the key %j', async (bad) => {
    const answer = await open(`/?cocart-load-cart=${encodeURIComponent(bad)}`);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 'rest_invalid_param' });
    expect(answer.headers.get('Location')).toBe(null);
  });

  test('is 404 with a helpful message in a shop without a checkout', async () => {
    await using plain = await startGateway(nats.url);
    const answer = await open(`/?cocart-load-cart=${key}`, plain.url);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({
      code: 'rest_no_route',
      message: 'This shop has no checkout.',
    });
  });
});

test.each([
  [{ CHECKOUT_URL: 'https://shop.example/' }, 'CHECKOUT_URL'],
  [{ CHECKOUT_URL: 'javascript:alert("{cart_key}")' }, 'CHECKOUT_URL'],
  [{ LOCAL_HTTP_LOGIN: 'on', HTTP_HOST: '0.0.0.0' }, 'LOCAL_HTTP_LOGIN'],
  [{ LOCAL_HTTP_LOGIN: 'on', HTTP_HOST: '192.0.2.7' }, 'LOCAL_HTTP_LOGIN'],
  [{ LOCAL_HTTP_LOGIN: 'on', TRUSTED_PROXIES: '127.0.0.1' }, 'LOCAL_HTTP_LOGIN'],
  [{ LOCAL_HTTP_LOGIN: 'yes' }, 'LOCAL_HTTP_LOGIN'],
])('the gateway does not start with %j', (environment, name) => {
  const required = {
    NATS_URL: 'nats://127.0.0.1:4222',
    CLAIM_PUBLIC_KEY: testClaimKeys.publicKey,
    CLAIM_PRIVATE_KEY: testClaimKeys.privateKey,
    OPERATIONS_TOKEN: 'x'.repeat(32),
    GUEST_KEY_SECRET: 'x'.repeat(32),
  };
  expect(GatewaySettings.safeParse(required).success).toBe(true);
  const { error } = GatewaySettings.safeParse({ ...required, ...environment });
  expect(error?.issues.map(({ path }) => path[0])).toContain(name);
});
