import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { redisFixture } from '#platform/testing/engines.ts';
import { GrowthLimit } from './growth-limit.ts';

const engine = redisFixture();
let redis: Redis;
let limit: GrowthLimit;
beforeAll(() => {
  redis = new Redis(engine.url);
  limit = new GrowthLimit(redis, { carts: 20, bytes: 1_000, windowSeconds: 600 });
});
afterAll(() => redis.disconnect());

const cart = { carts: 1, bytes: 0 } as const;
const bytes = (count: number) => ({ carts: 0, bytes: count }) as const;
const refused = (limit: number) => ({
  code: 'service_rate_limit_exceeded',
  data: { retry_after: expect.any(Number), limit, window: 600 },
});

test('of many new carts at once exactly so many are let through, each client for itself', async () => {
  const results = await Promise.allSettled(Array.from({ length: 50 }, () => limit.count('many', cart)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
  for (const one of results) {
    if (one.status === 'rejected') expect(one.reason).toMatchObject(refused(20));
  }
  await limit.count('another', cart);
});

test('bytes have a bound of their own, and are refused whole', async () => {
  await limit.count('large', bytes(900));
  await expect(limit.count('large', bytes(200))).rejects.toMatchObject(refused(20));
  await limit.count('large', bytes(90));
  await limit.count('large', cart);
  await expect(limit.count('large', { carts: 1, bytes: 500 })).rejects.toMatchObject({
    data: { retry_after: expect.any(Number) },
  });
  await limit.count('large', cart);
});

test('what is counted anyway is never refused, and fills the level at most', async () => {
  for (let round = 0; round < 3; round += 1) await limit.count('growing', bytes(900), true);
  await expect(limit.count('growing', bytes(100))).rejects.toMatchObject(refused(20));
  expect(Number(await redis.hget('growth:growing', 'bytes'))).toBeLessThanOrEqual(1_000);
});

test('a level falls with time, and a client that rests leaves nothing', async () => {
  const short = new GrowthLimit(redis, { carts: 1, bytes: 1, windowSeconds: 1 });
  await short.count('resting', cart);
  await expect(short.count('resting', cart)).rejects.toMatchObject({
    data: { retry_after: 1, limit: 1, window: 1 },
  });
  while (await redis.exists('growth:resting')) await sleep(20);
  await short.count('resting', cart);
});

test('where it cannot be counted, it is refused as what cannot be kept', async () => {
  const gone = new Redis(engine.url, { enableOfflineQueue: false, lazyConnect: true });
  const away = new GrowthLimit(gone, { carts: 1, bytes: 1, windowSeconds: 1 });
  await expect(away.count('anybody', cart)).rejects.toMatchObject({ code: 'service_unavailable' });
  gone.disconnect();
});
