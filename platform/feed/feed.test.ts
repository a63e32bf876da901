import type { NatsConnection } from 'nats';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { connectNats } from '#platform/bus/connection.ts';
import { encode } from '#platform/bus/wire.ts';
import { natsFixture } from '#testing/engines.ts';
import { FeedPublisher } from './publisher.ts';
import { FeedSubscriber } from './subscriber.ts';

const nats = natsFixture();
const logger = pino({ level: 'silent' });
const endings: (() => void | Promise<void>)[] = [];

afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

async function connection(): Promise<NatsConnection> {
  const made = await connectNats('test', { NATS_URL: nats.url }, false);
  endings.push(() => made.close());
  return made;
}

/** Returns a list of numbered changes, a feed that publishes them, and a subscriber. */
async function feed() {
  const truth: string[] = [];
  const broken = { store: false };
  const letters = async () => {
    if (broken.store) throw new Error('the store is away');
    return truth.length;
  };
  const publisher = new FeedPublisher(await connection(), { letters }, logger);
  const held: string[] = [];
  /** The number of the last applied change at each snapshot. */
  const snapshots: number[] = [];
  const listener = {
    async snapshot(applied: number) {
      if (broken.store) throw new Error('the store is away');
      snapshots.push(applied);
      held.splice(0, held.length, ...truth);
      return truth.length;
    },
    apply: (change: unknown) => void held.push(change as string),
  };
  const subscriber = new FeedSubscriber(await connection(), 'letters', listener, logger);
  endings.push(
    () => publisher.close(),
    () => subscriber.close(),
  );
  const change = (letter: string, isPublished = true) => {
    truth.push(letter);
    if (isPublished) publisher.publish('letters', truth.length, letter);
  };
  await expect.poll(() => subscriber.current).toBe(true);
  return { truth, held, change, subscriber, publisher, broken, snapshots };
}

test('changes are applied in order, without another snapshot', async () => {
  const { held, change, subscriber, snapshots } = await feed();
  for (const letter of 'abc') change(letter);
  await expect.poll(() => held).toEqual(['a', 'b', 'c']);
  expect(subscriber.number).toBe(3);
  expect(snapshots).toHaveLength(1);
});

test('a lost message is noticed by the heartbeat and repaired by a snapshot', async () => {
  const { held, change, snapshots } = await feed();
  change('a');
  change('b', false);
  await expect.poll(() => held).toEqual(['a', 'b']);
  expect(snapshots).toEqual([-1, 1]);
});

test('a heartbeat that overtakes the message of a change leads to no snapshot', async () => {
  const { truth, held, publisher, subscriber, snapshots } = await feed();
  truth.push('a');
  const heartbeat = await connection();
  heartbeat.publish('feed.letters', encode({ number: 1 }));
  await heartbeat.flush();
  publisher.publish('letters', 1, 'a');
  await expect.poll(() => held).toEqual(['a']);
  expect(subscriber.number).toBe(1);
  expect(snapshots).toHaveLength(1);
});

test('a subscriber is not current while a change waits for an earlier one', async () => {
  const { truth, held, publisher, subscriber, snapshots } = await feed();
  truth.push('a', 'b');
  publisher.publish('letters', 2, 'b');
  await expect.poll(() => subscriber.current).toBe(false);
  publisher.publish('letters', 1, 'a');
  await expect.poll(() => held).toEqual(['a', 'b']);
  expect([subscriber.current, snapshots.length]).toEqual([true, 1]);
});

test('after a silence, a missing change makes the subscriber not current at once', async () => {
  const messages: ((error: null, message: { data: Uint8Array }) => void)[] = [];
  const silent = {
    subscribe: (_subject: string, { callback }: { callback: (typeof messages)[number] }) => {
      messages.push(callback);
      return { unsubscribe: () => undefined };
    },
  } as unknown as NatsConnection;
  const answers = [Promise.resolve(1), new Promise<number>(() => undefined)];
  const listener = { snapshot: () => answers.shift() as Promise<number>, apply: () => undefined };
  const subscriber = new FeedSubscriber(silent, 'letters', listener, logger);
  endings.push(() => subscriber.close());
  const heartbeat = (number: number) => messages[0]?.(null, { data: encode({ number }) });
  await expect.poll(() => subscriber.number).toBe(1);
  heartbeat(1);
  expect(subscriber.current).toBe(true);
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  heartbeat(2);
  expect(subscriber.current).toBe(false);
});

test('changes that overtake each other are applied in order, without another snapshot', async () => {
  const { truth, held, publisher, snapshots } = await feed();
  truth.push('a', 'b', 'c');
  for (const number of [3, 2, 1]) publisher.publish('letters', number, truth[number - 1]);
  await expect.poll(() => held).toEqual(['a', 'b', 'c']);
  expect(snapshots).toHaveLength(1);
});

test('if a change between others is lost, a snapshot repairs the gap', async () => {
  const { held, change, snapshots } = await feed();
  change('a');
  change('b', false);
  change('c');
  await expect.poll(() => held).toEqual(['a', 'b', 'c']);
  expect(snapshots).toHaveLength(2);
  change('d');
  await expect.poll(() => held).toEqual(['a', 'b', 'c', 'd']);
  expect(snapshots).toHaveLength(2);
});

test('a message that arrives twice or late changes nothing', async () => {
  const { held, change, publisher } = await feed();
  change('a');
  change('b');
  await expect.poll(() => held).toEqual(['a', 'b']);
  publisher.publish('letters', 1, 'a');
  publisher.publish('letters', 2, 'b');
  change('c');
  await expect.poll(() => held).toEqual(['a', 'b', 'c']);
});

test('a subscriber without heartbeats is not current, and catches up later', async () => {
  const { held, change, subscriber, broken, truth } = await feed();
  broken.store = true;
  await expect.poll(() => subscriber.current).toBe(false);
  truth.push('a');
  broken.store = false;
  await expect.poll(() => held).toEqual(['a']);
  await expect.poll(() => subscriber.current).toBe(true);
  change('b');
  await expect.poll(() => held).toEqual(['a', 'b']);
});

test('a heartbeat that cannot be published stops nothing', async () => {
  let published = 0;
  const draining = {
    isClosed: () => false,
    publish() {
      published += 1;
      throw new Error('the connection is draining');
    },
  } as unknown as NatsConnection;
  const failures: unknown[] = [];
  const onFailure = (error: unknown) => failures.push(error);
  process.on('unhandledRejection', onFailure);
  endings.push(() => void process.off('unhandledRejection', onFailure));
  const publisher = new FeedPublisher(draining, { a: async () => 1, b: async () => 1 }, logger);
  endings.push(() => publisher.close());
  await expect.poll(() => published).toBeGreaterThan(2);
  expect(failures).toEqual([]);
});

test('an invalid message is skipped', async () => {
  const { held, change } = await feed();
  const made = await connection();
  for (const bytes of [encode({ number: 'x' }), encode(null), Buffer.from('{')])
    made.publish('feed.letters', bytes);
  await made.flush();
  change('a');
  await expect.poll(() => held).toEqual(['a']);
});
