import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EngineProcess, natsPlan, startEngine } from '#testing/engine-process.ts';
import { runWith } from '../program.fixture.ts';
import { connectBus } from '../shared/bus.ts';
import type { NatsUser } from '../shared/settings.ts';

let nats: EngineProcess;
beforeAll(async () => {
  nats = await startEngine(natsPlan);
});
afterAll(() => nats.stop());

const users: (NatsUser | undefined)[] = [];
const connect = (user?: NatsUser) => {
  users.push(user);
  return connectBus({ NATS_URL: nats.url }, user);
};
const keep = (eventReplicas: string | undefined, ...args: string[]) =>
  runWith({ connect, eventReplicas }, ['streams', 'keep', ...args]);

test('streams keep logs in as the user streams, prints what it did, and can be repeated', async () => {
  const { code, out } = await keep('1', '--json');
  const unchanged = ['EVENTS', 'TOKENS', 'webhooks'].map((name) => ({
    name,
    outcome: 'unchanged',
    nodes: 1,
  }));
  expect([code, JSON.parse(out)]).toEqual([0, { streams: unchanged }]);
  const { out: table } = await keep('');
  expect(table.split('\n').filter(Boolean)).toHaveLength(4);
  expect(users).toEqual(['streams', 'streams']);
});

test.each([
  ['2', 2, 'cartwright: EVENT_REPLICAS must be 1, 3 or 5\n'],
  ['3', 5, 'cartwright: the streams cannot be made: NATS has one node, and the streams need 3\n'],
])('EVENT_REPLICAS=%s ends with one sentence', async (replicas, exitCode, sentence) => {
  const { code, err } = await keep(replicas);
  expect([code, err]).toEqual([exitCode, sentence]);
});
