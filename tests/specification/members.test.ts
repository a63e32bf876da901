import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type Account, createAccount } from '#contracts/accounts.ts';
import { createApiKey } from '#contracts/api-keys.ts';
import { setProduct } from '#contracts/catalogue-operators.ts';
import { type Answer, basic, Client, verdict } from '#testing/client.ts';
import { runCli } from '#testing/import-shop.ts';
import { type Operator, operatorOf } from '#testing/operator.ts';
import { retryWhileBusy } from '#testing/retry-while-busy.ts';
import { writeShop } from '#testing/shop.ts';
import { type RunningSystem, startSystem } from '#testing/system.ts';
import { expiredToken } from '../security/expired-token.ts';
import { cartOf } from './shown-cart.ts';
import { productOf } from './shown-products.ts';

const startMs = 600_000;
const password = 'pässwörd: of a member';
const roles = { guy: 'customer', sue: 'customer', wes: 'wholesale', mia: 'shop_manager' } as const;
type Name = keyof typeof roles;

let folder: string;
let system: RunningSystem;
let operator: Operator;
let client: Client;
/**
 * Ids of products: `priced` has role prices, `hidden` is visible only to `wholesale`, `other` is a usual
 * product.
 */
let priced: string;
let hidden: string;
let other: string;
const accounts = {} as Record<Name, Account>;
const tokens = {} as Record<Name, string>;

/**
 * Writes the export of a sample shop that has prices and products for some customer roles. Returns the ids of
 * its products.
 */
async function writeReserved(): Promise<number[]> {
  const ids = await writeShop(folder, 3, { prices: ['10.00', '20.00', '30.00'] });
  const path = join(folder, 'products.json');
  const [first, second, ...rest] = JSON.parse(await readFile(path, 'utf8'));
  const prices = { customer: { regular_price: '9.00' }, wholesale: { regular_price: '7.00' } };
  const meta = (id: number, key: string, value: unknown) => ({ meta_data: [{ id, key, value }] });
  const reserved = [
    { ...first, ...meta(1, '_cartwright_role_prices', prices) },
    { ...second, ...meta(2, '_cartwright_visible_to', ['wholesale']) },
  ];
  await writeFile(path, JSON.stringify([...reserved, ...rest]));
  return ids;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cartwright-members-'));
  system = await startSystem({ env: { LOGIN_RATE_LIMIT: 'off' } });
  await runCli(system.dataDir, ['settings', 'set', 'customer-roles', 'wholesale']);
  [priced, hidden, other] = (await writeReserved()).map(String) as [string, string, string];
  await runCli(system.dataDir, ['import', 'woocommerce', '--from', folder]);
  operator = await operatorOf(system);
  client = await Client.of(system);
  for (const [username, role] of Object.entries(roles)) {
    const person = { username, email: `${username}@example.com`, role, password };
    accounts[username as Name] = (await operator.ask(createAccount, person)).account;
    tokens[username as Name] = (await login(byPassword(username))).jwt_token;
  }
}, startMs);
afterAll(async () => {
  await client?.[Symbol.asyncDispose]();
  await operator?.[Symbol.asyncDispose]();
  await system?.stop();
  await rm(folder, { recursive: true, force: true });
}, startMs);

type Headers = Readonly<Record<string, string>>;
const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` });
/** `by` returns headers with the token of a person, and `byPassword` headers with the password. */
const by = (name: Name): Headers => bearer(tokens[name]);
const byPassword = (name: string): Headers => ({ authorization: basic(name, password) });
const get = (path: string, headers: Headers = {}) => client.send('GET', path, { headers });

async function login(headers: Headers, query = '') {
  const answer = await retryWhileBusy(() => client.send('POST', `/v2/login${query}`, { headers }));
  expect(verdict(answer)).toBe('200');
  return z.looseObject({ jwt_token: z.string(), refresh_token: z.string() }).parse(answer.body.data);
}

/** Returns a key pair of the shop with all permissions. */
async function pair(): Promise<Headers> {
  const asked = { permissions: 'read_write' as const, description: 'a test', user: null };
  const { consumerKey, consumerSecret } = await operator.ask(createApiKey, asked);
  return { authorization: basic(consumerKey, consumerSecret) };
}

const items = (answer: Answer) =>
  Object.values(cartOf(answer).items).map(({ id, quantity, price }) => [String(id), quantity.value, price]);

const add = (id: string, headers: Headers = {}, members = {}) =>
  client.send('POST', '/v2/cart/add-item', { headers, body: { id, ...members } });

/** Returns the key of a new guest's cart with a quantity of a product. */
async function guestCart(id: string, quantity: string): Promise<string> {
  return cartOf(await add(id, {}, { quantity })).cart_key;
}

test('[1 carts] a guest’s cart is found by its key, a customer’s by the account', async () => {
  const key = await guestCart(other, '2');
  expect(items(await get(`/v2/cart?cart_key=${key}`))).toEqual([[other, 2, '$30.00']]);
  const own = cartOf(await add(other, by('guy')));
  expect([own.cart_key, key]).toEqual([String(accounts.guy.id), expect.stringMatching(/^t_/)]);
  await client.send('POST', '/v2/cart/clear', { headers: by('guy') });
});

test('[1 login] a password and a bearer token log in', async () => {
  const { jwt_token: token } = await login(byPassword('guy'));
  await login(bearer(token));
});

test('[1 sessions] a key pair lists carts; customers and guests cannot', async () => {
  const key = await guestCart(other, '1');
  const { body } = await get('/v2/sessions', await pair());
  expect(body).toContainEqual(expect.objectContaining({ session_key: key }));
  const refused = [await get('/v2/sessions'), await get('/v2/sessions', by('guy'))];
  expect(refused.map(verdict)).toEqual(['401 service_rest_not_authorized', '403 service_rest_cannot_view']);
});

test("[1 rule 2] a customer's own cart and what is reserved are for the identified alone", async () => {
  const [asGuest, asCustomer] = [
    await get(`/v2/products/${hidden}`),
    await get(`/v2/products/${hidden}`, by('guy')),
  ];
  expect([asGuest, asCustomer].map(verdict)).toEqual(Array(2).fill('404 service_product_invalid_id'));
  expect(productOf((await get(`/v2/products/${hidden}`, by('wes'))).body).id).toBe(Number(hidden));
  const listed = async (headers: Headers) =>
    (await get('/v2/products', headers)).body.products.map(({ id }: { id: number }) => String(id)).sort();
  expect([await listed({}), await listed(by('guy')), await listed(await pair())]).toEqual(
    Array(3).fill([priced, other]),
  );
  expect([await listed(by('wes')), await listed(by('mia'))]).toEqual(Array(2).fill([priced, hidden, other]));
  const added = [await add(hidden), await add(hidden, by('guy')), await add('999999')];
  expect(added.map(verdict)).toEqual(Array(3).fill('400 service_invalid_product'));
  const [unseen, , unknown] = added;
  expect(unseen?.body).toEqual(unknown?.body);
  const key = String(accounts.guy.id);
  expect(verdict(await get(`/v2/cart?cart_key=${key}`))).toMatch(/^4/);
});

test('[4.2 GET /v2/cart Authorization] a password or a token opens the cart of its customer', async () => {
  for (const headers of [byPassword('sue'), by('sue')]) {
    expect(cartOf(await retryWhileBusy(() => get('/v2/cart', headers))).cart_key).toBe(
      String(accounts.sue.id),
    );
  }
  const wrong = await retryWhileBusy(() => get('/v2/cart', { authorization: basic('sue', 'wrong') }));
  expect(verdict(wrong)).toBe('401 service_authentication_error');
});

test('[4.2 add-item price] a key pair gives an item a price', async () => {
  const cart = cartOf(await add(other, await pair(), { price: '3.50' }));
  expect(Object.values(cart.items)).toMatchObject([{ price: '$3.50' }]);
  // When the quantity changes, the item loses the price that the key pair gave it. Otherwise anybody with the
  // cart key could buy more pieces at this price.
  const more = await add(other, { 'cart-key': cart.cart_key }, { quantity: '99' });
  expect(items(more)).toEqual([[other, 100, '$30.00']]);
});

test("[5 customer's own cart] is closed without the customer’s credentials", async () => {
  expect(items(await add(other, by('sue')))).toEqual([[other, 1, '$30.00']]);
  const key = String(accounts.sue.id);
  const answers = [
    await get(`/v2/cart?cart_key=${key}`),
    await get(`/v2/cart?cart_key=${key}`, by('guy')),
    await get('/v2/cart', { 'cart-key': key }),
  ];
  for (const { body } of answers) expect(JSON.stringify(body)).not.toContain('sue@example.com');
  expect(answers.map(({ body }) => Object.keys(body.items ?? {}).length)).toEqual([0, 0, 0]);
  expect(items(await get('/v2/cart', by('sue')))).toEqual([[other, 1, '$30.00']]);
  await client.send('POST', '/v2/cart/clear', { headers: by('sue') });
});

test("[5 rule 6] a guest's items go to the customer once, at the customer's prices; the key is dead", async () => {
  const key = await guestCart(priced, '2');
  expect(items(await get(`/v2/cart?cart_key=${key}`))).toEqual([[priced, 2, '$10.00']]);
  await login(byPassword('sue'), `?cart_key=${key}`);
  expect(items(await get('/v2/cart', by('sue')))).toEqual([[priced, 2, '$9.00']]);
  expect(items(await get(`/v2/cart?cart_key=${key}`, by('sue')))).toEqual([[priced, 2, '$9.00']]);
  const next = cartOf(await get(`/v2/cart?cart_key=${key}`));
  expect([next.item_count, next.cart_key === key]).toEqual([0, false]);
  const second = await guestCart(priced, '1');
  expect(items(await get('/v2/cart', { ...by('sue'), 'cart-key': second }))).toEqual([[priced, 3, '$9.00']]);
  await client.send('POST', '/v2/cart/clear', { headers: by('sue') });
});

test('[5 rule 7] a customer finds the same cart everywhere; a guest without a key gets a new one', async () => {
  await add(other, by('sue'), { quantity: '4' });
  const phone = byPassword('sue@example.com');
  for (const headers of [by('sue'), byPassword('sue'), phone]) {
    expect(items(await retryWhileBusy(() => get('/v2/cart', headers)))).toEqual([[other, 4, '$30.00']]);
  }
  expect(cartOf(await get('/v2/cart')).item_count).toBe(0);
  await client.send('POST', '/v2/cart/clear', { headers: by('sue') });
});

test('[5 member prices] are shown only to identified users, in products, lists and carts', async () => {
  const ways: [Headers, string][] = [
    [{}, '10.00'],
    [by('guy'), '9.00'],
    [by('wes'), '7.00'],
    [byPassword('wes'), '7.00'],
    [by('mia'), '10.00'],
    [await pair(), '10.00'],
    [{}, '10.00'],
  ];
  for (const [headers, price] of ways) {
    const ask = (path: string) => retryWhileBusy(() => get(path, headers));
    const product = productOf((await ask(`/v2/products/${priced}`)).body);
    expect(product.prices.price).toBe(price);
    expect((await ask(`/v1/products/${priced}`)).body.price).toBe(price);
    const { body } = await ask(`/v2/products?max_price=${price}&min_price=${price}`);
    expect(body.products).toMatchObject([{ id: Number(priced), prices: { price } }]);
    expect((await ask('/v2/products?max_price=8')).body.total_products).toBe(price === '7.00' ? 1 : 0);
  }
  const cart = cartOf(await add(priced, by('wes'), { quantity: '2' }));
  expect(Object.values(cart.items)).toMatchObject([{ price: '$7.00', totals: { subtotal: 14 } }]);
  await client.send('POST', '/v2/cart/clear', { headers: by('wes') });
});

test('[5 member prices] an item that becomes hidden is removed from the cart, with one notice', async () => {
  expect(items(await add(hidden, by('wes')))).toEqual([[hidden, 1, '$20.00']]);
  const show = (visibleTo: string[]) =>
    operator.ask(setProduct, { reference: hidden, change: { visibleTo } });
  await show(['administrator']);
  const left = async () => cartOf(await get('/v2/cart', by('wes')));
  await expect.poll(async () => (await left()).item_count).toBe(0);
  await show(['wholesale']);
  await expect.poll(async () => verdict(await add(hidden, by('wes')))).toBe('200');
  await show(['administrator']);
  const notices: unknown[] = [];
  await expect
    .poll(async () => {
      const cart = await left();
      if (cart.notices.error) notices.push(...cart.notices.error);
      return [cart.item_count, cart.notices.error ?? []];
    })
    .toEqual([0, []]);
  expect(notices).toEqual([expect.stringContaining('has been removed from your cart')]);
  await show(['wholesale']);
});

test('[5 rule 8 tokens] a token expires; a refresh token is exchanged for a new pair', async () => {
  const ended = bearer(await expiredToken(system, accounts.sue.id));
  expect(verdict(await get('/v2/cart', ended))).toBe('401 service_authentication_error');
  const { jwt_token: first, refresh_token } = await login(byPassword('sue'));
  const { body } = await client.send('POST', '/jwt/refresh-token', { body: { refresh_token } });
  const next = z.looseObject({ token: z.string(), refresh_token: z.string() }).parse(body);
  expect([next.token === first, next.refresh_token === refresh_token]).toEqual([false, false]);
  expect(cartOf(await get('/v2/cart', bearer(next.token))).cart_key).toBe(String(accounts.sue.id));
});

test('[9.1 cart, login, terms, sessions] exist under /v2', async () => {
  const statuses = [
    await get('/v2/cart'),
    await retryWhileBusy(() => client.send('POST', '/v2/login', { headers: by('guy') })),
    await get('/v2/products/categories'),
    await get('/v2/sessions', await pair()),
  ].map(({ status }) => status);
  expect(statuses).toEqual([200, 200, 200, 200]);
});
