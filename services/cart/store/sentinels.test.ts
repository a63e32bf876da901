import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { RedisConnection } from '#platform/redis/connection.ts';
import { connectedRedis } from '#testing/connected-redis.ts';
import { dataFolder } from '#testing/data-folder.ts';
import { type RedisSentinel, startRedisSentinel } from '../../../dev/engines/clusters/redis-sentinel.ts';
import { Adders } from './clusters.fixture.ts';

let folder: string;
let redis: RedisSentinel;
let connection: RedisConnection;

beforeAll(async () => {
  folder = await dataFolder();
  redis = await startRedisSentinel({ folder });
  connection = await connectedRedis(redis.url);
}, 90_000);
afterAll(async () => {
  connection?.close();
  await redis?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Waits until more adds are acknowledged than now. */
async function untilMore(load: Adders): Promise<void> {
  const count = () => Math.min(...load.tallies.map(({ acknowledged }) => acknowledged));
  const now = count();
  await expect.poll(count, { timeout: 30_000 }).toBeGreaterThan(now + 1);
}

async function expectAllHeld(load: Adders, before: readonly number[]): Promise<void> {
  const held = await Promise.all(load.tallies.map((_, shard) => load.held(shard)));
  expect(held).toEqual(load.tallies.map(({ acknowledged }, shard) => acknowledged + (before[shard] ?? 0)));
}

test.each([
  // While sentinels switch, the old master and the other replica still reach each other.
  ['switched by the sentinels', 2, () => redis.switchMaster()],
  ['killed', 1, async () => (await redis.master()).kill()],
  ['paused', 1, async () => (await redis.master()).pause()],
])(
  'a master that is %s loses nothing that %i replicas have confirmed, and the next one is found',
  async (_, replicas, end) => {
    const load = new Adders(connection, replicas);
    onTestFinished(() => load.close());
    const before = await Promise.all(load.tallies.map((_, shard) => load.held(shard)));
    load.start(50);
    await untilMore(load);
    const old = await redis.master();
    await end();
    await expect.poll(async () => (await redis.master()).name, { timeout: 30_000 }).not.toBe(old.name);
    await untilMore(load);
    old.resume();
    await old.start();
    await load.stop();
    await expectAllHeld(load, before);
  },
  90_000,
);
