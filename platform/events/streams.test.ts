import { AckPolicy, type JetStreamManager, type NatsConnection } from 'nats';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventStream, webhookConsumer } from '#contracts/events.ts';
import { tokenStream } from '#contracts/tokens.ts';
import { connectNats } from '#platform/bus/connection.ts';
import { natsFixture } from '#testing/engines.ts';
import { keepStreams } from './streams.ts';

const nats = natsFixture();
let connection: NatsConnection;
let manager: JetStreamManager;
beforeAll(async () => {
  connection = await connectNats('streams', { NATS_URL: nats.url }, false);
  manager = await connection.jetstreamManager();
});
afterAll(() => connection.close());
beforeEach(async () => {
  await keepStreams(connection);
});

const outcomes = async () => (await keepStreams(connection)).map(({ name, outcome }) => `${name} ${outcome}`);
const unchanged = [`${eventStream} unchanged`, `${tokenStream} unchanged`, `${webhookConsumer} unchanged`];

test('missing streams and the missing consumer are created, and a second call changes nothing', async () => {
  for (const name of [eventStream, tokenStream]) await manager.streams.delete(name);
  expect(await outcomes()).toEqual(unchanged.map((one) => one.replace('unchanged', 'created')));
  expect(await outcomes()).toEqual(unchanged);
  expect((await manager.streams.info(eventStream)).config).toMatchObject({
    ...{ subjects: ['event.>'], max_age: 7 * 86_400e9, max_bytes: 1_073_741_824, duplicate_window: 120e9 },
    ...{ num_replicas: 1, discard: 'old', retention: 'limits', storage: 'file' },
  });
  expect((await manager.streams.info(tokenStream)).config).toMatchObject({
    ...{ subjects: ['log.tokens'], max_age: 86_400e9, max_bytes: 16_777_216 },
  });
  expect((await manager.consumers.info(eventStream, webhookConsumer)).config).toMatchObject({
    ...{ ack_policy: AckPolicy.Explicit, ack_wait: 30e9, max_ack_pending: 1_000, deliver_policy: 'all' },
  });
});

test('foreign subjects are removed from a stream, and the limits that an operator has set stay', async () => {
  const { config } = await manager.streams.info(eventStream);
  const subjects = [...config.subjects, 'call.auth.>', '_INBOX_gateway.>'];
  await manager.streams.update(eventStream, { ...config, subjects, no_ack: true, max_bytes: 5_000_000 });
  expect(await outcomes()).toEqual([`${eventStream} updated`, ...unchanged.slice(1)]);
  const { config: kept } = await manager.streams.info(eventStream);
  expect(kept).toMatchObject({ subjects: ['event.>'], max_bytes: 5_000_000 });
  expect(kept.no_ack ?? false).toBe(false);
});

test('a consumer that pushes is replaced; one that pulls keeps its position', async () => {
  for (const id of ['a', 'b']) await connection.jetstream().publish('event.product.changed', id);
  const consumer = await connection.jetstream().consumers.get(eventStream, webhookConsumer);
  const first = await consumer.next();
  await first?.ackAck();
  await manager.consumers.update(eventStream, webhookConsumer, { max_ack_pending: 7 });
  expect(await outcomes()).toEqual([...unchanged.slice(0, 2), `${webhookConsumer} updated`]);
  const info = await manager.consumers.info(eventStream, webhookConsumer);
  expect([info.config.max_ack_pending, info.ack_floor.stream_seq]).toEqual([1_000, first?.seq]);

  await manager.consumers.delete(eventStream, webhookConsumer);
  const push = { deliver_subject: 'feed.tokens', ack_policy: AckPolicy.Explicit };
  await manager.consumers.add(eventStream, { durable_name: webhookConsumer, ...push });
  expect(await outcomes()).toEqual([...unchanged.slice(0, 2), `${webhookConsumer} updated`]);
  const { config } = await manager.consumers.info(eventStream, webhookConsumer);
  expect(config.deliver_subject).toBeUndefined();
});

test('a NATS with too few nodes keeps its streams, and the error says so', async () => {
  await expect(keepStreams(connection, 3)).rejects.toThrow('NATS has one node, and the streams need 3');
  expect(await outcomes()).toEqual(unchanged);
});
