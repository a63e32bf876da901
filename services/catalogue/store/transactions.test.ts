import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Engine } from '#platform/mongodb/engine.ts';
import { mongodFixture } from '#testing/engines.ts';
import { Counter } from './changes.ts';

const mongod = mongodFixture();

async function replica() {
  const engine = new Engine(mongod.url, pino({ level: 'silent' }));
  const counter = new Counter(engine.connection);
  await engine.start(() => counter.prepare());
  return { engine, counter };
}

let one: Awaited<ReturnType<typeof replica>>;
let other: Awaited<ReturnType<typeof replica>>;
beforeAll(async () => {
  [one, other] = await Promise.all([replica(), replica()]);
});
afterAll(async () => {
  await one.engine.close();
  await other.engine.close();
});

test('transactions of one replica run in the order of their requests, each once, even if one fails', async () => {
  const begun: number[] = [];
  const all = [0, 1, 2, 3, 4].map((place) =>
    one.engine.transaction(async (session) => {
      begun.push(place);
      await one.counter.next(session, []);
      if (place === 2) throw new Error('refused');
    }),
  );
  const ends = (await Promise.allSettled(all)).map(({ status }) => status);
  expect(begun).toEqual([0, 1, 2, 3, 4]);
  expect(ends).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  expect(await one.counter.last()).toBe(4);
});

test('a transaction that claimed its number keeps it; a concurrent one of another replica restarts before its work', async () => {
  const start = await one.counter.last();
  const claimed = Promise.withResolvers<void>();
  const tried = Promise.withResolvers<void>();
  let worked = 0;
  const first = one.engine.transaction(async (session) => {
    await one.counter.claim(session);
    claimed.resolve();
    await tried.promise;
    return one.counter.next(session, []);
  });
  await claimed.promise;
  const second = other.engine.transaction(async (session) => {
    await other.counter.claim(session).finally(tried.resolve);
    worked += 1;
    return other.counter.next(session, []);
  });
  expect([await first, await second, worked]).toEqual([start + 1, start + 2, 1]);
});
