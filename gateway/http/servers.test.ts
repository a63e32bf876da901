import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { natsFixture } from '#testing/engines.ts';
import { FakeServices } from '#testing/gateway/fake-services.ts';
import { gatewayEnvironment, startGateway } from '#testing/gateway/public-gateway.ts';
import { aProduct } from '#testing/gateway/samples.ts';
import { keepLocalCertificate } from '../../dev/base/tls.ts';
import { GatewaySettings } from '../settings.ts';
import { PublicServers } from './servers.ts';

const nats = natsFixture();
let fakes: FakeServices;

beforeAll(async () => {
  fakes = await FakeServices.start(nats.url);
  fakes.products.set('13', aProduct());
});
afterAll(async () => {
  await fakes[Symbol.asyncDispose]();
});

/** Sends one request with an agent. The agent may reuse a connection. */
async function get(url: string, agent: Agent) {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request(url, { agent }, resolve).on('error', reject).end();
  const answer = await promise;
  let text = '';
  for await (const chunk of answer) text += chunk;
  return { status: answer.statusCode, connection: answer.headers.connection, text };
}

/**
 * Sends `count` requests in one write on one connection. Returns the output when all requests are answered
 * or the connection is closed.
 */
async function pipelined(url: string, count: number): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(`GET /v2/cart HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`.repeat(count));
  let text = '';
  const done = Promise.withResolvers<void>();
  socket.on('error', () => undefined).once('close', () => done.resolve());
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    if (text.split('HTTP/1.1 200').length > count) socket.end();
  });
  await done.promise;
  return text;
}

test('a few pipelined requests are answered in order; thousands close the connection', async () => {
  await using gateway = await startGateway(nats.url);
  expect((await pipelined(gateway.url, 20)).split('HTTP/1.1 200')).toHaveLength(21);
  expect((await pipelined(gateway.url, 1_000)).split('HTTP/1.1 200').length).toBeLessThan(100);
  expect((await fetch(`${gateway.url}/v2/cart`)).status).toBe(200);
});

test('TLS has suites with authenticated encryption only', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cartwright-tls-'));
  const { certFile, keyFile } = await keepLocalCertificate(folder);
  await using gateway = await startGateway(nats.url, { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile });
  /** Returns the suite of a connection that offers only these suites; null if the gateway refuses them. */
  const chosen = async (ciphers: string) => {
    const { promise, resolve } = Promise.withResolvers<string | null>();
    const { hostname: host, port } = new URL(gateway.httpsUrl);
    const socket = connectTls(
      { host, port: Number(port), ciphers, maxVersion: 'TLSv1.2', rejectUnauthorized: false },
      () => resolve(socket.getCipher().standardName),
    ).on('error', () => resolve(null));
    const suite = await promise;
    socket.destroy();
    return suite;
  };
  for (const ciphers of ['ECDHE+AES128+SHA1', 'ECDHE+SHA256:!AESGCM', 'ECDHE+SHA384:!AESGCM', 'kRSA'])
    expect([ciphers, await chosen(`${ciphers}:@SECLEVEL=0`)]).toEqual([ciphers, null]);
  expect(await chosen('DEFAULT')).toMatch(/_GCM_|_POLY1305_/);
  await rm(folder, { recursive: true });
});

test('a process with a busy event loop accepts many connections in one turn', async () => {
  await using gateway = await startGateway(nats.url);
  const { hostname, port } = new URL(gateway.url);
  const sockets = Array.from({ length: 64 }, () => connect(Number(port), hostname));
  const answered = sockets.map(
    (socket) =>
      new Promise<void>((resolve) => {
        socket.once('data', () => resolve()).write('GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n');
      }),
  );
  let turns = 0;
  let ended = false;
  const all = Promise.all(answered).then(() => {
    ended = true;
  });
  const turn = () => {
    if (ended) return;
    turns += 1;
    const end = performance.now() + 20;
    while (performance.now() < end);
    setImmediate(turn);
  };
  turn();
  await all;
  for (const socket of sockets) socket.destroy();
  // If each turn accepted only one connection, 64 connections would need at least 64 turns.
  if (process.platform === 'linux') expect(turns).toBeLessThan(50);
});

test.each([
  ['/v2/products', 'service'],
  ['/wp-json/cocart/v2/products', 'cocart'],
])('a request to %s with too long an address is refused with a JSON error', async (path, prefix) => {
  await using gateway = await startGateway(nats.url);
  const answer = await fetch(`${gateway.url}${path}?search=${'x'.repeat(20_000)}`);
  expect([answer.status, answer.headers.get('content-type'), await answer.json()]).toEqual([
    431,
    'application/json; charset=utf-8',
    {
      code: `${prefix}_request_headers_too_large`,
      message: 'The address and the headers of the request are too large.',
      data: { status: 431, maximum_bytes: 16_384 },
    },
  ]);
});

test('bytes that are no request are answered 400, and the connection is closed', async () => {
  await using gateway = await startGateway(nats.url);
  const { hostname, port } = new URL(gateway.url);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write('no request\r\n\r\n');
  await closed;
  expect(text).toBe('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
});

test('an answer that its client does not read is given up; one that takes long, and one that is read slowly, are not', async () => {
  const settings = GatewaySettings.parse({ ...gatewayEnvironment, NATS_URL: nats.url });
  // So long that this process, which also reads, never takes longer between two readings on a busy machine.
  const unreadMs = 2_000;
  const servers = new PublicServers(settings, () => false, unreadMs);
  const megabyte = Buffer.alloc(1_048_576);
  const givenUp = Promise.withResolvers<void>();
  await servers.open(
    async ({ url }, response) => {
      if (url === '/unread') response.once('close', givenUp.resolve);
      if (url === '/slow') await givenUp.promise.then(() => sleep(unreadMs));
      response.end(url === '/slow' ? 'late' : Buffer.concat(Array(32).fill(megabyte)));
    },
    () => undefined,
  );
  const ask = (path: string) => {
    const socket = connect(servers.ports[0] ?? 0, '127.0.0.1').on('error', () => undefined);
    const closed = new Promise<number>((done) => socket.once('close', () => done(socket.bytesRead)));
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    return { socket, closed };
  };
  const unread = ask('/unread');
  unread.socket.pause();
  const slow = ask('/slow');
  slow.socket.resume();
  const slowly = ask('/slowly');
  slowly.socket.on('data', () => {
    slowly.socket.pause();
    setTimeout(() => slowly.socket.resume(), 10);
  });
  await givenUp.promise;
  unread.socket.resume();
  expect(await unread.closed).toBeLessThan(32 * 1_048_576);
  expect(await slow.closed).toBeGreaterThan(4);
  expect(await slowly.closed).toBeGreaterThan(32 * 1_048_576);
  await servers.shut();
});

test('a port in use is not shared', async () => {
  await using gateway = await startGateway(nats.url);
  const { port } = new URL(gateway.url);
  await expect(startGateway(nats.url, { HTTP_PORT: port })).rejects.toThrow(port);
});

test('requests in flight finish with Connection: close, and no new ones are accepted', async () => {
  await using gateway = await startGateway(nats.url);
  const agent = new Agent({ keepAlive: true });
  await get(`${gateway.url}/v2/cart`, agent);
  const gate = Promise.withResolvers<void>();
  fakes.gate = gate.promise;
  const running = get(`${gateway.url}/v2/products/13`, agent);
  while (fakes.count('catalogue.read-product') === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  const shut = gateway.shut();
  await expect(fetch(`${gateway.url}/v2/cart`)).rejects.toThrow();
  gate.resolve();
  expect(await running).toMatchObject({ status: 200, connection: 'close' });
  await shut;
  agent.destroy();
});

test('an idle client gets one more answer, with Connection: close', async () => {
  await using gateway = await startGateway(nats.url);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  await get(`${gateway.url}/v2/cart`, agent);
  const shut = gateway.shut();
  expect(await get(`${gateway.url}/v2/cart`, agent)).toMatchObject({ status: 200, connection: 'close' });
  await shut;
  agent.destroy();
});

test('with a STOP_DELAY new connections are still answered for that time, with Connection: close', async () => {
  await using gateway = await startGateway(nats.url, { STOP_DELAY: '2' });
  const shut = gateway.shut();
  const agent = new Agent({ keepAlive: true });
  expect(await get(`${gateway.url}/v2/cart`, agent)).toMatchObject({ status: 200, connection: 'close' });
  await shut;
  await expect(fetch(`${gateway.url}/v2/cart`)).rejects.toThrow();
  agent.destroy();
});

test('idle connections do not delay the end', async () => {
  await using gateway = await startGateway(nats.url);
  const agent = new Agent({ keepAlive: true });
  await get(`${gateway.url}/v2/cart`, agent);
  const start = performance.now();
  await gateway.shut();
  expect(performance.now() - start).toBeLessThan(4_000);
  agent.destroy();
});

test('without the catalogue service the gateway stays ready, serves carts and caches no answers', async () => {
  await using gateway = await startGateway(nats.url);
  const statusOf = (path: string) => fetch(gateway.url + path).then(({ status }) => status);
  const cached = async () => (await fetch(`${gateway.url}/v2/products/13`)).headers.get('CoCart-Cache');
  expect([await cached(), await cached()]).toEqual(['MISS', 'HIT']);
  fakes.silence();
  // While the gateway receives no feeds, no answer may come from the cache.
  await expect.poll(async () => [await cached(), await cached()]).toEqual(['MISS', 'MISS']);
  expect([await statusOf('/health/live'), await statusOf('/v2/cart')]).toEqual([200, 200]);
});

test('without NATS every request is refused at once', async () => {
  await using _others = await FakeServices.start(nats.url);
  await using gateway = await startGateway(nats.url);
  process.kill(nats.pid, 'SIGKILL');
  while ((await fetch(`${gateway.url}/v2/cart`)).status === 200);
  const response = await fetch(`${gateway.url}/v2/cart`);
  const { code, data } = JSON.parse(await response.text());
  expect([response.status, response.headers.get('Retry-After'), code]).toEqual([
    503,
    '1',
    'service_unavailable',
  ]);
  expect(data).toEqual({ status: 503, retry_after: 1, request_id: response.headers.get('X-Request-Id') });
});
