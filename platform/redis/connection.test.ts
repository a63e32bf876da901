import type { Redis } from 'ioredis';
import { afterEach, expect, test } from 'vitest';
import { redisFixture } from '#testing/engines.ts';
import { redisDriver } from './connection.ts';
import { script } from './scripts.ts';

const fixture = redisFixture();
const open: Redis[] = [];

afterEach(() => {
  for (const redis of open.splice(0)) redis.disconnect();
});

async function driver(): Promise<Redis> {
  const redis = redisDriver(fixture.url) as Redis;
  open.push(redis);
  await new Promise((resolve) => redis.once('ready', resolve));
  return redis;
}

/** Counts the writes to the socket of a driver. */
function writesOf({ stream }: Redis): { count: number } {
  const counted = { count: 0 };
  const socket = stream as unknown as Record<'_write' | '_writev', (...words: unknown[]) => void>;
  for (const name of ['_write', '_writev'] as const) {
    const write = socket[name];
    socket[name] = function count(...words) {
      counted.count += 1;
      write.apply(this, words);
    };
  }
  return counted;
}

test('scripts of one turn of the event loop go out in one write', async () => {
  const redis = await driver();
  const probe = script(new URL('./lua/probe.lua', import.meta.url));
  await probe(redis, ['batched'], []);
  const writes = writesOf(redis);
  const asked: Promise<unknown>[] = [];
  for (let sent = 0; sent < 5; sent += 1) {
    asked.push(probe(redis, ['batched'], []));
    await null;
  }
  expect(await Promise.all(asked)).toHaveLength(5);
  expect(writes.count).toBe(1);
});

test('a command that Redis does not answer fails, and a later one is answered', async () => {
  const [redis, other] = [await driver(), await driver()];
  await other.client('PAUSE', 600, 'ALL');
  await expect(redis.set('slow', 'x')).rejects.toThrow('Command timed out');
  await expect.poll(() => redis.get('slow').catch(() => null), { timeout: 30_000 }).not.toBeNull();
});
