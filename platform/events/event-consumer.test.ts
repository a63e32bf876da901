import type { NatsConnection } from 'nats';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type AnyEvent, eventStream, webhookConsumer } from '#contracts/events.ts';
import { connectNats } from '#platform/bus/connection.ts';
import { encode } from '#platform/bus/wire.ts';
import { natsFixture } from '#testing/engines.ts';
import { EventConsumer } from './event-consumer.ts';
import { EventStream } from './event-stream.ts';
import { keepStreams } from './streams.ts';

const nats = natsFixture();
let connection: NatsConnection;
let stream: EventStream;
let running: EventConsumer[] = [];
let published = 0;

beforeAll(async () => {
  connection = await connectNats('test', { NATS_URL: nats.url }, false);
  stream = new EventStream(connection);
});
afterEach(async () => {
  await Promise.all(running.map((one) => one.close()));
  running = [];
  await (await connection.jetstreamManager()).streams.delete(eventStream);
  await keepStreams(connection);
});
afterAll(() => connection.close());

const until = (holds: () => Promise<void> | void) => vi.waitFor(holds, { timeout: 30_000, interval: 10 });

/** Publishes events and returns their ids. */
async function publish(count: number): Promise<string[]> {
  const events = Array.from({ length: count }, (): AnyEvent => {
    published += 1;
    return { id: `e${published}`, type: 'product.changed', at: published, data: { products: [published] } };
  });
  await stream.publish(events);
  return events.map(({ id }) => id);
}

function consume(
  take: (event: AnyEvent) => Promise<void>,
  plan: ConstructorParameters<typeof EventConsumer>[3] = {},
): EventConsumer {
  const one = new EventConsumer(connection, take, pino({ level: 'silent' }), plan);
  running.push(one);
  void one.run();
  return one;
}

/**
 * Returns how many events of the group are unacknowledged and how many are undelivered, and the settings of the
 * group.
 */
async function group() {
  const info = await (await connection.jetstreamManager()).consumers.info(eventStream, webhookConsumer);
  return { taken: info.num_ack_pending, waiting: info.num_pending, settings: info.config };
}

test('each event goes to one member of the group, also events published before the group existed', async () => {
  const before = await publish(50);
  const taken: string[] = [];
  for (const _ of [1, 2]) consume(async ({ id }) => void taken.push(id));
  const after = await publish(50);
  await until(() => expect(taken.toSorted()).toEqual([...before, ...after].toSorted()));
  await until(async () => expect(await group()).toMatchObject({ taken: 0, waiting: 0 }));
});

test('an event is acknowledged once it is handled; if handling fails, the event is delivered again', async () => {
  const [first = '', second = ''] = await publish(2);
  const safe = Promise.withResolvers<void>();
  const tries: string[] = [];
  consume(async ({ id }) => {
    tries.push(id);
    if (id === first) await safe.promise;
    else if (tries.filter((tried) => tried === second).length < 3) throw new Error('nobody is there');
  });
  await until(() => expect(tries.toSorted()).toEqual([first, second, second, second]));
  await until(async () => expect(await group()).toMatchObject({ taken: 1, waiting: 0 }));
  safe.resolve();
  await until(async () => expect(await group()).toMatchObject({ taken: 0 }));
});

test('an invalid message is skipped, and the events after it are handled', async () => {
  for (const text of ['', '{', '{"type":"cart.sold"}'])
    await connection.jetstream().publish('event.cart.changed', text);
  const ids = await publish(1);
  const taken: string[] = [];
  consume(async ({ id }) => void taken.push(id));
  await until(() => expect(taken).toEqual(ids));
  await until(async () => expect(await group()).toMatchObject({ taken: 0, waiting: 0 }));
});

test('a message with several events is acknowledged once all its valid events are handled', async () => {
  const valid = (id: string) => ({ id, type: 'product.changed', at: 1, data: { products: [1] } });
  const events = [valid('b1'), { type: 'cart.sold' }, valid('b2')];
  await connection.jetstream().publish('event.product.batch', encode({ events }));
  const tries: string[] = [];
  consume(async ({ id }) => {
    tries.push(id);
    if (id === 'b1' && tries.length < 3) throw new Error('nobody is there');
  });
  await until(() => expect(tries).toEqual(['b1', 'b2', 'b1', 'b2']));
  await until(async () => expect(await group()).toMatchObject({ taken: 0, waiting: 0 }));
});

test('a group has at most a thousand unacknowledged messages', async () => {
  const one = consume(async () => {});
  await until(() => expect(one.problem).toBe(null));
  expect((await group()).settings).toMatchObject({ max_ack_pending: 1_000, ack_wait: 30e9 });
});

test('a deleted stream is missing; events are consumed again after it was created', async () => {
  await publish(1);
  const taken: string[] = [];
  const one = consume(async ({ id }) => void taken.push(id));
  await until(() => expect(taken).toHaveLength(1));
  await (await connection.jetstreamManager()).streams.delete(eventStream);
  const problem = 'the consumer webhooks of the stream EVENTS is missing: run cartwright streams keep';
  await until(() => expect([one.problem, one.isMissing]).toEqual([problem, true]));
  await keepStreams(connection);
  const [id] = await publish(1);
  await until(() => expect(taken.at(-1)).toBe(id));
});

test('closing waits for events in progress and accepts no more events', async () => {
  await publish(1);
  const safe = Promise.withResolvers<void>();
  const taken: string[] = [];
  const one = consume(async ({ id }) => {
    taken.push(id);
    await safe.promise;
  });
  await until(() => expect(taken).toHaveLength(1));
  const closed = one.close();
  await publish(1);
  safe.resolve();
  await closed;
  await until(async () => expect(await group()).toMatchObject({ taken: 0, waiting: 1 }));
  expect(taken).toHaveLength(1);
});

test('unwanted events are kept for a minute, and are handled if they become wanted', async () => {
  let isWanted = false;
  const taken: string[] = [];
  const one = consume(async ({ id }) => void taken.push(id), { isWanted: () => isWanted });
  const ids = await publish(3);
  await until(async () => expect(await group()).toMatchObject({ taken: 3, waiting: 0 }));
  expect([taken, one.problem, one.backlog.waiting]).toEqual([[], null, 0]);
  isWanted = true;
  await until(() => expect(taken).toEqual(ids));
  await until(async () => expect(await group()).toMatchObject({ taken: 0 }));
});

test('unwanted events are given back when a replica ends', async () => {
  const first = consume(async () => undefined, { isWanted: () => false });
  const ids = await publish(2);
  await until(async () => expect(await group()).toMatchObject({ taken: 2 }));
  await first.close();
  const taken: string[] = [];
  consume(async ({ id }) => void taken.push(id));
  await until(() => expect(taken.toSorted()).toEqual(ids));
});

test('old events that nobody wants are acknowledged unread', async () => {
  await publish(250);
  const taken: string[] = [];
  consume(async ({ id }) => void taken.push(id), { isWanted: () => false, unwantedMs: 0 });
  await until(async () => expect(await group()).toMatchObject({ taken: 0, waiting: 0 }));
  expect(taken).toEqual([]);
});
