import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { issuedKey } from '#testing/gateway/issued-key.ts';
import { lengthOf } from '#testing/length.ts';
import { retryWhileBusy } from '#testing/retry-while-busy.ts';
import { type RunningSystem, startSystem } from '#testing/system.ts';
import { testReadme } from './readme-purchase.fixture.ts';

const guestSeconds = 4_800;
const routes = ['', '/items', '/items/count', '/totals', '/mini', '/removed-items', '/cross-sells'];
/** Number of times that the tests read each route, for an unchanged cart and for an unknown key. */
const rounds = lengthOf(40, 150);

let system: RunningSystem;
let redis: Redis;
let writeCommands: Set<string>;

beforeAll(async () => {
  // The sweep interval is longer than the tests, so that only reads can cause writes.
  const env = { GUEST_CART_TTL: String(guestSeconds), CART_SWEEP_INTERVAL: '3600' };
  system = await startSystem({ demo: true, replicas: { cart: 3 }, env });
  redis = new Redis(system.redisUrl);
  const commands = await redis.call('COMMAND', 'LIST', 'FILTERBY', 'ACLCAT', 'write');
  writeCommands = new Set(commands as string[]);
}, 600_000);
afterAll(async () => {
  redis.disconnect();
  await system.stop();
});

/** Adds an item to a cart, and waits until the outbox is published. */
async function addItem(key: string): Promise<void> {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' } };
  const answer = await fetch(`${system.httpUrl}/v2/cart/add-item?cart_key=${key}`, {
    ...init,
    body: JSON.stringify({ id: '101', quantity: '1' }),
  });
  expect(answer.status).toBe(200);
  const outboxLength = async () => {
    const outboxes = await redis.keys('*:outbox');
    const lengths = await Promise.all(outboxes.map((outbox) => redis.xlen(outbox)));
    return lengths.reduce((sum, length) => sum + length, 0);
  };
  await expect.poll(outboxLength).toBe(0);
}

const get = (path: string) => fetch(system.httpUrl + path).then((answer) => answer.text().then(() => answer));

/**
 * Returns how often Redis ran each write command. SET is not counted, because every replica sets a probe key
 * once a second. The function `keys` detects a SET that creates any other key.
 */
async function writes(): Promise<Map<string, number>> {
  const stats = (await redis.info('commandstats')).matchAll(/^cmdstat_([^:|]+)\S*?:calls=(\d+)/gm);
  const counted = [...stats].map(([, name = '', calls]) => [name, Number(calls)] as const);
  return new Map(counted.filter(([name]) => writeCommands.has(name) && name !== 'set'));
}

/** Returns all keys except the probe keys of the replicas. */
const keys = async () => (await redis.keys('*')).filter((key) => !key.endsWith(':probe')).sort();

test('reads of an unchanged cart and of an unknown key through three replicas write nothing', async () => {
  const [stored, unknown] = [issuedKey('settled'), issuedKey('unknown')];
  await addItem(stored);
  const [before, keysBefore] = [await writes(), await keys()];
  for (let round = 0; round < rounds; round += 1) {
    const paths = routes.flatMap((route) =>
      [stored, unknown].map((key) => `/v2/cart${route}?cart_key=${key}`),
    );
    const answers = await Promise.all(paths.map((path) => retryWhileBusy(() => get(path))));
    for (const answer of answers) expect(answer.status).toBeLessThan(500);
  }
  expect(await writes()).toEqual(before);
  // Only new keys are compared, because keys may expire during the test.
  expect((await keys()).filter((key) => !keysBefore.includes(key))).toEqual([]);
  expect(keysBefore.filter((key) => key.includes(unknown))).toEqual([]);
}, 600_000);

test('the first read after the renewal time renews the cart, and its headers have the new expiry', async () => {
  const key = issuedKey('renewed');
  await addItem(key);
  const [name = ''] = await redis.keys(`*:cart:${key}`);
  // A read renews a guest's cart if less than 1/48 of the cart's lifetime is left.
  await redis.expire(name, guestSeconds / 48 - 10);
  const before = await writes();
  const { headers } = await get(`/v2/cart?cart_key=${key}`);
  const now = Date.now() / 1_000;
  const end = Number(headers.get('cart-expiration'));
  expect(Math.abs(end - now - guestSeconds)).toBeLessThan(10);
  expect(end - Number(headers.get('cart-expiring'))).toBe(guestSeconds / 48);
  expect(Number(await redis.expiretime(name)) - end).toBeLessThanOrEqual(1);
  const [pexpireat = 0, zadd = 0] = ['pexpireat', 'zadd'].map((command) => before.get(command));
  before.set('pexpireat', pexpireat + 1).set('zadd', zadd + 1);
  for (const route of routes) await get(`/v2/cart${route}?cart_key=${key}`);
  // `before` already includes the EXPIRE of this test. All reads together add only one renewal: PEXPIREAT and ZADD.
  expect(await writes()).toEqual(before);
});

// These tests are here, because they need the same system. Product 101 stays in the shop.
testReadme(() => system);
