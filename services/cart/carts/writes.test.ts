import fc from 'fast-check';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { redisFixture } from '#testing/engines.ts';
import type { Change } from '../domain/commands.ts';
import { anItem, factsOf, stocked } from '../model/context.fixture.ts';
import { Replicas } from './carts.fixture.ts';
import type { Carts } from './carts.ts';
import { WriteQueue, type WriteResult } from './writes.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('tasks that wait during a run go to the next run together, at most 64', async () => {
  const sizes: number[] = [];
  const queue = new WriteQueue<number, number>(async (_key, writes) => {
    sizes.push(writes.length);
    await turn();
    for (const { task, resolve } of writes) resolve(task);
  });
  const results = await Promise.all(Array.from({ length: 100 }, (_, n) => queue.push('a', n)));
  expect(results).toEqual(Array.from({ length: 100 }, (_, n) => n));
  expect(sizes).toEqual([1, 64, 35]);
});

test('a run that fails rejects only its own unsettled tasks', async () => {
  let runs = 0;
  const queue = new WriteQueue<number, string>(async (_key, writes) => {
    runs += 1;
    await turn();
    if (runs > 1) {
      writes[0]?.resolve('done before the fault');
      throw new Error('fault');
    }
    for (const { resolve } of writes) resolve('done');
  });
  const results = await Promise.allSettled([queue.push('a', 1), queue.push('a', 2), queue.push('a', 3)]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  expect(await Promise.allSettled([queue.push('b', 4)])).toHaveLength(1);
});

test('a thousand tasks of one key at once are all done, and other keys do not wait for them', async () => {
  const gate = Promise.withResolvers<void>();
  const queue = new WriteQueue<number, number>(async (key, writes) => {
    if (key === 'a') await gate.promise;
    for (const { task, resolve } of writes) resolve(task);
  });
  const all = Array.from({ length: 1_000 }, (_, n) => queue.push('a', n));
  expect(await queue.push('b', 1)).toBe(1);
  gate.resolve();
  expect(await Promise.all(all)).toEqual(all.map((_, n) => n));
});

test('every task is settled exactly once, in order for each key', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.boolean()), { maxLength: 200 }),
      async (tasks) => {
        const running = new Set<string>();
        const seen: Record<string, number[]> = { a: [], b: [], c: [] };
        const queue = new WriteQueue<[number, boolean], number>(async (key, writes) => {
          expect(running.has(key)).toBe(false);
          running.add(key);
          if (writes.length % 2 === 0) await turn();
          for (const { task, resolve, reject } of writes) {
            seen[key]?.push(task[0]);
            if (task[1]) resolve(task[0]);
            else reject(new Error('refused'));
          }
          running.delete(key);
        });
        const results = await Promise.allSettled(tasks.map(([key, ok], n) => queue.push(key, [n, ok])));
        expect(results.map(({ status }) => status === 'fulfilled')).toEqual(tasks.map(([, ok]) => ok));
        for (const [key, numbers] of Object.entries(seen)) {
          expect(numbers).toEqual(tasks.flatMap(([of], n) => (of === key ? [n] : [])));
        }
      },
    ),
    { numRuns: 200 },
  );
});

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
