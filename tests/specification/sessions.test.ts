import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { createAccount } from '#contracts/accounts.ts';
import { createApiKey, type Permissions } from '#contracts/api-keys.ts';
import { basic, Client, verdict } from '#testing/client.ts';
import { runCli } from '#testing/import-shop.ts';
import { type Operator, operatorOf } from '#testing/operator.ts';
import { sharedSystem } from '#testing/shared.ts';
import type { RunningSystem } from '#testing/system.ts';
import { WebhookReceiver } from './webhook-receiver.fixture.ts';

const startMs = 600_000;

let system: RunningSystem;
let operator: Operator;
let client: Client;
let product: string;

beforeAll(async () => {
  const opened = await sharedSystem('logins');
  system = opened.system;
  product = String(opened.products[0]);
  operator = await operatorOf(system);
  client = await Client.of(system);
}, startMs);
afterAll(async () => {
  await client[Symbol.asyncDispose]();
  await operator[Symbol.asyncDispose]();
  await system.stop();
}, startMs);

type KeyPair = Pick<z.output<typeof createApiKey.reply>, 'consumerKey' | 'consumerSecret'>;

/** Creates a key pair of the shop, or of the account `user`. The test fails if a process logs the secret. */
async function pairOf(permissions: Permissions, user: string | null = null): Promise<KeyPair> {
  const pair = await operator.ask(createApiKey, { permissions, description: 'a test', user });
  system.secret(pair.consumerSecret);
  return pair;
}

const headersOf = ({ consumerKey, consumerSecret }: KeyPair) => ({
  authorization: basic(consumerKey, consumerSecret),
});

/** Returns the key of a new guest's cart with one piece of the product. */
async function newCart(): Promise<string> {
  const { body } = await client.send('POST', '/v2/cart/add-item', { body: { id: product } });
  return body.cart_key;
}

test('[4.4 GET /v2/sessions] lists carts, the newest first, page by page', async () => {
  const headers = headersOf(await pairOf('read_write'));
  const [older, newer] = [await newCart(), await newCart()];
  // Other tests make carts in this system at the same time.
  const { body } = await client.send('GET', '/v2/sessions?per_page=100', { headers });
  const keys = (body as { session_key: string }[]).map((one) => one.session_key);
  expect(keys.filter((key) => [older, newer].includes(key))).toEqual([newer, older]);
  const page = await client.send('GET', '/v2/sessions?per_page=1&page=2', { headers });
  expect(page.body).toHaveLength(1);
  expect(page.headers['x-wp-totalpages']).toBe(page.headers['x-wp-total']);
  expect(Number(page.headers['x-wp-total'])).toBeGreaterThanOrEqual(2);
});

describe('a cart', () => {
  test('[5 sessions] is shown to and deleted by only a key pair with read/write permission', async () => {
    const [both, read, write] = [await pairOf('read_write'), await pairOf('read'), await pairOf('write')];
    const cart = await newCart();
    const ask = async (method: string, headers = {}) =>
      verdict(await client.send(method, `/v2/session/${cart}`, { headers }));
    expect([await ask('GET'), await ask('DELETE')]).toEqual(Array(2).fill('401 service_rest_not_authorized'));
    expect(await ask('GET', headersOf(write))).toBe('403 service_rest_cannot_view');
    expect(await ask('DELETE', headersOf(read))).toBe('403 service_rest_cannot_view');
    expect([await ask('GET', headersOf(read)), await ask('DELETE', headersOf(both))]).toEqual(['200', '200']);
    expect(await ask('GET', headersOf(both))).toBe('404 service_cart_in_session_not_valid');
  });

  test('[5 rule 4] accepts the pair as Basic credentials over HTTPS until it is revoked', async () => {
    const pair = await pairOf('read_write');
    const headers = headersOf(pair);
    const list = async (more = {}) => verdict(await client.send('GET', '/v2/sessions', { headers, ...more }));
    expect([await list(), await list({ plain: true })]).toEqual(['200', '403 service_https_required']);
    const wrong = headersOf({ ...pair, consumerSecret: `cs_${'0'.repeat(40)}` });
    expect(await list({ headers: wrong })).toBe('401 service_authentication_error');
    await runCli(system.dataDir, ['keys', 'revoke', pair.consumerKey, '--yes']);
    expect(await list()).toBe('401 service_authentication_error');
  });
});

test('[5 sessions] a pair with write permission sets prices and fees of a guest’s cart; another pair cannot', async () => {
  const ask = async (pair: KeyPair, path: string, body: object) =>
    client.send('POST', `${path}?cart_key=${cart}`, { headers: headersOf(pair), body });
  const [write, read] = [await pairOf('write'), await pairOf('read')];
  const cart = await newCart();
  const item = { id: product, price: '3.50', item_data: { of: 'a pair' } };
  expect(verdict(await ask(read, '/v2/cart/add-item', item))).toBe('403 service_price_override_not_allowed');
  expect(verdict(await ask(read, '/v2/cart/add-fee', { name: 'Gift', amount: 2 }))).toBe(
    '403 service_not_allowed',
  );
  expect(verdict(await ask(write, '/v2/cart/add-item', item))).toBe('200');
  expect(verdict(await ask(write, '/v2/cart/add-fee', { name: 'Gift', amount: 2 }))).toBe('200');
  const { body } = await client.send('GET', `/v2/cart?cart_key=${cart}`);
  expect(body).toMatchObject({ item_count: 2, fees: [{ name: 'Gift', amount: 2 }] });
  expect(Object.values(body.items)).toContainEqual(
    expect.objectContaining({ price: expect.stringContaining('3.50') }),
  );
});

test("[5 login] a manager's pair logs in as the manager when it may do all that the manager may", async () => {
  const person = { username: 'mia', email: 'mia@example.com', role: 'shop_manager', password: null };
  const { account } = await operator.ask(createAccount, person);
  const logIn = async (permissions: Permissions) =>
    client.send('POST', '/v2/login', { headers: headersOf(await pairOf(permissions, 'mia')) });
  expect((await logIn('read_write')).body).toMatchObject({ data: { user_id: account.id } });
  expect(verdict(await logIn('read'))).toBe('401 service_rest_not_authorized');
});

test("[5 login] a customer's pair logs in where it may read and write, and has the customer's cart by no other way at the root", async () => {
  const person = { username: 'cal', email: 'cal@example.com', password: null };
  const { account } = await operator.ask(createAccount, person);
  const adding = '/v2/cart/add-item';
  for (const permissions of ['read', 'write', 'read_write'] as const) {
    const headers = headersOf(await pairOf(permissions, 'cal'));
    const own = `?cart_key=${account.id}`;
    for (const refused of [
      await client.send('GET', `/v2/cart${own}`, { headers }),
      await client.send('POST', adding + own, { headers, body: { id: product } }),
    ]) {
      expect(verdict(refused)).toBe('403 service_must_authenticate_user');
    }
    // Without a cart key in the request, the key pair acts for a new guest.
    const { body } = await client.send('POST', adding, { headers, body: { id: product } });
    expect(body.cart_key).toMatch(/^t_/);
    const login = await client.send('POST', '/v2/login', { headers });
    const expected = permissions === 'read_write' ? '200' : '401 service_rest_not_authorized';
    expect([permissions, verdict(login)]).toEqual([permissions, expected]);
    if (permissions !== 'read_write') continue;
    const bearer = { authorization: `Bearer ${login.body.data.jwt_token}` };
    const cart = await client.send('GET', '/v2/cart', { headers: bearer });
    expect(cart.body).toMatchObject({ cart_key: String(account.id), item_count: 0 });
  }
});

test('[6 outgoing] webhooks receive signed events of carts and products', async () => {
  await using receiver = await WebhookReceiver.start();
  const created = await runCli(system.dataDir, ['webhooks', 'create', '--url', receiver.url, '--json']);
  const { secret } = JSON.parse(created);
  const item = { id: product, quantity: '2' };
  const { body: cart } = await client.send('POST', '/v2/cart/add-item', { body: item });
  const { body, signature } = await receiver.event('cart.created', '"quantity":2');
  const [, seconds = '', digest = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
  expect(createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')).toBe(digest);
  const items = [{ product_id: Number(product), variation_id: 0, quantity: 2 }];
  expect(JSON.parse(body)).toMatchObject({
    type: 'cart.created',
    data: { customer: null, lines: 1, items },
  });
  expect(cart.cart_key).toMatch(/^t_/);
  expect(body).not.toContain(cart.cart_key);
  await runCli(system.dataDir, ['products', 'set', product, '--price', '7.00']);
  expect(JSON.parse((await receiver.event('product.changed', product)).body).data.products).toContain(
    Number(product),
  );
}, 600_000);
