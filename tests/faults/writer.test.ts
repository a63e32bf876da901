import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { check } from './checker.ts';
import { Writer } from './writer.ts';

/** A cart over HTTP as the product has it, with faults to choose: what happens to every n-th request. */
class StandIn {
  quantity = 0;
  revision = 0;
  requests = 0;
  readonly #outcomes = new Set<string>();
  readonly #remembers: boolean;
  readonly server: Server;

  constructor(remembers: boolean) {
    this.#remembers = remembers;
    this.server = createServer((request, response) => void this.#answer(request, response));
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = (await json(request)) as { quantity: string };
    this.requests += 1;
    if (this.requests % 7 === 0) {
      response.writeHead(503).end('{"code":"service_unavailable"}');
      return;
    }
    const key = String(request.headers['idempotency-key']);
    const replayed = this.#remembers && this.#outcomes.has(key);
    if (!replayed) {
      this.#outcomes.add(key);
      this.quantity += Number(body.quantity);
      this.revision += 1;
    }
    // The write has happened, and the client never hears of it.
    if (this.requests % 5 === 0) {
      request.socket.destroy();
      return;
    }
    const etag = `"${this.revision}"`;
    response.writeHead(200, { etag, ...(replayed ? { 'idempotency-replayed': 'true' } : {}) });
    response.end(JSON.stringify({ items: { a: { quantity: { value: this.quantity } } } }));
  }
}

let standIn: StandIn | null = null;
afterEach(() => {
  standIn?.server.close();
  standIn?.server.closeAllConnections();
});

async function writeTwoHundred(remembers: boolean) {
  standIn = new StandIn(remembers);
  const writer = new Writer({ url: await standIn.listen(), productId: 13, sockets: 16 });
  const planned = Array.from({ length: 200 }, (_, number) => ({
    cart: 'cart-of-the-stand-in',
    key: `key-${number}`,
    command: { kind: 'add' as const, quantity: 1 + (number % 3) },
  }));
  writer.start(planned);
  await writer.finished();
  const { quantity, revision } = standIn;
  return {
    writer,
    ...check([{ cart: planned[0]?.cart ?? '', writes: writer.writes, final: { quantity, revision } }]),
  };
}

test('every write is sent until it is acknowledged, and a server that remembers its keys stays exact', async () => {
  const { writer, acknowledged, retried, replayed, open, lost, doubled, faults } =
    await writeTwoHundred(true);
  expect({ acknowledged, open, lost, doubled, faults }).toEqual({
    acknowledged: 200,
    open: 0,
    lost: 0,
    doubled: 0,
    faults: [],
  });
  expect(replayed).toBeGreaterThan(0);
  expect(retried).toBeGreaterThan(replayed);
  expect(writer.inFlight).toBe(0);
  expect(writer.writes.flatMap((write) => write.attempts).length).toBe(standIn?.requests);
});

test('a server that forgets its keys is caught with the units it counted twice', async () => {
  const { writer, doubled } = await writeTwoHundred(false);
  const sent = writer.writes.reduce((sum, { command }) => sum + command.quantity, 0);
  expect(doubled).toBeGreaterThan(0);
  expect(doubled).toBe((standIn?.quantity ?? 0) - sent);
});

test('a refusal is recorded with its status and code, and not sent again', async () => {
  const server = createServer((_, response) =>
    response.writeHead(404).end('{"code":"service_invalid_product"}'),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const writer = new Writer({ url, productId: 13, sockets: 1 });
  writer.start([{ cart: 'some-cart-or-other', key: 'k', command: { kind: 'add', quantity: 1 } }]);
  await writer.finished();
  server.close();
  expect(writer.writes[0]?.attempts).toEqual([
    expect.objectContaining({ outcome: 'refused', status: 404, cause: 'service_invalid_product' }),
  ]);
});
