import fc from 'fast-check';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { redisFixture } from '#testing/engines.ts';
import { keysOf, putCarts } from '../sessions/sessions.fixture.ts';
import { CartStore } from './cart-store.ts';
import { cartKeys } from './keys.ts';
import { firstOfAll, SessionIndex, scoreNear } from './session-index.ts';

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

const sorted = (numbers: readonly number[]) => [...numbers].sort((one, other) => one - other);
const numbers = fc.array(fc.integer({ min: 0, max: 200 }), { maxLength: 60 });

test('the first entries of many lists are those of the merged list, however they are distributed', async () => {
  const lists = fc.array(numbers, { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(lists, fc.integer({ min: 0, max: 80 }), async (all, wanted) => {
      const sources = all.map((list) => async (count: number) => sorted(list).slice(0, count));
      const merged = await firstOfAll(sources, wanted, (one, other) => one - other);
      expect(merged).toEqual(sorted(all.flat()).slice(0, wanted));
    }),
  );
});

test('only entries near a page are read, however long the lists are', async () => {
  let read = 0;
  const sources = Array.from({ length: 64 }, (_, shard) => async (count: number) => {
    read += count;
    return Array.from({ length: count }, (_, index) => index * 64 + shard);
  });
  const merged = await firstOfAll(sources, 100, (one, other) => one - other);
  expect(merged).toEqual(Array.from({ length: 100 }, (_, index) => index));
  expect(read).toBeLessThanOrEqual(64 * 8);
});

test('a position is at or before the offset, and within the slack unless entries are equal', async () => {
  const scores = fc.array(fc.integer({ min: -2_000_000_000_000, max: 2_000_000_000_000 }), {
    minLength: 1,
    maxLength: 200,
  });
  await fc.assert(
    fc.asyncProperty(scores, fc.nat(), fc.nat({ max: 20 }), async (unsorted, seed, slack) => {
      const all = sorted(unsorted);
      const offset = seed % all.length;
      const bounds = [all[0] ?? 0, all.at(-1) ?? 0] as const;
      let rounds = 0;
      const { score, before } = await scoreNear(offset, slack, bounds, async (scores) => {
        rounds += 1;
        return scores.map((one) => all.filter((own) => own < one).length);
      });
      expect(before).toBe(all.filter((one) => one < score).length);
      expect(before).toBeLessThanOrEqual(offset);
      const between = all.slice(before, offset);
      expect(between.length <= slack || between.every((one) => one === score)).toBe(true);
      expect(rounds).toBeLessThanOrEqual(16);
    }),
  );
});
