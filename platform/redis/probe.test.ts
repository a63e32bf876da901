import type { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectedRedis } from '#testing/connected-redis.ts';
import { redisFixture } from '#testing/engines.ts';
import type { RedisConnection } from './connection.ts';
import { redisDependency } from './probe.ts';

const engine = redisFixture();
let connection: RedisConnection;
let redis: Redis;
const check = () => redisDependency(connection, ['{0}:probe']).check();

beforeAll(async () => {
  connection = await connectedRedis(engine.url);
  [redis] = connection.masters() as [Redis];
});
afterAll(() => connection.close());

test('a Redis that accepts writes is up, and reports its clock', async () => {
  expect(await check()).toMatchObject({ state: 'up', reason: '' });
  const { clock } = await check();
  expect(Math.abs(clock?.aheadMs ?? 9_999)).toBeLessThan(1_000);
  expect(await redis.pttl('{0}:probe')).toBeGreaterThan(0);
});

test('a Redis whose memory is full is sick until there is room', async () => {
  await redis.config('SET', 'maxmemory-policy', 'noeviction');
  await redis.config('SET', 'maxmemory', '1');
  expect(await check()).toEqual({ state: 'sick', reason: 'its memory is full: it takes no writes' });
  await redis.config('SET', 'maxmemory', '0');
  expect(await check()).toMatchObject({ state: 'up' });
});

test('a Redis that became a replica is sick until it is a master again', async () => {
  await redis.replicaof('127.0.0.1', '1');
  await expect.poll(check).toEqual({ state: 'sick', reason: 'it is a replica: it takes no writes' });
  await redis.replicaof('NO', 'ONE');
  expect(await check()).toMatchObject({ state: 'up' });
});

test('a Redis that has too few replicas to write is sick', async () => {
  await redis.config('SET', 'min-replicas-to-write', '1');
  expect(await check()).toEqual({ state: 'sick', reason: 'too few replicas follow it: it takes no writes' });
  await redis.config('SET', 'min-replicas-to-write', '0');
});

test('a Redis that does not answer is down', async () => {
  process.kill(engine.pid, 'SIGKILL');
  await expect.poll(check).toMatchObject({ state: 'down', reason: expect.stringMatching(/\w/) });
});
