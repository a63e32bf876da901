import type { NatsConnection } from 'nats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AnyEvent, eventStream } from '#contracts/events.ts';
import { connectNats } from '#platform/bus/connection.ts';
import { contractVersion, eventBatchContract } from '#platform/bus/wire.ts';
import { natsFixture } from '#testing/engines.ts';
import { storedEvents } from '#testing/stored-events.ts';
import { EventStream } from './event-stream.ts';
import { keepStreams, streamDependency } from './streams.ts';

const nats = natsFixture();
let connection: NatsConnection;
beforeAll(async () => {
  connection = await connectNats('test', { NATS_URL: nats.url }, false);
});
afterAll(() => connection.close());

const changed = (revision: number): AnyEvent => ({
  id: `c:${revision}`,
  type: 'cart.changed',
  at: 1_795_000_000_000,
  data: { cart: 'd'.repeat(43), customer: null, revision, items: [], lines: 0 },
});

const kept = () => storedEvents(connection);

test('events are stored in order, and a repeated one is stored once', async () => {
  const [one, other] = [new EventStream(connection), new EventStream(connection)];
  await one.publish([changed(1), changed(2)]);
  await other.publish([changed(2), changed(3)]);
  expect(await kept()).toEqual([changed(1), changed(2), changed(3)]);
});

test('several events are one message once all replicas can read it; the same message is stored once', async () => {
  let contract = contractVersion;
  const one = new EventStream(connection, () => contract);
  const count = async () =>
    (await (await connection.jetstreamManager()).streams.info(eventStream)).state.messages;
  const before = await count();
  const login: AnyEvent = { id: 'l', type: 'login.granted', at: 1, data: { account: 1, method: 'password' } };
  const events = [...Array.from({ length: 100 }, (_, number) => changed(100 + number)), login, changed(200)];
  await one.publish(events);
  await one.publish(events);
  // Four messages: 64 cart events, 36 cart events, the login, and the last cart event.
  const after = await count();
  expect(after - before).toBe(4);
  expect((await kept()).slice(-events.length)).toEqual(events);
  contract = eventBatchContract - 1;
  await one.publish([changed(300), changed(301)]);
  expect((await count()) - after).toBe(2);
});

test('a missing stream is sick with the command that makes it, and takes events once it is made', async () => {
  const one = new EventStream(connection);
  const dependency = streamDependency(connection, one, []);
  await one.publish([changed(4)]);
  expect(await dependency.check()).toEqual({ state: 'up', reason: '' });
  await (await connection.jetstreamManager()).streams.delete(eventStream);
  await expect(one.publish([changed(5)])).rejects.toThrow();
  const reason = 'the stream EVENTS is missing: run cartwright streams keep';
  expect(await dependency.check()).toEqual({ state: 'sick', reason });
  await keepStreams(connection);
  await one.publish([changed(5)]);
  expect([await kept(), await dependency.check()]).toEqual([[changed(5)], { state: 'up', reason: '' }]);
});

test('publishing without a server fails with an error', async () => {
  const gone = await connectNats('test', { NATS_URL: nats.url }, false);
  await gone.close();
  await expect(new EventStream(gone).publish([changed(6)])).rejects.toThrow();
});
