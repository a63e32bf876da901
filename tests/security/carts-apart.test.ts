import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { type Answer, basic, each } from '#testing/client.ts';
import { shareOf } from '#testing/length.ts';
import { routes } from '../../gateway/routes/all-routes.ts';
import { unique } from './people.ts';
import { requestOf } from './requests.ts';
import { nameOf } from './rules.ts';
import { openSystemWithCallers } from './system-with-callers.ts';

const fixture = openSystemWithCallers();
/** A text that only the customer's cart contains. */
const mark = unique();

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Returns the customer's cart as the customer sees it. */
async function cartOf(token: string): Promise<unknown> {
  const { headers, body } = await fixture.send('GET', '/v2/cart', { headers: bearer(token) });
  return { revision: headers.etag, items: body.items, customer: body.customer };
}

beforeAll(async () => {
  const body = {
    id: String(fixture.products[0]),
    item_data: { engraving: mark },
    email: `${mark}@example.com`,
  };
  const headers = bearer(fixture.customer.token);
  expect((await fixture.send('POST', '/v2/cart/add-item', { headers, body })).status).toBe(200);
});

/** Returns callers with valid credentials of their own who try to reach the customer's cart. */
function intruders(): Readonly<Record<string, Record<string, string>>> {
  const { other, pairs } = fixture;
  return {
    nobody: {},
    'another customer': bearer(other.token),
    "another customer's key pair": {
      authorization: basic(pairs.customers_read_write.key, pairs.customers_read_write.secret),
    },
    'a key pair of the shop': { authorization: basic(pairs.write.key, pairs.write.secret) },
  };
}

/** Returns the ways in which a request could name the cart or its owner. */
function namings(): Readonly<
  Record<string, { headers?: Record<string, string>; query?: string; body?: object }>
> {
  const { id, username, email, token } = fixture.customer;
  const key = String(id);
  const claim = {
    kind: 'customer',
    account: id,
    cart: key,
    manages: 'read_write',
    audience: 'administrator',
  };
  const userHeaders = [
    'x-user-id',
    'x-wp-user',
    'x-user',
    'x-wcpay-platform-checkout-user',
    'x-customer-id',
    'x-account',
  ];
  return {
    'the query': { query: `cart_key=${key}` },
    'the query twice': { query: `cart_key=${key}&cart_key=${unique()}` },
    'the query as a list': { query: `cart_key[]=${key}` },
    'the query with blanks': { query: `cart_key=%20${key}%20` },
    'the query with leading noughts': { query: `cart_key=0${key}` },
    'the query in other digits': {
      query: `cart_key=${encodeURIComponent(key.replace(/\d/g, (d) => String.fromCodePoint(0xff10 + Number(d))))}`,
    },
    'the header Cart-Key': { headers: { 'cart-key': key } },
    'the header CoCart-API-Cart-Key': { headers: { 'cocart-api-cart-key': key } },
    'both headers': { headers: { 'cart-key': unique(), 'cocart-api-cart-key': key } },
    'the body': { body: { cart_key: key, customer_id: id, user_id: id, claim } },
    'other parameters': {
      query: `customer=${key}&customer_id=${key}&user_id=${key}&session=${key}&id=${key}`,
    },
    'headers about users': { headers: Object.fromEntries(userHeaders.map((name) => [name, key])) },
    'a name without a secret': {
      headers: { 'x-forwarded-user': username, 'remote-user': email, from: email },
    },
    'the claim of the bus': { headers: { claim: JSON.stringify(claim), 'x-claim': JSON.stringify(claim) } },
    cookies: { headers: { cookie: `cart_key=${key}; token=${token}; wordpress_logged_in=${username}` } },
    'a method in a header': {
      headers: { 'x-http-method-override': 'DELETE' },
      query: `cart_key=${key}&_method=DELETE`,
    },
  };
}

/**
 * Routes about carts and accounts, without routes of managers (matrix.test.ts) and logouts, which would end the
 * login of the intruder.
 */
const aboutCarts = routes.filter(
  ({ kind, path }) => ['cart', 'live', 'account'].includes(kind) && !/logout|get-cart\/customer/.test(path),
);

/** Returns whether an answer contains data of the customer's cart. */
function leaks(answer: Answer): boolean {
  return JSON.stringify([answer.headers, answer.body]).includes(mark);
}

test('no request gives access to another customer’s cart, on any route', async () => {
  const before = await cartOf(fixture.customer.token);
  const cases = Object.entries(intruders()).flatMap(([who, credentials], intruder) =>
    Object.entries(namings()).flatMap(([naming, sent], index) =>
      // In the short form, each route is tried with each way to name the cart, but only by one of the four intruders.
      shareOf(aboutCarts, intruder + index, 4).map((route) => ({
        route,
        sent,
        credentials,
        name: `${nameOf(route)} by ${who}, ${naming}`,
      })),
    ),
  );
  const found = await each(cases, async ({ route, sent, credentials, name }) => {
    const { method, path, body } = requestOf(route, String(fixture.customer.id), fixture.products[1] ?? 0);
    const [bare = ''] = path.split('?');
    const answer = await fixture.send(method, sent.query ? `${bare}?${sent.query}` : bare, {
      headers: { ...credentials, ...sent.headers },
      body: body === undefined ? undefined : { ...(body as object), ...sent.body },
    });
    if (leaks(answer)) return `${name} tells`;
    return answer.status === 500 ? `${name}: 500` : null;
  });
  expect(found.filter(Boolean)).toEqual([]);
  expect(await cartOf(fixture.customer.token)).toEqual(before);
}, 600_000);

test('no request inside a batch gives access to another customer’s cart', async () => {
  const before = await cartOf(fixture.customer.token);
  const { id } = fixture.customer;
  const inner = [
    { method: 'GET', path: `/v2/cart?cart_key=${id}` },
    { method: 'GET', path: '/v2/cart', headers: { 'cart-key': String(id) } },
    { method: 'GET', path: '/v2/cart', headers: bearer(fixture.customer.token) },
    { method: 'GET', path: '/v2/cart', headers: { Claim: JSON.stringify({ cart: String(id) }) } },
    { method: 'POST', path: `/v2/cart/clear?cart_key=${id}` },
    { method: 'POST', path: '/v2/cart/clear', body: { cart_key: String(id) } },
    { method: 'POST', path: '/v2/cart/clear', headers: bearer(fixture.customer.token) },
    { method: 'GET', path: `/v1/get-cart/${id}` },
    { method: 'GET', path: `/v1/get-cart/customer/${id}` },
    { method: 'DELETE', path: `/v2/sessions/${id}` },
    { method: 'DELETE', path: `/v2/session/${id}` },
    { method: 'POST', path: '/v2/../v2/cart/clear' },
  ];
  const cases = Object.values(intruders()).flatMap((credentials) =>
    inner.flatMap((one) => [
      { credentials, query: '', one },
      { credentials, query: `?cart_key=${id}`, one },
    ]),
  );
  const found = await each(cases, async ({ credentials, query, one }) => {
    const requests = [{ body: {}, ...one }];
    const answer = await fixture.send('POST', `/batch${query}`, {
      headers: credentials,
      body: { requests },
    });
    return leaks(answer) || answer.status === 500 ? [one, answer.status, answer.body] : null;
  });
  expect(found.filter(Boolean)).toEqual([]);
  expect(await cartOf(fixture.customer.token)).toEqual(before);
});

test('the Idempotency-Key of another caller reveals nothing, and the owner can still use it', async () => {
  const { send, customer, other, products } = fixture;
  const key = randomUUID();
  const body = { id: String(products[0]), item_data: { engraving: unique() }, quantity: '2' };
  const of = (token: string) => ({ headers: { ...bearer(token), 'idempotency-key': key }, body });
  const first = await send('POST', '/v2/cart/add-item', of(customer.token));
  const second = await send('POST', '/v2/cart/add-item', of(other.token));
  const guest = await send('POST', '/v2/cart/add-item', { headers: { 'idempotency-key': key }, body });
  expect([first.status, second.status, guest.status]).toEqual([200, 200, 200]);
  expect([leaks(second), leaks(guest)]).toEqual([false, false]);
  expect([second.body.item_count, guest.body.item_count]).toEqual([2, 2]);
  expect(guest.body.cart_key).not.toBe(second.body.cart_key);
});

test('a guessed key opens no cart, and issued keys are too long to guess', async () => {
  const key = await fixture.guestCart();
  const near = [
    key.slice(0, -1),
    `${key}0`,
    key.slice(2),
    `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`,
  ];
  for (const guess of near) {
    const { body } = await fixture.send('GET', `/v2/cart?cart_key=${guess}`);
    expect([guess === key, body.item_count]).toEqual([false, 0]);
  }
  // The first 26 digits of base 32 are 130 random bits. The other digits are a MAC of the random bits.
  expect(key).toMatch(/^t_[0-9a-v]{40}$/);
});
