import { describe, expect, test } from 'vitest';
import type { Checkout } from '#contracts/checkouts.ts';
import { refusal } from '#platform/errors/errors.ts';
import { natsFixture } from '#testing/engines.ts';
import { GatewayFixture } from '#testing/gateway/fixture.ts';
import { issuedKey } from '#testing/gateway/issued-key.ts';
import { startGateway } from '#testing/gateway/public-gateway.ts';
import { aCart, aLine } from '#testing/gateway/samples.ts';

const nats = natsFixture();
const site = new GatewayFixture(nats, {
  WOOCOMMERCE_URL: 'https://shop.example',
  CORS_ORIGINS: 'https://front.example',
});
const key = issuedKey('buyer');
const own = { 'Cart-Key': key };
const total = aCart().totals.total;
const begin = (body: object = {}, headers: Record<string, string> = {}) => {
  site.fakes.cart = { ...aCart({ lines: [aLine()] }), revision: 4, ...site.fakes.checkouts.cart };
  return site.post('/v2/checkout', body, { ...own, ...headers });
};
const token = 'A'.repeat(43);
const browser = 'b'.repeat(32);

describe('POST /v2/checkout', () => {
  test('answers the checkout with its link, and sends the cart with the total that it shows', async () => {
    const { status, body, headers } = await begin({ return_url: 'https://front.example/thanks' });
    expect([status, body.state, body.url]).toEqual([200, 'begun', site.fakes.checkouts.url]);
    expect([headers.get('ETag'), headers.get('Cart-Key')]).toEqual(['"4"', key]);
    expect(site.fakes.last.request).toMatchObject({
      ...{ total, returnUrl: 'https://front.example/thanks', email: null },
      cart: { key, revision: 4 },
    });
  });

  test('is 202 if the shop has not answered in time', async () => {
    site.fakes.checkouts.confirmed = false;
    expect((await begin()).status).toBe(202);
  });

  test('says that it repeats an answer', async () => {
    site.fakes.checkouts.replayed = true;
    const { headers } = await begin({}, { 'Idempotency-Key': 'k' });
    expect(headers.get('Idempotency-Replayed')).toBe('true');
  });

  test.each(['https://evil.example/', 'javascript:alert(1)', '/thanks', 'https://a:b@front.example/'])(
    'refuses to send shoppers to %s',
    async (url) => {
      const { status, body } = await begin({ return_url: url });
      expect([status, Object.keys(body.data.params)]).toEqual([400, ['return_url']]);
    },
  );

  test('refuses another revision than the one that the client saw', async () => {
    const { status, body } = await begin({}, { 'If-Match': '"3"' });
    expect([status, body.code]).toEqual([412, 'service_revision_mismatch']);
    expect(site.fakes.count('connect.begin-checkout')).toBe(0);
  });

  test('refuses an empty cart', async () => {
    site.fakes.checkouts.cart = { lines: [] };
    expect((await begin()).body.code).toBe('service_cart_empty');
  });

  test('a cart that has changed is 409 with the cart and each change', async () => {
    site.fakes.checkouts.cart = {
      notices: [{ kind: 'error', code: 'item_dropped', data: { name: 'Vase', reason: 'not_purchasable' } }],
    };
    const { status, body } = await begin({ total });
    expect([status, body.code]).toEqual([409, 'service_checkout_changed']);
    expect(body.data.changes).toEqual([{ code: 'item_dropped', message: expect.stringContaining('Vase') }]);
    expect([body.data.cart.cart_key, body.data.total]).toEqual([key, total]);
  });

  test('a changed price is 409, unless the client agrees to the total', async () => {
    site.fakes.checkouts.cart = {
      notices: [{ kind: 'notice', code: 'price_changed', data: { name: 'Vase', before: '€1', now: '€2' } }],
    };
    expect((await begin()).status).toBe(409);
    expect((await begin({ total })).status).toBe(200);
  });

  test('another total is 409 with the cart', async () => {
    site.fakes.checkouts.refuses = refusal('service_checkout_changed', { total, changes: [] });
    const { status, body } = await begin({ total: 1 });
    expect([status, body.data.total, body.data.cart.cart_key]).toEqual([409, total, key]);
  });

  test('the total of WooCommerce is shown in the refusal', async () => {
    const data = { total, shop_total: total + 1, cause: 'tax' } as const;
    site.fakes.checkouts.refuses = refusal('service_checkout_total_changed', data);
    const { status, body } = await begin();
    expect([status, body.data.shop_total, body.data.cause]).toEqual([409, total + 1, 'tax']);
  });

  test('is refused in a shop without a connection, and so is every other route that needs one', async () => {
    await using plain = await startGateway(nats.url);
    const answers = await Promise.all([
      fetch(`${plain.url}/v2/checkout`, { method: 'POST' }),
      fetch(`${plain.url}/v2/checkout/x`),
      fetch(`${plain.url}/v2/checkout/handover/${token}?browser=${browser}`),
    ]);
    for (const answer of answers) {
      const { code } = (await answer.json()) as { code: string };
      expect([answer.status, code]).toEqual([404, 'service_checkout_not_configured']);
    }
    const orders = await fetch(`${plain.url}/v2/my-account/orders`);
    expect([orders.status, await orders.json()]).toMatchObject([
      403,
      { code: 'service_access_my_account_denied' },
    ]);
  });

  test('does not exist on the CoCart mount', async () => {
    for (const path of ['/wp-json/cocart/v2/checkout', '/wp-json/cocart/v2/my-account/orders'])
      expect((await site.get(path)).body.code).toMatch(/no_route/);
  });
});

test('GET /v2/checkout/{id} shows what has become of it, without a link', async () => {
  site.fakes.checkouts.checkout = { state: 'placed', order: 371 } satisfies Partial<Checkout>;
  const { body, headers } = await site.get('/v2/checkout/c1', own);
  expect(body).toMatchObject({ id: 'c1', state: 'placed', order: 371, url: null });
  expect(headers.get('Cache-Control')).toContain('no-store');
});

describe('the hand-over', () => {
  const path = `/v2/checkout/handover/${token}`;

  test('gives the plugin the cart, without any credentials', async () => {
    const { status, body } = await site.get(`${path}?browser=${browser}`, { Authorization: 'Bearer x' });
    expect([status, body.lines.length, body.minor_unit]).toEqual([200, 1, 2]);
    expect(site.fakes.last.request).toEqual({ token, browser });
  });

  test('compares totals', async () => {
    const sums = { total: 1, items: 2, discount: 0, shipping: -3, tax: 4, fees: 0 };
    site.fakes.checkouts.cause = 'items';
    const { body } = await site.post(path, { browser, totals: { currency: 'EUR', ...sums } });
    expect(body).toEqual({ same: false, cause: 'items' });
    expect(site.fakes.last.request).toMatchObject({ totals: { currency: 'EUR', ...sums } });
    await site.post(path, { browser });
    expect(site.fakes.last.request).toMatchObject({ totals: null });
  });

  test.each(['x', 'B'.repeat(32), ''])('refuses the browser %j', async (name) => {
    expect((await site.post(path, { browser: name })).status).toBe(400);
  });

  test('refuses a token that cannot be one, as an unknown path', async () => {
    expect((await site.get(`/v2/checkout/handover/x?browser=${browser}`)).status).toBeGreaterThanOrEqual(400);
    expect(site.fakes.count('connect.read-hand-over')).toBe(0);
  });
});

describe('the link of CoCart', () => {
  const open = (headers: Record<string, string> = {}, method = 'GET') => {
    site.fakes.cart = aCart({ lines: [aLine()] });
    const address = `${site.gateway.url}/?cocart-load-cart=${key}`;
    return fetch(address, { redirect: 'manual', headers, method });
  };

  test('begins a checkout with any total', async () => {
    const { status, headers } = await open();
    expect([status, headers.get('Location')]).toEqual([302, site.fakes.checkouts.url]);
    expect([headers.get('Cache-Control'), headers.get('Referrer-Policy')]).toEqual([
      ...['no-store', 'no-referrer'],
    ]);
    expect(site.fakes.last.request).toMatchObject({ total: null, cart: { key } });
  });

  test.each([{ 'Sec-Purpose': 'prefetch;prerender' }, { Purpose: 'prefetch' }, { 'X-Moz': 'prefetch' }])(
    'begins none for a prefetch: %j',
    async (headers) => {
      expect((await open(headers)).status).toBe(503);
      expect((await open({}, 'HEAD')).status).toBe(503);
      expect(site.fakes.count('connect.begin-checkout')).toBe(0);
    },
  );
});
