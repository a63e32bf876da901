import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FoldQueue } from './fold-queue.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('tasks that wait during a run go to the next run together, at most 64', async () => {
  const sizes: number[] = [];
  const queue = new FoldQueue<number, number>(async (_key, writes) => {
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
  const queue = new FoldQueue<number, string>(async (_key, writes) => {
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
  const queue = new FoldQueue<number, number>(async (key, writes) => {
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
        const queue = new FoldQueue<[number, boolean], number>(async (key, writes) => {
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
