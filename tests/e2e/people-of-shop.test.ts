// Customers of a connected shop of WooCommerce log in to a whole system: gateway, auth, connect, and a stand-in of the shop.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readAccount, setPassword } from '#contracts/accounts.ts';
import { readConnectStatus } from '#contracts/connect.ts';
import { Seeded } from '#platform/util/seeded.ts';
import { type FakeShop, startFakeShop } from '#platform/woocommerce/fake-shop.fixture.ts';
import { ShopData } from '#platform/woocommerce/shop-data.fixture.ts';
import { basic, Client, verdict } from '#testing/client.ts';
import { type Operator, operatorOf } from '#testing/operator.ts';
import { type RunningSystem, startSystem } from '#testing/system.ts';
import { wooCustomer } from '../../services/connect/followed-shop.fixture.ts';

const startMs = 600_000;
const patient = { timeout: 120_000, interval: 200 };
const words = {
  first: 'the first word of ann',
  second: 'another word of ann',
  own: 'a word of her own here',
};
const right = '200';
const wrong = '401 service_authentication_error';
let shop: FakeShop;
let data: ShopData;
let system: RunningSystem;
let operator: Operator;
let client: Client;

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
  addCustomer(40);
  system = await startSystem({
    env: {
      ...{ WOOCOMMERCE_URL: shop.url, WOOCOMMERCE_CONSUMER_KEY: shop.key.consumerKey },
      ...{ WOOCOMMERCE_CONSUMER_SECRET: shop.key.consumerSecret, CONNECT_EVERY: '1' },
      LOGIN_RATE_LIMIT: '5/900',
    },
  });
  for (const word of Object.values(words)) system.secret(word);
  operator = await operatorOf(system);
  client = await Client.of(system);
}, startMs);
afterAll(async () => {
  await client?.[Symbol.asyncDispose]();
  await operator?.[Symbol.asyncDispose]();
  await system?.stop();
  await shop.end();
}, startMs);

function addCustomer(id: number): void {
  data.save('customers', wooCustomer(id));
  data.setPassword(id, words.first);
}

const emailOf = (id: number) =>
  operator.ask(readAccount, { reference: String(id) }).then(
    ({ account }) => account.email,
    () => null,
  );

/** Logs in by the route of tokens, and returns the verdict. */
const login = async (username: string, password: string) =>
  verdict(await client.send('POST', '/v2/login', { body: { username, password } }));
/** Sends a request with the password in its header. */
const withPassword = async (username: string, password: string, path = '/v2/my-account') =>
  verdict(await client.send('GET', path, { headers: { authorization: basic(username, password) } }));

test('a customer logs in with the password of the shop by every way, and the shop is asked once', async () => {
  await expect.poll(() => emailOf(40), patient).toBe('ann40@shop.example');
  const asked = shop.passwordsAsked;
  expect(await withPassword('ann40@shop.example', words.first)).toBe(right);
  expect(await login('ann40', words.first)).toBe(right);
  const cocart = { headers: { authorization: basic('ann40', words.first) } };
  expect(verdict(await client.send('POST', '/wp-json/cocart/v2/login', cocart))).toBe(right);
  expect(await withPassword('ann40', words.first, '/v2/cart')).toBe(right);
  expect(shop.passwordsAsked).toBe(asked + 1);
  expect(await login('ann40', 'wrong')).toBe(wrong);
});

test('a password that is changed in the shop ends the logins, and the new one works', async () => {
  const { body } = await client.send('POST', '/v2/login', {
    body: { username: 'ann40', password: words.first },
  });
  const headers = { authorization: `Bearer ${body.data.jwt_token}` };
  const withToken = async () => verdict(await client.send('GET', '/v2/my-account', { headers }));
  expect(await withToken()).toBe(right);
  data.setPassword(40, words.second);
  await expect.poll(withToken, patient).toBe(wrong);
  expect(await login('ann40', words.first)).toBe(wrong);
  expect(await login('ann40', words.second)).toBe(right);
});

test('somebody who has just registered in the shop can log in at once', async () => {
  shop.trouble = (path) => (path.includes('/changes') ? { status: 500 } : null);
  addCustomer(41);
  expect(await login('ann41@shop.example', words.first)).toBe(right);
  expect(await emailOf(41)).toBe('ann41@shop.example');
  // The row about the new password comes only now, and ends no login.
  shop.trouble = () => null;
  addCustomer(49);
  await expect.poll(() => emailOf(49), patient).not.toBeNull();
  const asked = shop.passwordsAsked;
  expect(await login('ann41', words.first)).toBe(right);
  expect(shop.passwordsAsked).toBe(asked);
});

test('a shop that takes three seconds for a password lets its customers in, by each way', async () => {
  addCustomer(47);
  addCustomer(48);
  await expect.poll(() => emailOf(48), patient).not.toBeNull();
  shop.trouble = (path) => (path.includes('/password') ? { waitMs: 3_000 } : null);
  expect(await login('ann47', words.first)).toBe(right);
  expect(await withPassword('ann48', words.first)).toBe(right);
  shop.trouble = () => null;
});

test('a shop that is away is 503 for its customers, and nothing hangs', async () => {
  addCustomer(42);
  await expect.poll(() => emailOf(42), patient).not.toBeNull();
  for (const answer of [{ status: 500 }, { waitMs: 60_000 }]) {
    shop.trouble = (path) => (path.includes('/password') ? answer : null);
    const { status, body } = await client.send('POST', '/v2/login', {
      body: { username: 'ann42', password: words.first },
    });
    expect([status, body.data]).toEqual([503, expect.objectContaining({ reason: 'shop', retry_after: 5 })]);
  }
  // A customer whose password is known here notices nothing.
  expect(await login('ann40', words.second)).toBe(right);
  shop.trouble = () => null;
  expect(await login('ann42', words.first)).toBe(right);
});

test("a password that is set here is the account's own from then on", async () => {
  addCustomer(43);
  await expect.poll(() => emailOf(43), patient).not.toBeNull();
  expect(await login('ann43', words.first)).toBe(right);
  await operator.ask(setPassword, { reference: '43', password: words.own });
  data.setPassword(43, words.second);
  addCustomer(44);
  await expect.poll(() => emailOf(44), patient).not.toBeNull();
  expect(await login('ann43', words.own)).toBe(right);
  expect(await login('ann43', words.second)).toBe(wrong);
});

test('a changed e-mail and a deleted customer are followed', async () => {
  addCustomer(45);
  await expect.poll(() => emailOf(45), patient).not.toBeNull();
  data.save('customers', wooCustomer(45, { email: 'new@shop.example' }));
  await expect.poll(() => emailOf(45), patient).toBe('new@shop.example');
  expect(await login('new@shop.example', words.first)).toBe(right);
  data.delete('customers', 45);
  const hasPassword = async () => (await operator.ask(readAccount, { reference: '45' })).account.hasPassword;
  await expect.poll(hasPassword, patient).toBe(false);
  expect(await login('ann45', words.first)).toBe(wrong);
  expect(await emailOf(45)).toBe('new@shop.example');
});

test('the state of the connection names customers and passwords', async () => {
  // Once the first comparison has ended.
  const behind = async () => (await operator.ask(readConnectStatus, {})).status.behindSeconds;
  await expect
    .poll(behind, patient)
    .toMatchObject({ customers: expect.any(Number), passwords: expect.any(Number) });
});

test('a flood of wrong passwords does not reach the shop', async () => {
  addCustomer(46);
  await expect.poll(() => emailOf(46), patient).not.toBeNull();
  const asked = shop.passwordsAsked;
  const verdicts = [];
  for (let n = 0; n < 30; n += 1) verdicts.push(await login('ann46', `guess ${n}`));
  expect(verdicts).toContain('429 service_rate_limited');
  expect(shop.passwordsAsked - asked).toBeLessThanOrEqual(5);
});
