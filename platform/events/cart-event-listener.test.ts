import type { NatsConnection } from 'nats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectNats } from '#platform/bus/connection.ts';
import { contractVersion, encode } from '#platform/bus/wire.ts';
import { createLogger } from '#platform/service/logger.ts';
import { natsFixture } from '#testing/engines.ts';
import { type AnyCartEvent, CartEventListener } from './cart-event-listener.ts';
import { EventStream } from './event-stream.ts';

const nats = natsFixture();
const [wanted, other] = ['w'.repeat(43), 'o'.repeat(43)];
const heard: (AnyCartEvent | 'missed')[] = [];
let connection: NatsConnection;
let publisher: NatsConnection;
let listener: CartEventListener;
const reconnected = Promise.withResolvers<void>();

beforeAll(async () => {
  connection = await connectNats('test', { NATS_URL: nats.url }, false);
  publisher = await connectNats('test', { NATS_URL: nats.url }, false);
  const receiver = {
    needsEventsOf: (digest: string) => digest === wanted,
    receive: (event: AnyCartEvent) => void heard.push(event),
    missed() {
      heard.push('missed');
      reconnected.resolve();
    },
  };
  listener = new CartEventListener(connection, receiver, createLogger('test', 'silent'));
  listener.follow(true);
  await connection.flush();
});
afterAll(async () => {
  await connection.close();
  await publisher.close();
});

const changed = (cart: string, revision: number): AnyCartEvent => ({
  ...{ id: `${cart}:${revision}`, type: 'cart.changed', at: 0 },
  data: { cart, customer: null, revision, items: [], lines: 1 },
});

/** Publishes events and waits until the listener has received them. */
async function publish(...events: AnyCartEvent[]): Promise<void> {
  await new EventStream(publisher).publish(events);
  await connection.flush();
}

test('events of a wanted cart arrive in order, as often as they are published', async () => {
  await publish(changed(wanted, 1), changed(other, 2), changed(wanted, 3));
  await publish(changed(wanted, 3));
  publisher.publish(`event.cart.changed.${wanted}`, 'no event');
  await publish(changed(wanted, 4));
  expect(heard.splice(0)).toEqual([1, 3, 3, 4].map((revision) => changed(wanted, revision)));
});

test('events of a wanted cart arrive also from a message with events of several carts', async () => {
  const together = new EventStream(publisher, () => contractVersion);
  await together.publish([changed(other, 1), changed(wanted, 21), changed(other, 2), changed(wanted, 22)]);
  const events = [{ data: { cart: wanted } }, changed(wanted, 23)];
  publisher.publish('event.cart.batch', encode({ events }));
  await publisher.flush();
  await connection.flush();
  expect(heard.splice(0)).toEqual([21, 22, 23].map((revision) => changed(wanted, revision)));
});

test('after a lost connection the listener reports a possible gap, and gets events again', async () => {
  await connection.reconnect();
  await reconnected.promise;
  // The answer to a flush shows that the server has the subscription again.
  await connection.flush();
  await publish(changed(wanted, 5));
  expect(heard.splice(0)).toEqual(['missed', changed(wanted, 5)]);
});

test('no event arrives while the listener does not follow', async () => {
  listener.follow(false);
  await publish(changed(wanted, 6));
  listener.follow(true);
  await connection.flush();
  await publish(changed(wanted, 7));
  expect(heard.splice(0)).toEqual([changed(wanted, 7)]);
});

test('no event arrives after the listener is closed', async () => {
  listener.close();
  await publish(changed(wanted, 8));
  expect(heard).toEqual([]);
});
