import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Engine } from '#platform/mongodb/engine.ts';
import { mongodFixture } from '#testing/engines.ts';
import { Lease } from './lease.ts';
import { ConnectState } from './state.ts';

const mongod = mongodFixture();
const logger = pino({ level: 'silent' });
let engine: Engine;
let state: ConnectState;
beforeAll(async () => {
  engine = new Engine(mongod.url, logger);
  state = new ConnectState(engine);
  await engine.start(() => state.prepare());
});
afterAll(() => engine.close());

test('of several replicas one leads, until it is silent for the time of its lease', async () => {
  const at = (time: number) => (holder: string) => state.lead(holder, time, time + 15_000);
  expect(await Promise.all(['a', 'b', 'c'].map(at(0)))).toHaveLength(3);
  const [leader = ''] = await Promise.all(
    ['a', 'b', 'c'].map(async (one) => ((await at(1)(one)) ? one : '')),
  ).then((all) => all.filter((one) => one !== ''));
  const other = leader === 'a' ? 'b' : 'a';
  expect(leader).not.toBe('');
  expect([await at(14_000)(other), await at(14_000)(leader), await at(28_000)(other)]).toEqual([
    ...[false, true, false],
  ]);
  expect([await at(29_001)(other), await at(29_002)(leader)]).toEqual([true, false]);
});

test('a leader that ends lets another replica lead at once', async () => {
  await state.resign('a');
  await state.resign('b');
  const [first, second] = [new Lease(state, 'first', logger), new Lease(state, 'second', logger)];
  await first.start();
  await second.start();
  expect([first.isHeld, second.isHeld]).toEqual([true, false]);
  await first.close();
  await second.close();
  const third = new Lease(state, 'third', logger);
  await third.start();
  expect([first.isHeld, third.isHeld]).toEqual([false, true]);
  await third.close();
});
