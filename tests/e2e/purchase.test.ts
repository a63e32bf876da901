import { afterAll, beforeAll, expect, test } from 'vitest';
import { Seeded } from '#platform/util/seeded.ts';
import { type FakeShop, startFakeShop } from '#platform/woocommerce/fake-shop.fixture.ts';
import { ShopData } from '#platform/woocommerce/shop-data.fixture.ts';
import { until } from '#testing/gateway/fixture.ts';
import { runCli } from '#testing/import-shop.ts';
import { retryWhileBusy } from '#testing/retry-while-busy.ts';
import { type RunningSystem, startSystem } from '#testing/system.ts';
import { root } from '../../dev/base/settings.ts';

// A purchase from the cart to the paid order, with every role running. The test plays the plugin and WooCommerce.

// biome-ignore lint/suspicious/noExplicitAny: answers, whose shapes tests/specification checks
type Json = any;
type Headers = Readonly<Record<string, string>>;

let shop: FakeShop;
let data: ShopData;
let system: RunningSystem;
const browser = '0123456789abcdef0123456789abcdef';
const paid = { date_paid_gmt: '2026-06-01T12:01:00' };

async function send(method: string, path: string, headers: Headers = {}, body?: object) {
  const init = {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  };
  const answer = await retryWhileBusy(() => fetch(system.httpUrl + path, init));
  return { status: answer.status, json: (await answer.json()) as Json, headers: answer.headers };
}

/** Waits until a request's answer is as expected, and returns it. */
async function answered(path: string, headers: Headers, holds: (json: Json) => boolean): Promise<Json> {
  let json: Json;
  await until(async () => {
    ({ json } = await send('GET', path, headers));
    return holds(json);
  });
  return json;
}

/** Returns a product in WooCommerce's JSON that is neither shipped nor taxed. */
function product(id: number, price: string) {
  return {
    ...{ id, type: 'simple', name: `Product ${id}`, slug: `p-${id}`, sku: `S-${id}`, status: 'publish' },
    ...{ permalink: `https://shop.example/product/p-${id}/`, description: '', short_description: '' },
    ...{ regular_price: price, price, catalog_visibility: 'visible', tax_status: 'none', purchasable: true },
    ...{ manage_stock: false, stock_status: 'instock', backorders: 'no', virtual: true, images: [] },
    ...{ dimensions: { length: '', width: '', height: '' }, average_rating: '0.00' },
    date_created_gmt: '2026-01-01T00:00:00',
  };
}

beforeAll(async () => {
  shop = await startFakeShop();
  const random = new Seeded(1);
  data = new ShopData(
    () => Math.floor(Date.now() / 1_000),
    () => random.next(),
  );
  shop.data = data;
  shop.hasAllVariations = true;
  for (const group of ['general', 'products', 'tax', 'shipping']) data.setting(`wc/v3/settings/${group}`, []);
  data.setting('', { name: 'Shop', timezone_string: 'UTC', gmt_offset: 0 });
  data.setting('wc/v3/shipping/zones', []);
  data.save('products', product(70, '10'));
  system = await startSystem({
    env: {
      WOOCOMMERCE_URL: shop.url,
      WOOCOMMERCE_CONSUMER_KEY: shop.key.consumerKey,
      WOOCOMMERCE_CONSUMER_SECRET: shop.key.consumerSecret,
      CONNECT_EVERY: '1',
      CORS_ORIGINS: 'https://front.example',
      LOCAL_HTTP_LOGIN: 'on',
    },
  });
  await answered('/v2/products/70', {}, ({ id }) => id === 70);
}, 600_000);
afterAll(async () => {
  await system?.stop();
  await shop?.end();
});

/** Fills a cart and begins its checkout. Returns the checkout with its token. */
async function begun(headers: Headers) {
  const added = await send('POST', '/v2/cart/add-item', headers, { id: '70', quantity: '2' });
  const own = headers.authorization ? headers : { 'cart-key': added.headers.get('cart-key') ?? '' };
  const body = { return_url: 'https://front.example/thanks', total: 2_000 };
  const { status, json } = await send('POST', '/v2/checkout', own, body);
  expect([status, json.state, json.total]).toEqual([200, 'begun', 2_000]);
  const token = new URL(json.url).searchParams.get('token') ?? '';
  return { own, id: json.id as string, path: `/v2/checkout/handover/${token}` };
}

/** Hands a checkout over as the plugin does, and returns the cart. */
async function handedOver(path: string): Promise<Json> {
  const cart = (await send('GET', `${path}?browser=${browser}`)).json;
  await send('POST', path, {}, { browser });
  const totals = { currency: cart.currency, ...cart.totals };
  const { json } = await send('POST', path, {}, { browser, totals });
  expect(json).toEqual({ same: true, cause: null });
  return cart;
}

/** Stores an order in WooCommerce. */
function order(id: number, checkout: string, cart: Json, more: object): void {
  const lines = cart.lines.map(({ key, quantity, product_id }: Json) => ({
    ...{ product_id, quantity, name: 'Product 70', total: '20.00', total_tax: '0.00' },
    meta_data: [{ id: 1, key: '_cartwright_line', value: key }],
  }));
  const sums = { total: '20.00', total_tax: '0.00', discount_total: '0.00', shipping_total: '0.00' };
  data.save('orders', {
    ...{ id, number: String(id), currency: 'GBP', date_created_gmt: '2026-06-01T12:00:00', ...sums },
    ...{ meta_data: [{ id: 1, key: '_cartwright_checkout', value: checkout }], line_items: lines },
    ...more,
  });
}

test('a guest buys: what was ordered leaves the cart, and what was added meanwhile stays', async () => {
  const { own, id, path } = await begun({});
  const cart = await handedOver(path);
  expect([cart.lines.length, cart.return_url]).toEqual([1, 'https://front.example/thanks']);
  await send('POST', '/v2/cart/add-item', own, { id: '70', quantity: '3' });
  order(371, id, cart, { status: 'on-hold', date_paid_gmt: null });
  const placed = await answered(`/v2/checkout/${id}`, own, ({ state }) => state === 'placed');
  expect([placed.order, placed.url]).toEqual([371, null]);
  const left = await answered('/v2/cart', own, ({ item_count: count }) => count !== 5);
  expect(left.item_count).toBe(3);
  order(371, id, cart, { status: 'processing', ...paid });
  await answered(`/v2/checkout/${id}`, own, ({ state }) => state === 'paid');
  const used = await send('GET', `${path}?browser=${browser}`);
  expect([used.status, used.json.code]).toEqual([409, 'service_checkout_ended']);
  expect((await send('GET', '/v2/cart', own)).json.item_count).toBe(3);

  const { checkouts } = JSON.parse(await runCli(system.dataDir, ['checkouts', 'list', '--json']));
  expect(checkouts).toMatchObject([{ id, state: 'paid', order: 371, taken: true, customer: null }]);
}, 120_000);

test('a customer sees the order in the account, and nobody else does', async () => {
  const names = ['users', 'create', '--username', 'eve', '--email', 'eve@example.org', '--password-stdin'];
  await runCli(system.dataDir, names, root, 'a long password');
  const login = { username: 'eve', password: 'a long password' };
  const { data: given } = (await send('POST', '/v2/login', {}, login)).json;
  const asEve = { authorization: `Bearer ${given.jwt_token}` };
  const { id, path } = await begun(asEve);
  order(372, id, await handedOver(path), { status: 'processing', ...paid });
  await answered(`/v2/checkout/${id}`, asEve, ({ state }) => state === 'paid');
  expect((await send('GET', `/v2/checkout/${id}`)).status).toBe(404);
  expect((await send('GET', '/v2/my-account/orders')).status).toBe(403);
  const { json, headers } = await send('GET', '/v2/my-account/orders', asEve);
  expect(json).toMatchObject([{ id: 372, status: 'processing', totals: { total: 2_000 } }]);
  expect(headers.get('x-wp-total')).toBe('1');
  expect((await send('GET', '/v2/my-account/orders/372', asEve)).json.items).toMatchObject([{ quantity: 2 }]);
  expect((await send('GET', '/v2/my-account/orders/371', asEve)).json.code).toBe('service_order_not_found');
}, 120_000);
