import type { NatsConnection } from 'nats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AnyEvent, eventStream } from '#contracts/events.ts';
import { connectNats } from '#platform/bus/connection.ts';
import { natsFixture } from '#testing/engines.ts';
import { storedEvents } from '#testing/stored-events.ts';
import { EventStream } from './event-stream.ts';

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

test('a deleted stream is created again', async () => {
  const one = new EventStream(connection);
  await one.publish([changed(4)]);
  await (await connection.jetstreamManager()).streams.delete(eventStream);
  await expect(one.publish([changed(5)])).rejects.toThrow();
  await one.publish([changed(5)]);
  expect(await kept()).toEqual([changed(5)]);
});

test('publishing without a server fails with an error', async () => {
  const gone = await connectNats('test', { NATS_URL: nats.url }, false);
  await gone.close();
  await expect(new EventStream(gone).publish([changed(6)])).rejects.toThrow();
});
