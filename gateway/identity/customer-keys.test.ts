import { beforeAll, expect, test } from 'vitest';
import { natsFixture } from '#testing/engines.ts';
import { consumerKey } from '../testing/consumer-key.ts';
import { GatewayFixture } from '../testing/fixture.ts';

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
