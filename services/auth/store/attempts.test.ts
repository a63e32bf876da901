import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { redisFixture } from '#testing/engines.ts';
import { type AttemptBounds, Attempts } from './attempts.ts';

const engine = redisFixture();
const secret = 'a secret of at least thirty-two characters';
const connections: Redis[] = [];
const bounds: AttemptBounds = {
  nameAndAddress: { limit: 5, windowSeconds: 60 },
  address: { limit: 20, windowSeconds: 60 },
  account: { limit: 20, windowSeconds: 900 },
  knownNetwork: { limit: 4, windowSeconds: 86_400 },
  slowdown: { free: 5, windowSeconds: 900 },
};
let replicas: Attempts[];

beforeAll(() => {
  for (let count = 0; count < 3; count += 1) connections.push(new Redis(engine.url));
  replicas = connections.map((redis) => new Attempts(redis, bounds, secret));
});
beforeEach(() => connections[0]?.flushall());
afterAll(() => {
  for (const redis of connections) redis.disconnect();
});

const wrong = async () => false;
const right = async () => true;

/** Makes an attempt in one of the replicas. */
function attempt(name: number | string, address: string, verify: () => Promise<boolean>, at = 0) {
  return (replicas[at % 3] as Attempts).run({ name, address }, verify);
}

/** Returns how many attempts failed, succeeded and were over the limit. */
async function outcomes(attempts: readonly Promise<boolean>[]) {
  const results = await Promise.allSettled(attempts);
  const of = (value: boolean) =>
    results.filter((one) => one.status === 'fulfilled' && one.value === value).length;
  const refused = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  return { wrong: of(false), right: of(true), refused };
}

const many = (count: number, one: (n: number) => Promise<boolean>) =>
  Array.from({ length: count }, (_, n) => one(n));

test('exactly five of a hundred concurrent wrong attempts in three replicas are verified', async () => {
  let verified = 0;
  const look = async () => {
    verified += 1;
    await sleep(5);
    return false;
  };
  const found = await outcomes(many(100, (n) => attempt(7, '203.0.113.9', look, n)));
  expect([found.wrong, found.right, found.refused.length, verified]).toEqual([5, 0, 95, 5]);
  for (const { code, data } of found.refused) {
    expect([code, data]).toEqual([
      'service_rate_limited',
      { retry_after: expect.any(Number), limit: 5, window: 60 },
    ]);
    expect(data.retry_after).toBeGreaterThan(0);
    expect(data.retry_after).toBeLessThanOrEqual(60);
  }
});

test('successful and unverified attempts do not count', async () => {
  for (let n = 0; n < 30; n += 1) expect(await attempt(7, '203.0.113.9', right, n)).toBe(true);
  const broken = () => Promise.reject(new Error('no answer'));
  for (let n = 0; n < 30; n += 1) {
    await expect(attempt(7, '203.0.113.9', broken, n)).rejects.toThrow('no answer');
  }
  const found = await outcomes(many(8, (n) => attempt(7, '203.0.113.9', wrong, n)));
  expect([found.wrong, found.refused.length]).toEqual([5, 3]);
});

test('concurrent right attempts wait for each other, and none is refused', async () => {
  const slow = () => sleep(5, true);
  const found = await outcomes(many(12, (n) => attempt(7, '203.0.113.9', slow, n)));
  expect([found.right, found.refused]).toEqual([12, []]);
});

test('an address may fail twenty times with any names, and an IPv6 network counts as one address', async () => {
  const found = await outcomes(many(60, (n) => attempt(`nobody ${n}`, `2001:db8:1:2::${n}`, wrong, n)));
  expect([found.wrong, found.refused.length]).toEqual([20, 40]);
  expect(found.refused[0].data).toMatchObject({ limit: 20, window: 60 });
  expect(await attempt('nobody', '2001:db8:1:3::1', wrong)).toBe(false);
});

test('failures from other addresses refuse no attempt, unless attempts are counted over all addresses', async () => {
  const found = await outcomes(many(60, (n) => attempt('alice', `198.51.100.${n}`, wrong, n)));
  expect([found.wrong, found.refused]).toEqual([60, []]);
  const [replica] = replicas as [Attempts];
  const everywhere = (n: number) => replica.run({ name: 7, address: `198.51.101.${n}` }, wrong, 'everywhere');
  const counted = await outcomes(many(60, everywhere));
  expect([counted.wrong, counted.refused.length]).toEqual([20, 40]);
  expect(counted.refused[0].data).toMatchObject({ limit: 20, window: 900 });
  expect(counted.refused[0].data.retry_after).toBeGreaterThan(890);
  expect(await attempt(7, '203.0.113.9', right)).toBe(true);
});

test('an attempt that is known to be right is refused for a name or address over the limit', async () => {
  const [replica] = replicas as [Attempts];
  await outcomes(many(5, (n) => attempt('bob', '203.0.113.9', wrong, n)));
  await replica.refuseAttemptOverLimit({ name: 'alice', address: '203.0.113.9' });
  await replica.refuseAttemptOverLimit({ name: 'bob', address: '203.0.113.10' });
  await expect(replica.refuseAttemptOverLimit({ name: 'bob', address: '203.0.113.9' })).rejects.toMatchObject(
    {
      data: { limit: 5 },
    },
  );
  for (let n = 0; n < 15; n += 1) await replica.failFrom('203.0.113.9');
  await expect(replica.failFrom('203.0.113.9')).rejects.toMatchObject({ data: { limit: 20, window: 60 } });
  await expect(replica.refuseAddressOverLimit('203.0.113.9')).rejects.toMatchObject({
    code: 'service_rate_limited',
  });
  await expect(
    replica.refuseAttemptOverLimit({ name: 'alice', address: '203.0.113.9' }),
  ).rejects.toMatchObject({
    data: { limit: 20 },
  });
});

test('a failure counts until its time has passed, and leaves no keys', async () => {
  const second = { limit: 1, windowSeconds: 1 };
  const short = new Attempts(
    connections[0] as Redis,
    { ...bounds, nameAndAddress: second, address: second },
    secret,
  );
  const fail = () => short.run({ name: 'nobody', address: '203.0.113.9' }, wrong);
  expect(await fail()).toBe(false);
  await expect(fail()).rejects.toMatchObject({ data: { retry_after: 1, limit: 1, window: 1 } });
  while (await connections[1]?.dbsize()) await sleep(20);
  expect(await fail()).toBe(false);
});

test('no key contains a name or an address', async () => {
  await attempt('alice@example.com', '203.0.113.9', wrong);
  const keys = (await connections[0]?.keys('*')) ?? [];
  expect(keys).toHaveLength(2);
  for (const key of keys) expect(key).toMatch(/^\{login\}:failed:[\w-]{43}$/);
});

test('an attempt that cannot be counted is not verified; without limits every attempt is', async () => {
  const disconnected = new Redis(engine.url, { enableOfflineQueue: false, lazyConnect: true });
  const attempted = { name: 7, address: '203.0.113.9' };
  let verified = 0;
  const look = async () => {
    verified += 1;
    return false;
  };
  const counting = new Attempts(disconnected, bounds, secret);
  const unavailable = { code: 'service_unavailable' };
  await expect(counting.run(attempted, look)).rejects.toMatchObject(unavailable);
  await expect(counting.refuseAttemptOverLimit(attempted)).rejects.toMatchObject(unavailable);
  await expect(counting.refuseAddressOverLimit('203.0.113.9')).rejects.toMatchObject(unavailable);
  expect(verified).toBe(0);
  const off = new Attempts(disconnected, null, secret);
  for (let n = 0; n < 50; n += 1) expect(await off.run(attempted, look)).toBe(false);
  await off.refuseAttemptOverLimit(attempted);
  await off.failFrom('203.0.113.9');
  expect(verified).toBe(50);
  disconnected.disconnect();
});

test('guesses from a known network, such as codes of a second factor, are limited by the day', async () => {
  const [replica] = replicas as [Attempts];
  const guess = (address: string, name = 7) => replica.run({ name, address }, wrong, 'known network');
  for (let count = 0; count < 4; count += 1) expect(await guess('192.0.2.1')).toBe(false);
  await expect(guess('192.0.2.1')).rejects.toMatchObject({
    code: 'service_rate_limited',
    data: { limit: 4, window: 86_400 },
  });
  expect(await guess('192.0.2.2')).toBe(false);
  expect(await guess('192.0.2.1', 8)).toBe(false);
});
