import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { redisFixture } from '#testing/engines.ts';
import { keysOf, putCarts } from '../sessions/sessions.fixture.ts';
import { CartStore } from './cart-store.ts';
import { cartKeys } from './keys.ts';
import { SessionIndex } from './session-index.ts';

const engine = redisFixture();
let redis: Redis;
beforeAll(() => {
  redis = new Redis(engine.url);
});
afterAll(() => redis.disconnect());

test('a cart that is written while a list is made is still on its page', async () => {
  const keys = keysOf(20);
  await putCarts(new CartStore(redis), keys);
  const index = new SessionIndex(redis);
  const listing = { owners: ['guest', 'customer'], order: 'updated', descending: true } as const;
  const surveys = await index.survey(listing);
  const written = keys.slice(0, 3);
  for (const key of written) await redis.zadd(cartKeys(key).updated, Date.now() + 60_000, key);
  const found = await index.keysFrom(listing, surveys, 0, keys.length);
  expect(found.toSorted()).toEqual(keys.toSorted());
  expect(found.slice(0, 3).toSorted()).toEqual(written.toSorted());
});
