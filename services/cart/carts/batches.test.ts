import type { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { redisFixture } from '#testing/engines.ts';
import { anItem } from '../domain/command-context.fixture.ts';
import type { Change } from '../domain/commands.ts';
import { factsOf, stocked } from '../domain/facts.fixture.ts';
import { Replicas } from './carts.fixture.ts';
import type { Carts } from './carts.ts';
import type { WriteResult } from './pending-writes.ts';

const engine = redisFixture();
const products = [factsOf(), factsOf({ id: 14, sku: 'mug', name: 'Mug' }), stocked(2, { id: 35 })];
let running: Replicas;
let carts: Carts;
let observer: Redis;

beforeAll(async () => {
  running = new Replicas(engine.url, new Map(products.map((one) => [one.id, one])));
  carts = await running.start();
  observer = running.observer;
});
afterAll(() => running.close());

const context = () => ({ requestId: 'test', deadline: Date.now() + 30_000, claim: null });
const add = (reference: string, quantity = '1'): Change => ({
  kind: 'add-item',
  item: anItem({ reference, quantity }),
  email: null,
  phone: null,
});

function batch(
  key: string,
  changes: readonly Change[],
  together: 'each' | 'all-or-none' = 'each',
  once = `${Math.random()}`,
): Promise<WriteResult> {
  const conditions = { once: { key: once, origin: 'client' as const, digest: 'd' }, ifRevision: null };
  return carts.change(key, { conditions, changes, together }, context());
}

/** Returns how many events and cart states a function has written to Redis. */
async function counted(run: () => Promise<unknown>) {
  await observer.config('RESETSTAT');
  await run();
  const stats = await observer.info('commandstats');
  const calls = (name: string) =>
    Number(new RegExp(`^cmdstat_${name}:calls=(\\d+)`, 'm').exec(stats)?.[1] ?? 0);
  return { events: calls('xadd'), states: calls('hset') };
}

const quantities = ({ cart }: WriteResult) =>
  cart.lines.map(({ productId, quantity }) => [productId, quantity]);
const outcomes = ({ results }: WriteResult) =>
  results?.map((part) => part && (part.ok ? part.lineKeys.length : part.error.code));

test('several changes are one commit: the revision grows by one, and each has its own result', async () => {
  const key = 't_batch-one-commit';
  const { revision } = (await batch(key, [add('13')])).cart;
  const writes = await counted(async () => {
    const changed = await batch(key, [
      add('13', '2'),
      { kind: 'look' },
      add('35', '3'),
      add('14'),
      add('999'),
    ]);
    expect([changed.cart.revision, quantities(changed)]).toEqual([
      revision + 1,
      [
        [13, 3],
        [14, 1],
      ],
    ]);
    expect(outcomes(changed)).toEqual([1, 0, 'service_not_enough_in_stock', 1, 'service_invalid_product']);
    expect(changed.cart.notices.length).toBe(2);
  });
  expect(writes.events).toBe(1);
});

test('a later change applies to the result of the earlier ones', async () => {
  const changed = await batch('t_batch-in-order', [add('35'), add('35'), add('35')]);
  expect(outcomes(changed)).toEqual([1, 1, 'service_not_enough_stock_remaining']);
  expect(quantities(changed)).toEqual([[35, 2]]);
});

test('all or none: one refused change leaves the cart unchanged', async () => {
  const key = 't_batch-all-or-none';
  const { revision } = (await batch(key, [add('13')])).cart;
  const writes = await counted(async () => {
    const changed = await batch(key, [add('14'), add('35', '3'), add('13')], 'all-or-none');
    expect([changed.cart.revision, quantities(changed)]).toEqual([revision, [[13, 1]]]);
    expect(outcomes(changed)).toEqual([null, 'service_not_enough_in_stock', null]);
  });
  expect(writes).toEqual({ events: 0, states: 0 });
  expect(outcomes(await batch(key, [add('14'), add('13')], 'all-or-none'))).toEqual([1, 1]);
});

test('a repetition under its key changes nothing, and each part has the same result', async () => {
  const key = 't_batch-repeated';
  const changes = [add('13'), add('35', '3'), add('14')];
  const first = await batch(key, changes, 'each', 'the-same');
  const again = await batch(key, changes, 'each', 'the-same');
  expect([first.replayed, again.replayed, again.cart.revision]).toEqual([false, true, first.cart.revision]);
  expect([outcomes(again), quantities(again)]).toEqual([outcomes(first), quantities(first)]);
});

test('concurrent batches over several replicas lose nothing', async () => {
  const key = 't_batch-concurrent';
  const all = await Promise.all(Array.from({ length: 50 }, () => batch(key, [add('13'), add('14', '2')])));
  expect(new Set(all.map(({ cart }) => cart.revision)).size).toBe(50);
  const { lines } = (await batch(key, [{ kind: 'look' }])).cart;
  expect(lines.map(({ quantity }) => quantity)).toEqual([50, 100]);
});
