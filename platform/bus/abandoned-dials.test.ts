import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { NatsConnection } from 'nats';
import { expect, onTestFinished, test } from 'vitest';
import { natsFixture } from '#testing/engines.ts';
import { connectNats } from './connection.ts';

const nats = natsFixture();

/** Starts a server that accepts connections and never answers, like a hung NATS node. Returns its sockets and port. */
async function silentServer() {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket.on('error', () => undefined).resume()));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  return { sockets, port: address && typeof address === 'object' ? address.port : 0 };
}

test('the client closes its socket to a server that hangs while connecting', async () => {
  const { sockets, port } = await silentServer();
  const NATS_URL = `${nats.url},nats://127.0.0.1:${port}`;
  let connection: NatsConnection;
  // The client tries its servers in random order, so the loop connects until the client has tried the hung server.
  for (;;) {
    connection = await connectNats('cli', { NATS_URL }, false);
    if (sockets.length > 0) break;
    await connection.close();
  }
  await connection.flush();
  await expect.poll(() => sockets.every(({ closed }) => closed), { timeout: 30_000 }).toBe(true);
  await connection.close();
});
