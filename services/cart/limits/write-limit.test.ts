import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { redisFixture } from '#testing/engines.ts';
import { WriteLimit } from './write-limits.ts';

const engine = redisFixture();
const connections: Redis[] = [];
let replicas: WriteLimit[];
const bound = { limit: 25, windowSeconds: 600 };

beforeAll(() => {
  for (let count = 0; count < 3; count += 1) connections.push(new Redis(engine.url));
  replicas = connections.map((redis) => new WriteLimit(redis, bound));
});
afterAll(() => {
  for (const redis of connections) redis.disconnect();
});

const once = (key: string = randomUUID(), digest = 'd') => ({ key, digest, origin: 'gateway' }) as const;
const count = (client: string, at = 0, mark = once(), cart = 't_any-cart-00000001') =>
  (replicas[at % 3] as WriteLimit).count(client, cart, mark);

test('exactly the limit of concurrent writes through three replicas is accepted', async () => {
  const results = await Promise.allSettled(Array.from({ length: 100 }, (_, n) => count('many', n)));
  const allowed = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const remaining = allowed.map((rate) => rate.remaining).sort((one, other) => one - other);
  expect(remaining).toEqual(Array.from({ length: 25 }, (_, n) => n));
  const refused = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(refused).toHaveLength(75);
  for (const { code, data } of refused) {
    expect([code, data]).toEqual([
      'service_rate_limit_exceeded',
      { retry_after: expect.any(Number), limit: 25, window: 600 },
    ]);
    expect(data.retry_after).toBeGreaterThan(590);
    expect(data.retry_after).toBeLessThanOrEqual(600);
  }
  expect(await count('somebody else')).toMatchObject({ limit: 25, window: 600, remaining: 24 });
});

test('a repeated write counts once and is not refused; in another cart it counts again', async () => {
  const mark = once('again');
  const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => count('repeating', n, mark)));
  expect(new Set(answers.map(({ remaining }) => remaining))).toEqual(new Set([24]));
  expect((await count('repeating', 0, mark, 't_other-cart-0000001')).remaining).toBe(23);
  expect((await count('repeating', 0, once('again', 'other'))).remaining).toBe(22);
  for (let n = 0; n < 22; n += 1) await count('repeating', n);
  await expect(count('repeating')).rejects.toMatchObject({ code: 'service_rate_limit_exceeded' });
  expect((await count('repeating', 0, mark)).remaining).toBe(0);
});

test('a write of several commands counts each command, and counts nothing if that exceeds the limit', async () => {
  const together = (commands: number, mark = once()) =>
    (replicas[0] as WriteLimit).count('batching', 't_any-cart-00000001', mark, commands);
  const mark = once('batch');
  expect((await together(20, mark)).remaining).toBe(5);
  expect((await together(20, mark)).remaining).toBe(5);
  await expect(together(6)).rejects.toMatchObject({ code: 'service_rate_limit_exceeded' });
  expect((await together(5)).remaining).toBe(0);
  const never = (replicas[0] as WriteLimit).count('never', 't_any-cart-00000001', once(), 26);
  await expect(never).rejects.toMatchObject({ data: { retry_after: 600, limit: 25 } });
});

test('a write counts until its window has passed, and an idle client leaves no keys', async () => {
  const short = new WriteLimit(connections[0] as Redis, { limit: 1, windowSeconds: 1 });
  const take = () => short.count('resting', 't_any-cart-00000001', once());
  expect(await take()).toEqual({ limit: 1, window: 1, remaining: 0, resetsIn: 1 });
  await expect(take()).rejects.toMatchObject({ data: { retry_after: 1, limit: 1, window: 1 } });
  while (await connections[1]?.exists('writes:resting')) await sleep(20);
  expect(await take()).toMatchObject({ remaining: 0 });
});

test('a write that cannot be counted is refused as unavailable', async () => {
  const gone = new Redis(engine.url, { enableOfflineQueue: false, lazyConnect: true });
  const limit = new WriteLimit(gone, bound);
  await expect(limit.count('anybody', 't_any-cart-00000001', once())).rejects.toMatchObject({
    code: 'service_unavailable',
  });
  gone.disconnect();
});
