import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { natsFixture } from '#testing/engines.ts';
import { consumerKey } from '#testing/gateway/consumer-key.ts';
import { GatewayFixture } from '#testing/gateway/fixture.ts';
import { issuedKey } from '#testing/gateway/issued-key.ts';
import { testGuestKeySecret } from '#testing/guest-key-secret.ts';
import { dialects } from '../views/dialects.ts';
import { GuestKeys } from './cart-keys.ts';

const keys = new GuestKeys(testGuestKeySecret, 'any');
const chosenKey = 'a-key-that-somebody-chose';

test('an issued key has at most 42 characters, is recognised, and is unique', () => {
  const issued = Array.from({ length: 500 }, () => keys.issue());
  expect(new Set(issued).size).toBe(500);
  for (const key of issued) {
    expect(key).toMatch(/^t_[a-z0-9_-]{16,40}$/);
    expect(keys.isIssued(key)).toBe(true);
  }
  expect(issuedKey('the same')).toBe(issuedKey('the same'));
});

test('a key with a changed character, of another secret or of another form is not recognised as issued', () => {
  const key = keys.issue();
  for (let at = 0; at < key.length; at += 1) {
    const other = key[at] === 'a' ? 'b' : 'a';
    expect(keys.isIssued(key.slice(0, at) + other + key.slice(at + 1)), `character ${at}`).toBe(false);
  }
  const ofOtherSecret = new GuestKeys('another-secret-0123456789abcdef012', 'any').issue();
  for (const other of [
    ofOtherSecret,
    `t_${'0'.repeat(32)}`,
    chosenKey,
    '',
    `${key}0`,
    key.slice(0, -1),
    `x${key}`,
  ]) {
    expect(keys.isIssued(other)).toBe(false);
  }
});

test('a CoCart mount accepts chosen keys unless GUEST_KEYS forbids them; the root accepts issued keys only', () => {
  const strict = new GuestKeys(testGuestKeySecret, 'issued');
  const { cocart, service } = dialects;
  const mayCreate = (one: GuestKeys, dialect: typeof cocart) => one.mayCreateCart(chosenKey, { dialect });
  expect([mayCreate(keys, cocart), mayCreate(keys, service)]).toEqual([true, false]);
  expect([mayCreate(strict, cocart), mayCreate(strict, service)]).toEqual([false, false]);
  expect(strict.mayCreateCart(keys.issue(), { dialect: cocart })).toBe(true);
});

describe('a request', () => {
  const site = new GatewayFixture(natsFixture());
  const lookups = () => site.fakes.count('cart.cart-exists');
  beforeEach(() => {
    site.fakes.cartExists = false;
  });

  /** Returns the cart key of the answer. Checks that both headers and the body have the same key. */
  async function keyAfter(path: string, headers: Record<string, string> = {}): Promise<string> {
    const { status, headers: answered, body } = await site.get(path, headers);
    expect(status).toBe(200);
    const key = String(answered.get('cart-key'));
    expect([answered.get('cocart-api-cart-key'), body.cart_key]).toEqual([key, key]);
    return key;
  }

  test('keeps an issued key without a lookup, even if it has no cart', async () => {
    const key = await keyAfter('/v2/cart');
    expect(keys.isIssued(key)).toBe(true);
    expect(await keyAfter(`/v2/cart?cart_key=${key}`)).toBe(key);
    expect(await keyAfter('/v2/cart', { 'Cart-Key': key.toUpperCase() })).toBe(key);
    expect((await site.post(`/v2/cart?cart_key=${key}`, {})).body.cart_key).toBe(key);
    expect(lookups()).toBe(0);
  });

  test('with a key that was not issued gets a new key, in headers, body and claim', async () => {
    const issued = await keyAfter('/v2/cart');
    const forged = issued.slice(0, -1) + (issued.endsWith('0') ? '1' : '0');
    for (const given of [chosenKey, forged, `t_${'0'.repeat(32)}`]) {
      const key = await keyAfter(`/v2/cart?cart_key=${given}`);
      expect(key).not.toBe(given);
      expect(keys.isIssued(key)).toBe(true);
      const { claim } = site.fakes.last.context;
      expect(claim).toMatchObject({ cart: key, carried: '' });
    }
    expect(lookups()).toBe(3);
    const written = await site.add({ id: '13' }, { 'Cart-Key': chosenKey });
    expect(keys.isIssued(String(written.headers.get('cart-key')))).toBe(true);
    const created = await site.post(`/v2/cart?cart_key=${chosenKey}`, {});
    expect(keys.isIssued(created.body.cart_key)).toBe(true);
  });

  test('keeps the key of an existing cart, issued or not', async () => {
    site.fakes.cartExists = true;
    expect(await keyAfter(`/v2/cart?cart_key=${chosenKey}`)).toBe(chosenKey);
    expect(lookups()).toBe(1);
    expect(site.fakes.heard.at(-2)?.request).toEqual({ key: chosenKey });
  });

  test('with a key that was not issued in a path of v1 or in a batch gets a new key', async () => {
    const byPath = await site.get(`/v1/get-cart/${chosenKey}`);
    expect([byPath.status, byPath.headers.get('cart-key')]).not.toContain(chosenKey);
    const requests = [{ method: 'GET', path: `/v2/cart?cart_key=${chosenKey}` }];
    const batch = await site.post('/batch', { requests });
    expect(JSON.stringify(batch.body)).not.toContain(chosenKey);
    expect(keys.isIssued(String(site.fakes.last.context.claim?.cart))).toBe(true);
  });

  test('on a CoCart mount keeps a chosen key without a lookup', async () => {
    expect(await keyAfter(`/wp-json/cocart/v2/cart?cart_key=${chosenKey}`)).toBe(chosenKey);
    expect(lookups()).toBe(0);
  });
});

describe('a request where GUEST_KEYS is issued', () => {
  const site = new GatewayFixture(natsFixture(), { GUEST_KEYS: 'issued' });

  test('on a CoCart mount with a chosen key gets a new key', async () => {
    site.fakes.cartExists = false;
    const { body } = await site.get(`/wp-json/cocart/v2/cart?cart_key=${chosenKey}`);
    expect(keys.isIssued(body.cart_key)).toBe(true);
  });
});

const site = new GatewayFixture(natsFixture(), { TRUSTED_PROXIES: '127.0.0.1' });
const guestsKey = 'a_client-s_own_key_01';
/** Headers of a proxy whose client uses HTTPS. */
const secure = { 'X-Forwarded-Proto': 'https' };
const pair = { ...secure, Authorization: `Basic ${btoa(`${consumerKey('1')}:secret`)}` };

beforeAll(() => {
  for (const id of ['7', '8']) site.fakes.auth.ids.add(id);
  const identity = { account: null, role: null, manages: 'read_write', trusted: true } as const;
  site.fakes.auth.known.set(`${consumerKey('1')}:secret`, identity);
});
const bearer = async (account: number) => ({
  ...secure,
  Authorization: `Bearer ${await site.fakes.auth.token(account)}`,
});
const cartOperations = () =>
  site.fakes.heard.map(({ operation }) => operation).filter((name) => /^cart\./.test(name));

test.each([
  ['the query', '?cart_key=7', {}],
  ['Cart-Key', '', { 'Cart-Key': '7' }],
  ['CoCart-API-Cart-Key', '', { 'CoCart-API-Cart-Key': ' 7 ' }],
  ['a query beside the cart key of a guest', '?cart_key=7', { 'Cart-Key': guestsKey }],
])('the id of a customer as cart key is refused for other callers: %s', async (_where, query, headers) => {
  for (const who of [{}, pair, await bearer(8)]) {
    const read = await site.get(`/v2/cart${query}`, { ...headers, ...who });
    const written = await site.add({ id: '13' }, { ...headers, ...who }, `/v2/cart/add-item${query}`);
    for (const { status, body } of [read, written]) {
      expect([status, body.code]).toEqual([403, 'service_must_authenticate_user']);
    }
  }
  expect(cartOperations()).toEqual([]);
});

test('the own id of a customer as cart key is refused', async () => {
  const customer = await bearer(7);
  for (const [path, headers] of [
    ['/wp-json/cocart/v2/cart?cart_key=7', customer],
    ['/wp-json/cocart/v2/cart', { ...customer, 'Cart-Key': '7' }],
  ] as const) {
    const { status, body } = await site.get(path, headers);
    expect([status, body.code]).toEqual([403, 'cocart_already_authenticating_user']);
  }
});

test.each(['9', '12345678901234567890', '007', '0', '7x'])(
  '%s is no id of an account, so it is ignored as cart key',
  async (key) => {
    const { status, body } = await site.get(`/v2/cart?cart_key=${key}`);
    expect([status, body.cart_key]).toEqual([200, expect.stringMatching(/^t_/)]);
  },
);
