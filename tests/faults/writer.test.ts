import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { writeDigest } from '#platform/events/digests.ts';
import { check } from './checker.ts';
import { type Command, lineKeyOf } from './commands.ts';
import { type Commit, outcomeOf, type Write } from './history.ts';
import { emptyCart } from './model.ts';
import { Writer } from './writer.ts';

const product = 13;

/**
 * Simulates a cart over HTTP. Answers every seventh request with 503, and closes the connection of every fifth
 * request.
 */
class SimulatedCart {
  quantity = 0;
  revision = 0;
  requests = 0;
  readonly committed: Commit[] = [];
  readonly #outcomes = new Set<string>();
  readonly #keepsOutcomes: boolean;
  readonly server: Server;

  constructor(keepsOutcomes: boolean) {
    this.#keepsOutcomes = keepsOutcomes;
    // A writer that no longer waits cuts the connection.
    this.server = createServer((request, response) => {
      this.#answer(request, response).catch(() => response.destroy());
    });
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
    const replayed = this.#keepsOutcomes && this.#outcomes.has(key);
    if (!replayed) {
      this.#outcomes.add(key);
      this.quantity += Number(body.quantity);
      this.revision += 1;
      const lines = new Map([[lineKeyOf(product), this.quantity]]);
      this.committed.push({ revision: this.revision, write: writeDigest(key), lines });
    }
    // The write was done, but the client gets no answer.
    if (this.requests % 5 === 0) {
      request.socket.destroy();
      return;
    }
    const etag = `"${this.revision}"`;
    response.writeHead(200, { etag, ...(replayed ? { 'idempotency-replayed': 'true' } : {}) });
    const items = { [lineKeyOf(product)]: { quantity: { value: this.quantity } } };
    response.end(JSON.stringify({ items, removed_items: [], coupons: [] }));
  }
}

let simulated: SimulatedCart | null = null;
afterEach(() => {
  simulated?.server.close();
  simulated?.server.closeAllConnections();
});

async function writeTwoHundred(keepsOutcomes: boolean) {
  simulated = new SimulatedCart(keepsOutcomes);
  const writer = new Writer({ url: await simulated.listen(), sockets: 16 });
  const planned = Array.from({ length: 200 }, (_, number) => ({
    cart: 'cart-of-the-stand-in',
    key: `key-${number}`,
    command: { kind: 'add', product, quantity: 1 + (number % 3) } as const,
    twice: number % 4 === 0,
    ...(number % 10 === 0 ? { againAfterMs: 1 } : {}),
  }));
  writer.start(planned);
  await writer.finished();
  const { quantity, revision, committed } = simulated;
  const state = { ...emptyCart, lines: new Map([[lineKeyOf(product), quantity]]) };
  const history = { cart: 'cart-of-the-stand-in', writes: writer.writes, committed, stock: new Map() };
  return { writer, ...check([{ ...history, final: { revision, state } }]) };
}

test('every write is repeated until it is acknowledged, and with idempotency keys it is done once', async () => {
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
  expect(writer.writes.flatMap((write) => write.attempts).length).toBe(simulated?.requests);
});

test('writes that are planned twice are sent twice', async () => {
  const { writer } = await writeTwoHundred(true);
  const acknowledgements = (write: Write) =>
    write.attempts.filter(({ outcome }) => outcome === 'acknowledged').length;
  expect(writer.writes.map(outcomeOf).every((outcome) => outcome === 'acknowledged')).toBe(true);
  const planned = writer.writes.map(({ key }) => Number(key.slice('key-'.length)));
  expect(writer.writes.map(acknowledgements)).toEqual(
    planned.map((number) => 1 + (number % 4 === 0 ? 1 : 0) + (number % 10 === 0 ? 1 : 0)),
  );
});

test('the check detects a server that forgets idempotency keys', async () => {
  const { writer, doubled, faults } = await writeTwoHundred(false);
  const quantityOf = (command: Command) => (command.kind === 'add' ? command.quantity : 0);
  const sent = writer.writes.reduce((sum, { command }) => sum + quantityOf(command), 0);
  expect(simulated?.quantity).toBeGreaterThan(sent);
  expect(doubled).toBeGreaterThan(0);
  expect(faults.map(({ rule }) => rule)).toContain('write applied twice');
});

test('a refusal is recorded with its status and code, and not sent again', async () => {
  const server = createServer((_, response) =>
    response.writeHead(404).end('{"code":"service_invalid_product"}'),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const writer = new Writer({ url, sockets: 1 });
  writer.start([{ cart: 'some-cart-or-other', key: 'k', command: { kind: 'add', product, quantity: 1 } }]);
  await writer.finished();
  server.close();
  expect(writer.writes[0]?.attempts).toEqual([
    expect.objectContaining({ outcome: 'refused', status: 404, cause: 'service_invalid_product' }),
  ]);
});
