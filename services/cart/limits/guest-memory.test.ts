import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { nobody } from '#contracts/claim.ts';
import { redisFixture } from '#testing/engines.ts';
import { Replicas } from '../carts/carts.fixture.ts';
import type { Carts } from '../carts/carts.ts';
import { Expiry } from '../carts/expiry.ts';
import { anItem, factsOf } from '../model/context.fixture.ts';
import { cartKeys } from '../store/keys.ts';
import { GrowthLimit, GuestMemory, MemoryGauge } from './guest-memory.ts';

const engine = redisFixture();
const hour = 3_600_000;
let running: Replicas;
let redis: Redis;
let watch: MemoryGauge;
let carts: Carts;
let growth: GrowthLimit;
let ofADay: GrowthLimit;

beforeAll(async () => {
  redis = new Redis(engine.url);
  running = new Replicas(engine.url, new Map([[13, factsOf()]]));
  watch = new MemoryGauge(() => [redis], 20);
  // The limits are called through functions, since each test creates new limits.
  const limit = { count: (...counted: Parameters<GrowthLimit['count']>) => growth.count(...counted) };
  const outcomes = { fits: (...counted: Parameters<GrowthLimit['fits']>) => ofADay.fits(...counted) };
  const isShort = () => watch.memory !== 'ample';
  const expiry = new Expiry({ guest: 48 * hour, customer: 168 * hour }, { lifetimeMs: 2 * hour, isShort });
  carts = await running.start({ memory: new GuestMemory({ limit, watch, outcomes }), expiry });
});
beforeEach(() => {
  growth = new GrowthLimit({ carts: 5, bytes: 40_000, windowSeconds: 600 });
  ofADay = new GrowthLimit({ carts: 1, bytes: 2_000, windowSeconds: 86_400 });
});
afterEach(async () => {
  await redis.config('SET', 'maxmemory', '0');
  await watch.measure();
  await redis.flushall();
});
afterAll(() => {
  redis.disconnect();
  running.close();
});

let made = 0;
const newKey = () => {
  made += 1;
  return `t_admitted-cart-${made.toString().padStart(6, '0')}`;
};
const claim = { ...nobody, client: 'network-1' };
const context = (more: Partial<typeof claim> = {}) => ({
  requestId: 'test',
  deadline: Date.now() + 30_000,
  claim: { ...claim, ...more } as typeof nobody,
});

/** Adds an item with this many bytes of data. */
function add(key: string, bytes = 0, asked = context(), origin: 'gateway' | 'client' = 'gateway') {
  const once = { key: `${Math.random()}`, origin, digest: 'd' } as const;
  const itemData = bytes === 0 ? {} : { note: 'x'.repeat(bytes), n: `${Math.random()}` };
  const change = { kind: 'add-item', item: anItem({ itemData }), email: null, phone: null } as const;
  return carts.change(
    key,
    { conditions: { once, ifRevision: null }, changes: [change], together: null },
    asked,
  );
}
const tooMany = { code: 'service_rate_limit_exceeded', data: { limit: 5, window: 600 } };

/** Sets the memory limit of Redis so that this part of the limit is used. */
async function fill(part: number) {
  const info = await redis.info('memory');
  const used = Number(/^used_memory:(\d+)/m.exec(info)?.[1]);
  await redis.config('SET', 'maxmemory', String(Math.round(used / part)));
  await watch.measure();
}

test('new carts of a client are limited; reads and writes of existing carts succeed', async () => {
  const keys = Array.from({ length: 5 }, newKey);
  for (const key of keys) await add(key);
  await expect(add(newKey())).rejects.toMatchObject(tooMany);
  const [first = ''] = keys;
  for (let round = 0; round < 10; round += 1) await add(first);
  expect((await carts.read(first, context())).itemCount).toBe(11);
  expect((await carts.read(newKey(), context())).itemCount).toBe(0);
  await add(newKey(), 0, context({ client: 'network-2' }));
});

test('customers and callers with administrator access are not counted', async () => {
  const pair = context({ manages: 'write' });
  for (let round = 0; round < 8; round += 1) await add(newKey(), 0, pair);
  const customer = context({ kind: 'customer', account: 7, client: '7' });
  for (let round = 0; round < 8; round += 1) await add(`${700 + round}`, 0, customer);
});

test('an unusually large cart counts against its client; one of usual size does not', async () => {
  const [large, small] = [newKey(), newKey()];
  await add(small);
  // With six lines of 8 kB, the cart has over 48 kB, of which over 32 kB are above the usual size. A seventh line
  // would exceed the limit of 40 kB.
  for (let round = 0; round < 6; round += 1) await add(large, 8_000);
  await expect(add(large, 8_000)).rejects.toMatchObject(tooMany);
  await add(large, 100);
  await add(small, 8_000);
  await add(newKey(), 8_000);
});

test('outcomes that are stored without a cart count as carts', async () => {
  const refuse = (key: string) => {
    const once = { key: `${Math.random()}`, origin: 'client', digest: 'd' } as const;
    const change = { kind: 'remove-line', lineKey: 'x'.repeat(32) } as const;
    return carts.change(
      key,
      { conditions: { once, ifRevision: null }, changes: [change], together: null },
      context(),
    );
  };
  for (let round = 0; round < 5; round += 1) {
    await expect(refuse(newKey())).rejects.not.toMatchObject(tooMany);
  }
  await expect(refuse(newKey())).rejects.toMatchObject(tooMany);
});

/** Returns the seconds until the outcomes of a cart expire, longest first. */
async function keptSeconds(key: string): Promise<number[]> {
  const names = await redis.keys(
    cartKeys(key)
      .once('')
      .replace(/[^:]*$/, '*'),
  );
  const left = await Promise.all(names.map((name) => redis.ttl(name)));
  return left.sort((one, other) => other - one);
}
const anHour = (seconds: number) => seconds > 3_600;

test('outcomes above a client’s limit are stored for a minute, and no write is refused', async () => {
  const [key, others] = [newKey(), newKey()];
  for (let round = 0; round < 20; round += 1) await add(key, 0, context(), 'client');
  expect((await carts.read(key, context())).itemCount).toBe(20);
  const kept = await keptSeconds(key);
  expect(kept).toHaveLength(20);
  const long = kept.filter(anHour);
  expect(long.length).toBeGreaterThan(1);
  expect(long.length).toBeLessThan(10);
  for (const seconds of kept.slice(long.length)) expect(seconds).toBeLessThanOrEqual(60);
  await add(others, 0, context({ client: 'network-2' }), 'client');
  expect((await keptSeconds(others)).every(anHour)).toBe(true);
});

test('outcomes of customers and of callers with administrator access are stored for the usual time', async () => {
  const own = newKey();
  for (let round = 0; round < 20; round += 1) await add(own, 0, context({ manages: 'write' }), 'client');
  const customer = context({ kind: 'customer', account: 7, client: '7' });
  for (let round = 0; round < 20; round += 1) await add('7', 0, customer, 'client');
  for (const key of [own, '7']) {
    const kept = await keptSeconds(key);
    expect([kept.length, kept.every(anHour)]).toEqual([20, true]);
  }
});

test('while memory is scarce, outcomes of guests are stored for a minute', async () => {
  const key = newKey();
  await add(key);
  await fill(0.9);
  await add(key, 0, context(), 'client');
  expect((await keptSeconds(key)).some(anHour)).toBe(false);
});

test('while memory is scarce new guest carts are refused, and other requests succeed', async () => {
  const key = newKey();
  await add(key);
  await fill(0.9);
  expect(watch.memory).toBe('scarce');
  await expect(add(newKey())).rejects.toMatchObject({
    code: 'service_unavailable',
    data: { retry_after: 30 },
  });
  await add(key);
  await add('77', 0, context({ kind: 'customer', account: 77, client: '77' }));
  expect((await carts.read(key, context())).itemCount).toBe(2);
});

test('while half of the memory is in use, a new cart expires early unless its guest returns', async () => {
  await fill(0.6);
  expect(watch.memory).toBe('half');
  const hours = async (key: string) => (await redis.pttl(cartKeys(key).cart)) / hour;
  const [read, written] = [newKey(), newKey()];
  for (const key of [read, written]) {
    const { cart } = await add(key);
    expect((cart.expiresAt * 1_000 - Date.now()) / hour).toBeCloseTo(2, 1);
    expect(cart.renewsAt).toBeLessThanOrEqual(Math.ceil(Date.now() / 1_000));
    expect(await hours(key)).toBeCloseTo(2, 1);
  }
  const { expiresAt, renewsAt } = await carts.read(read, context());
  expect(await hours(read)).toBeCloseTo(48, 1);
  expect(expiresAt - renewsAt).toBe(3_600);
  await add(written);
  expect(await hours(written)).toBeCloseTo(48, 1);
});

test('a Redis without a limit has ample memory, and a silent one keeps its last state', async () => {
  await watch.measure();
  expect([watch.used, watch.memory]).toEqual([0, 'ample']);
  const silent = new MemoryGauge(() => [{ info: () => Promise.reject(new Error('away')) }], 20);
  silent.used = 0.9;
  await silent.measure();
  expect(silent.memory).toBe('scarce');
});

let now = 0;
let limit: GrowthLimit;
beforeEach(() => {
  now = 1_000_000;
  limit = new GrowthLimit({ carts: 20, bytes: 1_000, windowSeconds: 600 }, () => now);
});

const cart = { carts: 1, bytes: 0 } as const;
const bytes = (count: number) => ({ carts: 0, bytes: count }) as const;
const refused = (retryAfter: number) =>
  expect.objectContaining({
    code: 'service_rate_limit_exceeded',
    data: { retry_after: retryAfter, limit: 20, window: 600, reason: 'new_carts' },
  });

test('new carts are limited for each client separately', () => {
  for (let round = 0; round < 20; round += 1) limit.count('many', cart);
  expect(() => limit.count('many', cart)).toThrow(refused(30));
  limit.count('another', cart);
});

test('bytes have their own limit, and are refused as a whole', () => {
  limit.count('large', bytes(900));
  expect(() => limit.count('large', bytes(200))).toThrow(refused(60));
  limit.count('large', bytes(100));
  limit.count('large', cart);
  expect(() => limit.count('large', { carts: 1, bytes: 500 })).toThrow(refused(300));
  for (let round = 0; round < 19; round += 1) limit.count('large', cart);
  expect(() => limit.count('large', cart)).toThrow(refused(30));
});

test('only growth that fits is counted', () => {
  expect(limit.fits('trying', bytes(900))).toBe(true);
  expect(limit.fits('trying', bytes(200))).toBe(false);
  expect(limit.fits('trying', bytes(100))).toBe(true);
  expect(limit.fits('trying', bytes(1))).toBe(false);
  expect(limit.fits('another', bytes(900))).toBe(true);
  now += 60_000;
  expect(limit.fits('trying', bytes(100))).toBe(true);
});

test('growth that is counted anyway is never refused, and raises the level at most to the limit', () => {
  for (let round = 0; round < 3; round += 1) limit.count('growing', bytes(900), true);
  expect(() => limit.count('growing', bytes(100))).toThrow(refused(60));
  now += 60_000;
  limit.count('growing', bytes(100));
});

test('a level falls evenly with time', () => {
  for (let round = 0; round < 20; round += 1) limit.count('resting', cart);
  now += 29_999;
  expect(() => limit.count('resting', cart)).toThrow(refused(1));
  now += 1;
  limit.count('resting', cart);
  now += 600_000;
  for (let round = 0; round < 20; round += 1) limit.count('resting', cart);
  expect(() => limit.count('resting', cart)).toThrow(refused(30));
});

test('the most recent of very many clients are remembered', () => {
  const one = new GrowthLimit({ carts: 1, bytes: 1, windowSeconds: 600 }, () => now);
  for (let client = 0; client < 60_000; client += 1) one.count(`network-${client}`, cart);
  expect(() => one.count('network-59999', cart)).toThrow();
  one.count('network-0', cart);
});
