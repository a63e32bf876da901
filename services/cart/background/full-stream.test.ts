import { Redis } from 'ioredis';
import { DiscardPolicy, type NatsConnection } from 'nats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventStream } from '#contracts/events.ts';
import { connectNats } from '#platform/bus/connection.ts';
import { EventStream } from '#platform/events/event-stream.ts';
import { OutboxAlarm } from '#platform/events/outbox.ts';
import { natsFixture, redisFixture } from '#testing/engines.ts';
import { storedEvents } from '#testing/stored-events.ts';
import { CartStore } from '../store/cart-store.ts';
import { OutboxStore } from '../store/outbox-store.ts';
import { OutboxGauge, OutboxRelay } from './outbox.ts';

const engine = redisFixture();
const nats = natsFixture();
const quiet = { warn: () => {}, error: () => {} };
let redis: Redis;
let connection: NatsConnection;
beforeAll(async () => {
  redis = new Redis(engine.url);
  connection = await connectNats('test', { NATS_URL: nats.url }, false);
});
afterAll(async () => {
  redis.disconnect();
  await connection.close();
});

test('events that a full stream refuses wait in their outbox, and all arrive once there is room', async () => {
  const manager = await connection.jetstreamManager();
  const { config } = await manager.streams.info(eventStream);
  await manager.streams.update(eventStream, { ...config, max_bytes: 4_000, discard: DiscardPolicy.New });

  const outbox = new OutboxStore(redis);
  const stream = new EventStream(connection);
  const relay = new OutboxRelay({ outbox, stream, log: quiet });
  relay.start();
  const store = new CartStore(redis, Date.now, (shard) => relay.schedulePublishing(shard));
  const watch = new OutboxGauge(outbox, new OutboxAlarm('carts', 'a test', quiet), Date.now);
  const writes = 60;
  for (let write = 0; write < writes; write += 1) {
    await store.commit('t_0123456789abcdef', {
      ...{
        from: await store.read('t_0123456789abcdef'),
        state: '{}',
        lifetimeMs: 60_000,
        emailBefore: '',
        email: '',
      },
      events: [JSON.stringify({ type: 'cart.changed', lines: write, items: [] })],
      deadline: Date.now() + 10_000,
      remembered: [],
    });
  }
  await expect
    .poll(() => stream.problem, { timeout: 30_000 })
    .toMatch(/^the stream of events takes none: max/);
  const { waiting, oldestSeconds } = await watch.measure();
  expect(waiting).toBeGreaterThan(0);
  expect(oldestSeconds).toBeGreaterThan(0);

  await manager.streams.update(eventStream, { ...config, max_bytes: 1_000_000, discard: DiscardPolicy.New });
  await expect.poll(() => watch.measure(), { timeout: 30_000 }).toEqual({ waiting: 0, oldestSeconds: 0 });
  const kept = await storedEvents(connection);
  expect(kept.map(({ data }) => 'lines' in data && data.lines)).toEqual(
    Array.from({ length: writes }, (_, n) => n),
  );
  expect(stream.problem).toBe(null);
  relay.close();
});
