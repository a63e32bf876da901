// Purchases from the cart to the paid order, with every role running. The test plays the plugin and WooCommerce.
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConnectedShop, onHold, paid, simpleProduct } from '#testing/connected-shop.ts';
import { requireDescribed } from '#testing/described.ts';
import { runCli } from '#testing/import-shop.ts';
import { retryWhileBusy } from '#testing/retry-while-busy.ts';
import { until } from '#testing/until.ts';
import { CartwrightError, createClient } from '../../clients/typescript/src/index.ts';
import { root } from '../../dev/base/settings.ts';
import { chromium as chromiumProgram } from '../../dev/engines/chromium.ts';
import { obtain } from '../../dev/engines/obtain.ts';
import { WebhookReceiver } from '../specification/webhook-receiver.fixture.ts';
import { shopperIn } from './shopper.fixture.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers, which are compared with the OpenAPI document
type Json = any;
type Headers = Readonly<Record<string, string>>;

const thanks = 'https://front.example/thanks';
const testMs = 120_000;
let shop: ConnectedShop;

async function send(method: string, path: string, headers: Headers = {}, body?: object) {
  const init = {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  };
  const answer = await retryWhileBusy(() => fetch(shop.system.httpUrl + path, init));
  const json: Json = await answer.json();
  const { status } = answer;
  requireDescribed({ method, path, status, body: json, type: answer.headers.get('content-type') });
  return { status, json, headers: answer.headers };
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

/** Begins a checkout until it is refused, and returns the refusal. */
async function refusedBegin(headers: Headers, body: object): Promise<Json> {
  let json: Json;
  await until(async () => {
    ({ json } = await send('POST', '/v2/checkout', headers, body));
    return json.code !== undefined;
  });
  return json;
}

const cli = (...args: string[]) => runCli(shop.system.dataDir, args);
const add = (headers: Headers, id: number, quantity: number) =>
  send('POST', '/v2/cart/add-item', headers, { id: String(id), quantity: String(quantity) });
const stateOf = (id: string, headers: Headers, state: string) =>
  answered(`/v2/checkout/${id}`, headers, (json) => json.state === state);

beforeAll(async () => {
  const products = [70, 71, 72];
  shop = await ConnectedShop.start(
    (data) => {
      for (const id of products) data.save('products', simpleProduct(id, '10'));
    },
    {
      env: {
        ...{ CORS_ORIGINS: 'https://front.example', LOCAL_HTTP_LOGIN: 'on', CART_RATE_LIMIT: 'off' },
        WEBHOOK_PRIVATE_ADDRESSES: 'allow',
      },
    },
  );
  for (const id of products) await answered(`/v2/products/${id}`, {}, (json) => json.id === id);
}, 600_000);
afterAll(() => shop?.[Symbol.asyncDispose]());

/** Fills a cart with two of product 70, and begins its checkout. */
async function begun(headers: Headers = {}) {
  const added = await add(headers, 70, 2);
  const own = headers.authorization ? headers : { 'cart-key': added.headers.get('cart-key') ?? '' };
  const { status, json } = await send('POST', '/v2/checkout', own, { return_url: thanks, total: 2_000 });
  expect([status, json.state, json.total]).toEqual([200, 'begun', 2_000]);
  return { own, id: json.id as string, url: json.url as string };
}

test(
  'a guest buys: what was ordered leaves the cart, and what was added meanwhile stays',
  async () => {
    const { own, id, url } = await begun();
    const cart = await shop.open(url);
    expect([cart.lines.length, cart.return_url]).toEqual([1, thanks]);
    await add(own, 70, 3);
    const order = shop.order(cart, onHold);
    const placed = await stateOf(id, own, 'placed');
    expect([placed.order, placed.url]).toEqual([order, null]);
    const left = await answered('/v2/cart', own, ({ item_count: count }) => count !== 5);
    expect(left.item_count).toBe(3);
    shop.setOrder(order, paid);
    await stateOf(id, own, 'paid');
    const used = await shop.ask(url, null);
    expect([used.status, used.body.code]).toEqual([409, 'service_checkout_ended']);
    expect((await send('GET', '/v2/cart', own)).json.item_count).toBe(3);
    const { checkouts } = JSON.parse(await cli('checkouts', 'list', '--json'));
    expect(checkouts).toMatchObject([{ id, state: 'paid', order, taken: true, customer: null }]);
  },
  testMs,
);

test(
  'a customer sees the order in the account, and nobody else does',
  async () => {
    const names = ['users', 'create', '--username', 'eve', '--email', 'eve@example.org', '--password-stdin'];
    await runCli(shop.system.dataDir, names, root, 'a long password');
    const login = { username: 'eve', password: 'a long password' };
    const { data: given } = (await send('POST', '/v2/login', {}, login)).json;
    const asEve = { authorization: `Bearer ${given.jwt_token}` };
    const another = shop.order(await shop.open((await begun()).url), paid);
    const { id, url } = await begun(asEve);
    const order = shop.order(await shop.open(url), paid);
    await stateOf(id, asEve, 'paid');
    expect((await send('GET', `/v2/checkout/${id}`)).status).toBe(404);
    expect((await send('GET', '/v2/my-account/orders')).status).toBe(403);
    const { json, headers } = await send('GET', '/v2/my-account/orders', asEve);
    expect(json).toMatchObject([{ id: order, status: 'processing', totals: { total: 2_000 } }]);
    expect(headers.get('x-wp-total')).toBe('1');
    const one = (path: string) => send('GET', `/v2/my-account/orders/${path}`, asEve);
    expect((await one(String(order))).json.items).toMatchObject([{ quantity: 2 }]);
    expect((await one(String(another))).json.code).toBe('service_order_not_found');
  },
  testMs,
);

test(
  'webhooks tell that a checkout began, was placed, was paid, and another one ended',
  async () => {
    await using receiver = await WebhookReceiver.start();
    await cli(
      'webhooks',
      'create',
      '--url',
      receiver.url,
      '--events',
      'checkout.begun,checkout.placed,checkout.paid,checkout.ended',
    );
    const [bought, lost] = [await begun(), await begun()];
    const order = shop.order(await shop.open(bought.url), onHold);
    shop.order(await shop.open(lost.url), { status: 'cancelled' });
    await stateOf(bought.id, bought.own, 'placed');
    shop.setOrder(order, paid);
    const told = async (type: string, id: string) => JSON.parse((await receiver.event(type, id)).body).data;
    const data = { checkout: bought.id, customer: null };
    expect(await told('checkout.begun', bought.id)).toEqual({ ...data, state: 'begun', order: null });
    expect(await told('checkout.placed', bought.id)).toEqual({ ...data, state: 'placed', order });
    expect(await told('checkout.paid', bought.id)).toEqual({ ...data, state: 'paid', order });
    expect(await told('checkout.ended', lost.id)).toMatchObject({ checkout: lost.id, state: 'cancelled' });
  },
  testMs,
);

describe('a product that becomes unavailable after the link was opened', () => {
  test(
    'is left out of the order by WooCommerce, and stays in the cart; the next begin says so',
    async () => {
      const { own } = await begun();
      await add(own, 71, 1);
      const { json: first } = await send('POST', '/v2/checkout', own, { total: 3_000 });
      const cart = await shop.open(first.url);
      shop.data.save('products', simpleProduct(71, '10', { stock_status: 'outofstock' }));
      const { code, data } = await refusedBegin(own, { total: 3_000 });
      expect([code, data.status]).toEqual(['service_checkout_changed', 409]);
      expect(data.changes).toEqual([
        { code: 'out_of_stock', message: expect.stringContaining('Product 71') },
      ]);
      expect((await stateOf(first.id, own, 'handed-over')).order).toBe(null);
      shop.order({ ...cart, lines: cart.lines.filter((line) => line.product_id !== 71) }, paid);
      await stateOf(first.id, own, 'paid');
      const { items } = await answered('/v2/cart', own, (json) => json.item_count !== 3);
      expect(Object.values<Json>(items).every(({ id }) => id !== 70)).toBe(true);
    },
    testMs,
  );

  test(
    'and that is the whole cart, never becomes an order; the cart stays',
    async () => {
      const added = await add({}, 72, 1);
      const own = { 'cart-key': added.headers.get('cart-key') ?? '' };
      const { json } = await send('POST', '/v2/checkout', own);
      await shop.open(json.url);
      shop.data.delete('products', 72);
      const { code, data } = await refusedBegin(own, {});
      expect([code, data.changes]).toEqual([
        'service_checkout_changed',
        [{ code: 'item_dropped', message: expect.stringContaining('Product 72') }],
      ]);
      expect((await stateOf(json.id, own, 'handed-over')).order).toBe(null);
    },
    testMs,
  );
});

test(
  'the typed client begins a checkout, reads it, and shows the orders of the account',
  async () => {
    const client = createClient({
      url: shop.system.httpUrl,
      repeats: { attempts: 60, longestWaitMs: 3_000 },
    });
    const { money } = await client.cart.addItem({ id: 70, quantity: 2 });
    const total = money.total.minor;
    const began = await client.checkout({ total, returnUrl: thanks });
    expect(began).toMatchObject({ state: 'begun', total: 2_000, order: null });
    const order = shop.order(await shop.open(began.url ?? ''), paid);
    await until(async () => (await client.checkout.read(began.id)).state === 'paid');
    expect(await client.checkout.read(began.id)).toMatchObject({ order, url: null });
    await until(async () => (await client.cart.get()).item_count === 0);
    await client.cart.addItem({ id: 70 });
    const wrong = await client.checkout({ total: 1 }).catch((error: unknown) => error);
    expect(wrong).toBeInstanceOf(CartwrightError);
    expect(wrong).toMatchObject({ code: 'service_checkout_changed', members: { total: 1_000 } });
  },
  testMs,
);

describe('the link of a storefront of CoCart', () => {
  const link = (key: string, headers: Headers = {}) =>
    fetch(`${shop.system.httpUrl}/cart/?cocart-load-cart=${key}`, { redirect: 'manual', headers });

  test(
    'leads to the checkout of the cart, and the order empties it',
    async () => {
      const added = await add({}, 70, 1);
      const own = { 'cart-key': added.headers.get('cart-key') ?? '' };
      const prefetched = await link(own['cart-key'], { 'sec-purpose': 'prefetch' });
      expect(prefetched.status).toBe(503);
      const answer = await retryWhileBusy(() => link(own['cart-key']));
      const url = answer.headers.get('location') ?? '';
      expect([answer.status, url.startsWith(`${shop.fake.url}/?wc-ajax=cartwright_checkout&`)]).toEqual([
        ...[302, true],
      ]);
      shop.order(await shop.open(url), paid);
      await answered('/v2/cart', own, ({ item_count: count }) => count === 0);
    },
    testMs,
  );
});

test('a shopper buys in the example storefront, over HTTP and over HTTPS', async () => {
  const browser = await chromium.launch({ executablePath: await obtain(chromiumProgram), timeout: 300_000 });
  try {
    for (const origin of [shop.system.httpUrl, shop.system.httpsUrl]) {
      const { open, complaints } = await shopperIn(browser, origin);
      const page = await open('/shop/product/p-70');
      await page.getByRole('button', { name: 'Add to cart' }).click();
      await page.locator('.notices').getByText('added to your cart').waitFor();
      await page.goto('/shop/cart');
      await page.getByRole('button', { name: 'Check out' }).click();
      await page.waitForURL(/wc-ajax=cartwright_checkout/);
      const cart = await shop.open(page.url());
      expect([cart.return_url, cart.totals.total]).toEqual([`${origin}/shop/thanks`, 1_000]);
      const order = shop.order(cart, paid);
      // The shop's page "order received" links to this address.
      await page.goto(`${cart.return_url}?checkout=${cart.id}`);
      await page.getByText('Thank you. Your order is paid.').waitFor();
      await page.getByText(`Number ${order}`).waitFor();
      await expect.poll(() => page.locator('.count').textContent(), { timeout: 30_000 }).toContain('0');
      expect(complaints).toEqual([]);
    }
  } finally {
    await browser.close();
  }
}, 900_000);
