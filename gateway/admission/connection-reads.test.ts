import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { beforeEach, describe, expect, test } from 'vitest';
import { ConnectionReads } from './connection-reads.ts';

/** Resolves at the end of the current turn of the event loop, after earlier callbacks of `setImmediate`. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

class FakeSocket extends EventEmitter {
  readonly destroyed = false;
  isPaused = false;
  pause() {
    this.isPaused = true;
  }
  resume() {
    this.isPaused = false;
  }
}

let connectionReads: ConnectionReads;
/** Milliseconds by which each call of the fake clock advances the time. */
let lookMs: number;

beforeEach(() => {
  let now = 0;
  lookMs = 0.001;
  connectionReads = new ConnectionReads(() => {
    now += lookMs;
    return now;
  });
});

/**
 * Sends one request on each of `count` connections in one turn, and answers all requests. The network of the
 * connections has sent `recent` requests before.
 */
function ask(count: number, statusCode: number, recent = 0): FakeSocket[] {
  return Array.from({ length: count }, () => {
    const socket = new FakeSocket();
    const response = Object.assign(new EventEmitter(), { statusCode });
    connectionReads.countRequest(requestOn(socket), response as unknown as ServerResponse, () => recent);
    response.emit('finish');
    return socket;
  });
}

/** Opens all `sockets` in one turn. `most` is the number of new connections that the server accepts in a turn. */
function open(sockets: readonly FakeSocket[], most = 128, isTls = false): void {
  for (const socket of sockets) connectionReads.countConnection(socket as unknown as Socket, most, isTls);
}

const requestOn = (socket: FakeSocket) => ({ socket }) as unknown as IncomingMessage;
const paused = (sockets: readonly FakeSocket[]) => sockets.filter(({ isPaused }) => isPaused).length;

describe('connections under load', () => {
  test('do not wait if a turn has few requests', async () => {
    const first = ask(16, 200);
    await turn();
    expect([paused(first), paused(ask(16, 503))]).toEqual([0, 0]);
  });

  test('are read again sixteen at a time, in the order of their answers', async () => {
    const sockets = ask(56, 200);
    const seen: number[] = [];
    for (let at = 0; at < 3; at += 1) {
      await turn();
      seen.push(paused(sockets));
      expect(sockets.findIndex(({ isPaused }) => isPaused)).toBe([32, 48, -1][at]);
    }
    expect(seen).toEqual([24, 8, 0]);
  });

  test('of a network with few requests are read before those of one with many, except each fourth', async () => {
    const [many, few] = [ask(56, 200, 100), ask(16, 200, 1)];
    await turn();
    expect([paused(many), paused(few)]).toEqual([36, 4]);
  });

  test('are read after a refusal at a rate of one connection in two milliseconds', async () => {
    const read: number[] = [];
    lookMs = 10;
    ask(16, 200);
    const refused = ask(240, 503);
    await turn();
    for (let at = 0; at < 3; at += 1) {
      ask(17, 200);
      const before = paused(refused);
      await turn();
      read.push(before - paused(refused));
    }
    // Each call of the fake clock advances the time, so the number of connections read in a turn varies.
    expect(read.every((count) => count > 0 && count <= 48)).toBe(true);
  });

  test('are read after a refusal from both ends: the newest and the oldest', async () => {
    lookMs = 1;
    ask(16, 200);
    const refused = ask(120, 503);
    await turn();
    expect([refused.at(0), refused.at(-1), refused.at(60)].map((one) => one?.isPaused)).toEqual([
      ...[false, false, true],
    ]);
  });

  test('are read 48 at a time after a refusal without a crowd', async () => {
    ask(16, 200);
    const refused = ask(120, 503);
    await turn();
    const first = paused(refused);
    while (paused(refused) > 0) await turn();
    expect(first).toBe(120);
  });

  test('have waited when they are read, and not any more later', async () => {
    const [last] = ask(17, 200).slice(-1) as [FakeSocket];
    await turn();
    expect(connectionReads.waitOf(requestOn(last))).toBeGreaterThan(0);
    for (let at = 0; at < 3; at += 1) await turn();
    expect(connectionReads.waitOf(requestOn(last))).toBe(0);
  });
});

describe('new connections', () => {
  const many = (count: number) => Array.from({ length: count }, () => new FakeSocket());

  test('are read at once if a turn has few of them', async () => {
    const sockets = many(16);
    open(sockets);
    await turn();
    expect(paused(sockets)).toBe(0);
  });

  test('are read sixteen in a turn if they are many, half of them the newest', async () => {
    const [first, later] = [many(40), many(2)];
    open(first);
    await turn();
    const isPaused = first.map((one) => one.isPaused);
    expect(
      [isPaused.slice(0, 8), isPaused.slice(8, 32), isPaused.slice(32)].map((part) => new Set(part)),
    ).toEqual([new Set([false]), new Set([true]), new Set([false])]);
    open(later);
    await turn();
    expect([paused(first), paused(later)]).toEqual([10, 0]);
    await turn();
    expect(paused(first)).toBe(0);
    expect(connectionReads.waitOf(requestOn(first[20] as FakeSocket))).toBeGreaterThan(0);
  });

  test('with TLS are not paused', async () => {
    const sockets = many(40);
    open(sockets, 128, true);
    await turn();
    expect(paused(sockets)).toBe(0);
  });
});

test('new connections may have waited since turns accept as many as they can', async () => {
  const opened = () => {
    const sockets = [new FakeSocket(), new FakeSocket()];
    open(sockets, 2);
    return sockets.map((socket) => connectionReads.waitOf(requestOn(socket)));
  };
  expect(opened()[0]).toBe(0);
  await turn();
  const [first = 0, second = 0] = opened();
  expect(first).toBeGreaterThan(0);
  expect(second).toBeGreaterThanOrEqual(first);
  await turn();
  await turn();
  expect(opened()[0]).toBe(0);
});

test('the connection of a refused write is not read until its turn', async () => {
  const still = new ConnectionReads(() => 0);
  let heard = 0;
  let isCrowd = true;
  const crowd = () => {
    for (let at = 0; at < 17; at += 1) {
      const response = new EventEmitter() as unknown as ServerResponse;
      still.countRequest(requestOn(new FakeSocket()), response, () => 0);
    }
    if (isCrowd) setImmediate(crowd);
  };
  await using server = createServer((request, response) => {
    if (request.method === 'POST') {
      heard += 1;
      still.countRequest(request, response, () => 0);
    }
    response.writeHead(request.method === 'POST' ? 503 : 200).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const [refused, other] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
  const write = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello';
  crowd();
  refused.write(write);
  await once(refused, 'data');
  refused.write(write);
  // The server must not read the second request of `refused` while `other` gets five answers.
  for (let at = 0; at < 5; at += 1) {
    other.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(other, 'data');
  }
  expect(heard).toBe(1);
  isCrowd = false;
  await once(refused, 'data');
  expect(heard).toBe(2);
  for (const socket of [refused, other]) socket.destroy();
});

test('every request on hundreds of connections of a real server is answered', async () => {
  await using server = createServer((request, response) => {
    connectionReads.countRequest(request, response, () => 0);
    response.writeHead(request.url === '/refused' ? 503 : 200).end();
  })
    .prependListener('connection', (socket) => connectionReads.countConnection(socket, 128, false))
    .listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const answers = await Promise.all(
    Array.from({ length: 200 }, async (_, at) => {
      const socket = connect(port, '127.0.0.1').setEncoding('latin1');
      const path = at % 3 === 0 ? '/refused' : '/';
      let said = '';
      for (let round = 1; round <= 3; round += 1) {
        socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello`);
        while (said.split('HTTP/1.1 ').length <= round) said += (await once(socket, 'data'))[0];
      }
      socket.destroy();
      return said.split('HTTP/1.1 ').length - 1;
    }),
  );
  expect(new Set(answers)).toEqual(new Set([3]));
});
