import { rm } from 'node:fs/promises';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { RedisConnection } from '#platform/redis/connection.ts';
import { redisDriver } from '#platform/redis/connection.ts';
import { connectedRedis } from '#testing/connected-redis.ts';
import { dataFolder } from '#testing/data-folder.ts';
import { type RedisSentinel, startRedisSentinel } from '../../../dev/engines/clusters/redis-sentinel.ts';
import { Adders } from './clusters.fixture.ts';

let folder: string;
/**
 * Milliseconds to wait for a fail-over. If the machine stands still for two seconds, sentinels enter their TILT mode
 * and do nothing for 30 s.
 */
const WITHIN_MS = 90_000;

let sentinels: RedisSentinel;
let connection: RedisConnection;

beforeAll(async () => {
  folder = await dataFolder();
  sentinels = await startRedisSentinel({ folder });
  connection = await connectedRedis(sentinels.url);
});
afterAll(async () => {
  connection?.close();
  await sentinels?.close();
  await rm(folder, { recursive: true, force: true });
});

test('a driver whose connection ends while it looks up the master connects again', async () => {
  const redis = redisDriver(sentinels.url) as Redis;
  redis.on('error', () => undefined);
  onTestFinished(() => redis.disconnect());
  expect(redis.status).toBe('connecting');
  redis.disconnect(true);
  await expect.poll(() => redis.ping().catch(String), { timeout: WITHIN_MS }).toBe('PONG');
});

/** Waits until the lowest number of acknowledged writes per cart has grown by at least two. */
async function untilMore(load: Adders): Promise<void> {
  const count = () => Math.min(...load.tallies.map(({ acknowledged }) => acknowledged));
  const now = count();
  await expect.poll(count, { timeout: WITHIN_MS }).toBeGreaterThan(now + 1);
}

async function expectAllHeld(load: Adders, before: readonly number[]): Promise<void> {
  const held = await Promise.all(load.tallies.map((_, shard) => load.held(shard)));
  expect(held).toEqual(load.tallies.map(({ acknowledged }, shard) => acknowledged + (before[shard] ?? 0)));
}

test.each([
  // Two replicas must confirm here. During the switch, the old master still reaches the replica that is not promoted.
  // That replica alone could confirm a write that the switch then loses.
  ['switched by the sentinels', 2, () => sentinels.switchMaster()],
  ['killed', 1, async () => (await sentinels.master()).kill()],
  ['paused', 1, async () => (await sentinels.master()).pause()],
])(
  'a master that is %s loses nothing that %i replicas have confirmed, and the next one is found',
  async (_, replicas, end) => {
    const load = new Adders(connection, replicas);
    onTestFinished(() => load.close());
    const before = await Promise.all(load.tallies.map((_, shard) => load.held(shard)));
    load.start(50);
    await untilMore(load);
    const old = await sentinels.master();
    const startAgain = async () => {
      old.resume();
      await old.start();
    };
    onTestFinished(startAgain);
    await end();
    await expect.poll(async () => (await sentinels.master()).name, { timeout: WITHIN_MS }).not.toBe(old.name);
    await untilMore(load);
    await startAgain();
    await load.stop();
    await expectAllHeld(load, before);
  },
);
