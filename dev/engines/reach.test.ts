import { Redis } from 'ioredis';
import { expect, test } from 'vitest';
import { mongodFixture, natsFixture, redisFixture } from '#testing/engines.ts';
import { mongoVersion, natsVersion, redisVersion, requireUsable } from './reach.ts';

const mongo = mongodFixture();
const redis = redisFixture();
const nats = natsFixture();

const full = /^\d+\.\d+\.\d+$/;

test('the version of each engine is read', async () => {
  expect(await mongoVersion(mongo.url)).toMatch(full);
  expect(await redisVersion(redis.url)).toMatch(full);
  expect(await natsVersion(nats.url, undefined)).toMatch(full);
});

test('a recent engine is used, an older one is refused in a sentence without credentials', async () => {
  const url = redis.url.replace('//', '//me:secret@');
  const ask = () => redisVersion(redis.url);
  await requireUsable([6, 2], 'REDIS_URL', url, ask);
  await expect(requireUsable([90, 2], 'REDIS_URL', url, ask)).rejects.toThrow(
    /^REDIS_URL names 127\.0\.0\.1:\d+, which is version \d+\.\d+\.\d+, and 90\.2 or later is needed: update it, or leave REDIS_URL out so that one is started here instead\.$/,
  );
});

test('a Redis whose login may not read the version is used', async () => {
  const admin = new Redis(redis.url);
  await admin.call('ACL', 'SETUSER', 'few', 'on', '>secret', '+@connection');
  admin.disconnect();
  const url = redis.url.replace('//', '//few:secret@');
  const ask = async () => {
    const version = await redisVersion(url);
    expect(version).toBe(null);
    return version;
  };
  await requireUsable([6, 2], 'REDIS_URL', url, ask);
});
