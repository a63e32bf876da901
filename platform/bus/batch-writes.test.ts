import { connect, type NatsConnection } from 'nats';
import { afterEach, expect, test } from 'vitest';
import { natsFixture } from '#testing/engines.ts';
import { batchWrites } from './batch-writes.ts';

const nats = natsFixture();
const open: NatsConnection[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

/** Returns a connection and the frames that it writes. */
async function batched() {
  const connection = await connect({ servers: nats.url });
  open.push(connection);
  batchWrites(connection);
  const frames: Uint8Array[] = [];
  const { transport } = (
    connection as unknown as { protocol: { transport: { send(frame: Uint8Array): void } } }
  ).protocol;
  const send = transport.send.bind(transport);
  transport.send = (frame) => {
    frames.push(frame);
    send(frame);
  };
  return { connection, frames };
}

/** Publishes messages in separate microtasks of one turn of the event loop. */
async function publishSeveral(connection: NatsConnection, count: number): Promise<void> {
  for (let sent = 0; sent < count; sent += 1) {
    connection.publish('batched', String(sent));
    await null;
  }
}

test('messages of one turn of the event loop go out in one write, in order', async () => {
  const { connection, frames } = await batched();
  const heard: string[] = [];
  connection.subscribe('batched', { callback: (_error, message) => heard.push(message.string()) });
  await connection.flush();
  frames.length = 0;
  await publishSeveral(connection, 5);
  await new Promise((resolve) => setImmediate(resolve));
  expect(frames).toHaveLength(1);
  await connection.flush();
  expect(heard).toEqual(['0', '1', '2', '3', '4']);
});

test('a message is sent before the connection closes in the same turn', async () => {
  const { connection } = await batched();
  const { connection: other } = await batched();
  const heard = Promise.withResolvers<string>();
  other.subscribe('batched', { callback: (_error, message) => heard.resolve(message.string()) });
  await other.flush();
  connection.publish('batched', 'last');
  await connection.close();
  expect(await heard.promise).toBe('last');
});

test('a client package with changed internals is refused', () => {
  const connection = { protocol: { sendCommand: () => undefined } } as unknown as NatsConnection;
  expect(() => batchWrites(connection)).toThrow('has changed');
});
