import type { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { redisFixture } from '#testing/engines.ts';
import { anItem } from '../domain/command-context.fixture.ts';
import { factsOf } from '../domain/facts.fixture.ts';
import { CommittedCarts } from '../store/committed-carts.ts';
import { Replicas } from './carts.fixture.ts';
import type { Carts } from './carts.ts';

const engine = redisFixture();
let running: Replicas;
let observer: Redis;

beforeAll(() => {
  running = new Replicas(engine.url, new Map([[13, factsOf()]]));
  observer = running.observer;
});
afterAll(() => running.close());

async function add(carts: Carts, key: string, once = `${Math.random()}`, reference = '13') {
  const item = anItem({ reference, quantity: '1' });
  const changes = [{ kind: 'add-item', item, email: null, phone: null }] as const;
  const conditions = { once: { key: once, origin: 'client' as const, digest: 'd' }, ifRevision: null };
  const context = { requestId: 'test', deadline: Date.now() + 30_000, claim: null };
  return carts.change(key, { conditions, changes, together: null }, context);
}

/** Returns the number of scripts that Redis ran for a function; each script is a round trip. */
async function scripts(run: () => Promise<unknown>): Promise<number> {
  await observer.config('RESETSTAT');
  await run();
  const stats = await observer.info('commandstats');
  return Number(/^cmdstat_evalsha:calls=(\d+)/m.exec(stats)?.[1] ?? 0);
}

test('a write to a cart that this replica has just written takes one round trip, others two', async () => {
  const [one, other] = [await running.start(), await running.start()];
  const key = 't_warm-cart-of-one-replica';
  await add(one, key);
  expect(await scripts(() => add(one, key))).toBe(1);
  expect(await scripts(() => add(other, key))).toBe(2);
  // The first replica's cached cart is outdated, so the write needs a failed commit, a read and another commit.
  expect(await scripts(() => add(one, key))).toBe(3);
  const { cart } = await add(other, key);
  expect(cart.lines.map(({ quantity }) => quantity)).toEqual([5]);
});

test('a repeated write is replayed, and a refusal comes from the current cart', async () => {
  const [one, other] = [await running.start(), await running.start()];
  const key = 't_warm-cart-that-repeats';
  const first = await add(one, key, 'once');
  await add(one, key);
  const again = await add(one, key, 'once');
  expect([again.replayed, again.lineKeys]).toEqual([true, first.lineKeys]);
  await add(one, key);
  await add(other, key);
  await expect(add(one, key, 'unknown', '404')).rejects.toMatchObject({ code: expect.any(String) });
  expect((await add(one, key)).cart.lines.map(({ quantity }) => quantity)).toEqual([5]);
});

test('cached carts can be cleared, and none is kept while most are written by other replicas', () => {
  const warm = new CommittedCarts();
  const committed = { revision: 1, expiresAt: 0, clockOffset: 0 };
  warm.keep('a', 'state', committed);
  warm.clear();
  expect(warm.take('a')).toBe(null);
  warm.keep('a', 'state', committed);
  expect(warm.take('a')).toMatchObject({ revision: 1, state: 'state' });
  expect(warm.take('a')).toBe(null);
  for (let wrong = 0; wrong < 10; wrong += 1) warm.note(false);
  warm.keep('a', 'state', committed);
  expect(warm.take('a')).toBe(null);
});
