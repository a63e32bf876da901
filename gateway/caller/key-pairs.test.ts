import { beforeAll, describe, expect, test } from 'vitest';
import { natsFixture } from '#testing/engines.ts';
import { consumerKey } from '#testing/gateway/consumer-key.ts';
import { GatewayFixture } from '#testing/gateway/fixture.ts';

const site = new GatewayFixture(natsFixture(), { TRUSTED_PROXIES: '127.0.0.1' });
const cocart = '/wp-json/cocart';
const guestsKey = 'a_client-s_own_key_01';

/** Returns the headers of an HTTPS request with a key pair, as a proxy forwards the request. */
const pair = (name: string) => ({
  'X-Forwarded-Proto': 'https',
  Authorization: `Basic ${btoa(`${consumerKey(name)}:secret`)}`,
});
const customers = pair('42');
const bosss = pair('43');
const shops = pair('1');

beforeAll(() => {
  const { known, ids } = site.fakes.auth;
  for (const id of ['7', '42', '43']) ids.add(id);
  const trusted = true;
  const customer = { account: 42, role: 'customer', manages: 'nothing', trusted } as const;
  const boss = { account: 43, role: 'administrator', manages: 'read_write', trusted } as const;
  const shop = { account: null, role: null, manages: 'read_write', trusted } as const;
  const all = { permissions: 'read_write' } as const;
  known.set(`${consumerKey('42')}:secret`, { ...customer, ...all });
  known.set(`${consumerKey('43')}:secret`, { ...boss, ...all });
  known.set(`${consumerKey('1')}:secret`, { ...shop, ...all });
  known.set(`${consumerKey('44')}:secret`, { ...customer, permissions: 'read' });
  known.set(`${consumerKey('45')}:secret`, { ...customer, permissions: 'write' });
});

const claim = () => site.fakes.last.context.claim;

describe('on the CoCart mount, without a cart key', () => {
  test('a key pair of a person uses the cart of that person', async () => {
    for (const version of ['v1', 'v2']) {
      const path = version === 'v1' ? '/v1/get-cart' : '/v2/cart';
      const { status, headers } = await site.get(cocart + path, customers);
      expect([status, headers.get('Cart-Key')]).toEqual([200, '42']);
    }
    const { status } = await site.add({ id: '13' }, customers, `${cocart}/v2/cart/add-item`);
    expect([status, claim()]).toEqual([
      200,
      expect.objectContaining({
        kind: 'customer',
        account: 42,
        cart: '42',
        carried: '',
        audience: 'customer',
      }),
    ]);
  });

  test('the pair may be in the query', async () => {
    const query = `consumer_key=${consumerKey('42')}&consumer_secret=secret`;
    const { body } = await site.get(`${cocart}/v2/cart?${query}`, { 'X-Forwarded-Proto': 'https' });
    expect(body.cart_key).toBe('42');
  });

  test('it keeps the rights of a key pair', async () => {
    await site.add({ id: '13', price: '1.00' }, bosss, `${cocart}/v2/cart/add-item`);
    expect(claim()).toMatchObject({ cart: '43', setsPrices: true, setsFees: true });
    await site.add({ id: '13' }, customers, `${cocart}/v2/cart/add-item`);
    expect(claim()).toMatchObject({ cart: '42', setsPrices: false, setsFees: false });
  });

  test.each([
    ['a key pair of the shop', shops],
    ['one that may only read', pair('44')],
    ['one that may only write', pair('45')],
  ])('%s acts for a new guest', async (_who, headers) => {
    const { body } = await site.get(`${cocart}/v2/cart`, headers);
    expect([body.cart_key, claim()]).toEqual([
      expect.stringMatching(/^t_/),
      expect.objectContaining({ kind: 'guest', audience: 'public' }),
    ]);
  });

  test('a new cart is a guest’s', async () => {
    const { body } = await site.post(`${cocart}/v2/cart`, {}, customers);
    expect(body.cart_key).toMatch(/^t_/);
  });

  test('the stream of a cart needs a cart key', async () => {
    const { status, body } = await site.get(`${cocart}/v2/cart/events`, customers);
    expect([status, body.code]).toEqual([400, 'rest_missing_callback_param']);
  });
});

describe('with a cart key', () => {
  test('a key pair of a person acts for that guest, and transfers nothing', async () => {
    for (const mount of ['', cocart]) {
      const { status } = await site.get(`${mount}/v2/cart?cart_key=${guestsKey}`, customers);
      expect([status, claim()]).toEqual([
        200,
        expect.objectContaining({ kind: 'guest', cart: guestsKey, carried: '' }),
      ]);
    }
  });

  test('the number of the person is the cart of that person on the CoCart mount only', async () => {
    const headers = { ...customers, 'Cart-Key': '42' };
    expect((await site.get(`${cocart}/v2/cart?cart_key=42`, headers)).body.cart_key).toBe('42');
    expect((await site.get('/v2/cart?cart_key=42', headers)).status).toBe(403);
  });

  test('the number of somebody else is refused', async () => {
    for (const mount of ['', cocart]) {
      for (const headers of [customers, bosss, shops]) {
        const { status, body } = await site.get(`${mount}/v2/cart?cart_key=7`, headers);
        expect([status, body.code]).toEqual([403, expect.stringMatching(/_must_authenticate_user$/)]);
      }
    }
  });
});

test('on the root a key pair of a person acts for a new guest', async () => {
  const { body } = await site.get('/v2/cart', customers);
  expect([body.cart_key, claim()]).toEqual([
    expect.stringMatching(/^t_/),
    expect.objectContaining({ kind: 'guest' }),
  ]);
});

test('a login with a key pair logs the person in, as before', async () => {
  await site.send('POST', `${cocart}/v2/login`, { headers: customers });
  expect(site.fakes.last).toMatchObject({ operation: 'auth.log-in', request: { account: 42 } });
});
