import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import Koa from 'koa';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLogger } from '#platform/service/logger.ts';
import { freePort } from '../../dev/base/ports.ts';
import { errors } from '../http/errors.ts';
import { Mounts } from '../http/mounts.ts';
import type { GatewayState } from '../http/request-state.ts';
import { guest } from '../http/request-state.ts';
import { TransportSecurity } from '../http/transport.ts';
import { dialects } from '../views/dialects.ts';
import { upstream, upstreamLimits } from './upstream.ts';

const never = 600_000;
const readMessage = 'The shop behind this service did not answer in time. Please try again.';
const changeMessage = 'The request may have been carried out. Look at its result before you try again.';
const orderMessage = 'The order may have been placed. Look at your orders before you try again.';

let wordPress: Server;
let received: string[];
let answer: RequestListener;
const closers: (() => unknown)[] = [];
/** Levels of the lines that the gateways have logged. */
const logged: number[] = [];
/** Statuses of the gateways' answers, as the metrics count them. */
const statuses: number[] = [];

const portOf = (server: Server) => (server.address() as AddressInfo).port;
beforeAll(async () => {
  wordPress = createServer((request, response) => {
    received.push(`${request.method} ${request.url}`);
    // The whole request has arrived before WordPress falls silent or breaks off.
    request.resume().on('end', () => answer(request, response));
  }).listen(0, '127.0.0.1');
  await once(wordPress, 'listening');
});
beforeEach(() => {
  received = [];
  logged.length = 0;
  statuses.length = 0;
});
afterAll(async () => {
  wordPress.closeAllConnections();
  wordPress.close();
  for (const close of closers) await close();
});

/** Starts a gateway in front of the WordPress at a port. Its limits never pass, except those in `limits`. */
async function gatewayOf(port: number, limits: Partial<typeof upstreamLimits> = {}): Promise<string> {
  const mounts = new Mounts(
    [{ prefix: '/wp-json/cocart', dialect: dialects.service }],
    'https://api.example',
  );
  const behind = upstream({
    url: `http://127.0.0.1:${port}`,
    publicUrl: 'https://api.example',
    corsOrigins: [],
    namespaces: ['wc/store', 'wc/v3'],
    mounts,
    transport: new TransportSecurity([]),
    identities: { of: async () => ({ identity: guest, shopMs: 0 }) },
    caller: { request: async () => ({ counted: false }) as never },
    limits: {
      ...upstreamLimits,
      silenceMs: never,
      wholeMs: never,
      payment: { silenceMs: never, wholeMs: never },
      ...limits,
    },
  });
  const logger = createLogger('upstream-test', 'info', {
    write: (line) => void logged.push((JSON.parse(line) as { level: number }).level),
  });
  const app = new Koa<GatewayState, object>();
  app.use(async (ctx, next) => {
    Object.assign(ctx.state, mounts.of(ctx.path));
    await next();
    statuses.push(ctx.status);
  });
  app.use(errors(logger)).use(behind.middleware);
  const front = app.listen(0, '127.0.0.1');
  await once(front, 'listening');
  closers.push(
    behind.close,
    () => front.close(),
    () => front.closeAllConnections(),
  );
  return `http://127.0.0.1:${portOf(front)}/wp-json`;
}

async function asked(address: string, method: string, headers: Record<string, string> = {}) {
  const response = await fetch(address, { method, headers, ...(method === 'POST' && { body: '{}' }) });
  const { code, message } = (await response.json()) as { code: string; message: string };
  return { status: response.status, retry: response.headers.get('Retry-After'), code, message };
}

const unknown = (message: string) => ({
  status: 504,
  retry: null,
  code: 'service_upstream_timeout',
  message,
});
const tryAgain = expect.objectContaining({ status: 503, retry: '1', code: 'service_unavailable' });

/** Requests, and what the client is told when WordPress got them and did not answer. */
const requests: [method: string, path: string, message: string, headers?: Record<string, string>][] = [
  ['POST', '/wc/store/v1/checkout', orderMessage],
  ['POST', '/wc/store/v1/Checkout/?x=1', orderMessage],
  ['POST', '/wc/store/checkout/341', orderMessage],
  ['POST', '/wc/store/v1/check%6Fut', orderMessage],
  ['GET', '/wc/store/v1/checkout', orderMessage, { 'X-HTTP-Method-Override': 'POST' }],
  ['GET', '/wc/store/v1/checkout?_method=POST', orderMessage],
  ['POST', '/wc/store/v1/batch', changeMessage],
  ['POST', '/wc/store/v1/cart/add-item', changeMessage],
  ['POST', '/wc/v3/orders', changeMessage],
  ['PUT', '/wc/v3/orders/1', changeMessage],
  ['PATCH', '/wc/v3/orders/1', changeMessage],
  ['DELETE', '/wc/v3/orders/1', changeMessage],
];

describe.each(requests)('%s %s', (method, path, message, headers) => {
  test('says what may have happened when the connection breaks after the request', async () => {
    answer = (_, response) => response.destroy();
    const gateway = await gatewayOf(portOf(wordPress));
    expect(await asked(gateway + path, method, headers)).toEqual(unknown(message));
    expect(received).toHaveLength(1);
  });

  test('may be sent again when WordPress cannot be reached', async () => {
    const gateway = await gatewayOf(await freePort());
    expect(await asked(gateway + path, method, headers)).toEqual(tryAgain);
  });
});

test('a payment has a limit of its own, any other request the usual one', async () => {
  answer = () => undefined;
  const usual = await gatewayOf(portOf(wordPress), { silenceMs: 50 });
  const payments = await gatewayOf(portOf(wordPress), { payment: { silenceMs: 50, wholeMs: never } });
  const answers = requests.map(async ([method, path, message, headers]) => {
    const gateway = /check|batch/i.test(path) ? payments : usual;
    expect(await asked(gateway + path, method, headers)).toEqual(unknown(message));
  });
  await Promise.all(answers);
  expect(await asked(`${usual}/wc/store/v1/checkout`, 'GET')).toEqual(unknown(readMessage));
  expect(received).toHaveLength(requests.length + 1);
  expect(upstreamLimits).toMatchObject({
    silenceMs: 10_000,
    payment: { silenceMs: 90_000, wholeMs: 120_000 },
  });
});

test('an answer that takes too long as a whole has the same words', async () => {
  answer = (_, response) => response.writeHead(200, { 'Content-Type': 'application/json' }).write('{');
  const gateway = await gatewayOf(portOf(wordPress), {
    wholeMs: 50,
    payment: { silenceMs: never, wholeMs: 50 },
  });
  expect(await asked(`${gateway}/wc/store/v1/checkout`, 'POST')).toEqual(unknown(orderMessage));
  expect(await asked(`${gateway}/wc/v3/orders`, 'DELETE')).toEqual(unknown(changeMessage));
  expect(await asked(`${gateway}/wc/v3/orders`, 'GET')).toEqual(unknown(readMessage));
});

test('a JSON answer that breaks off or is too large leaves a change unknown, and a read can be repeated', async () => {
  const broken: RequestListener = (_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 100 });
    response.write('{"a":', () => response.destroy());
  };
  const large: RequestListener = (_, response) =>
    response.setHeader('Content-Length', upstreamLimits.answerBytes + 1).flushHeaders();
  const gateway = await gatewayOf(portOf(wordPress));
  for (answer of [broken, large]) {
    expect(await asked(`${gateway}/wc/store/v1/checkout`, 'POST')).toEqual(unknown(orderMessage));
    expect(await asked(`${gateway}/wc/v3/orders`, 'GET')).toEqual(tryAgain);
  }
});

test.each([
  [502, 'POST', null],
  [504, 'POST', null],
  [504, 'GET', '9'],
  [503, 'POST', '9'],
])('the Retry-After of a %d answer to %s is %s', async (status, method, retry) => {
  answer = (_, response) =>
    response.writeHead(status, { 'Retry-After': '9' }).end('{"code":"proxy","message":""}');
  const gateway = await gatewayOf(portOf(wordPress));
  expect(await asked(`${gateway}/wc/v3/orders`, method)).toMatchObject({ status, retry });
});

test.each(['/wc/v3/orders', '/wc/store/v1/checkout'])(
  'a client of %s that leaves is no error',
  async (path) => {
    const arrived = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    answer = (_, response) => {
      response.once('close', ended.resolve);
      arrived.resolve();
    };
    const gateway = await gatewayOf(portOf(wordPress));
    const client = new AbortController();
    const asking = fetch(gateway + path, { method: 'POST', body: '{}', signal: client.signal });
    await arrived.promise;
    client.abort();
    await expect(asking).rejects.toThrow();
    await ended.promise;
    await vi.waitFor(() => expect(statuses).toEqual([499]));
    answer = (_, response) => response.destroy();
    await asked(`${gateway}/wc/v3/orders`, 'GET');
    // The only line is that of the second request, whose connection broke.
    expect(logged).toEqual([40]);
  },
);

test('an upload of up to 64 KiB takes no place until it has arrived', async () => {
  answer = (_, response) => response.end('{}');
  const gateway = new URL(await gatewayOf(portOf(wordPress), { connections: 1, placeWaitMs: 0 }));
  const socket = connect(Number(gateway.port), '127.0.0.1');
  closers.push(() => socket.destroy());
  await once(socket, 'connect');
  const head = ['POST /wp-json/wc/v3/orders HTTP/1.1', 'Host: a', 'Content-Length: 65536', '', 'x'];
  socket.write(head.join('\r\n'));
  expect(await asked(`${gateway}/wc/v3/orders`, 'GET')).toMatchObject({ status: 200 });
  socket.write('x'.repeat(65_535));
  await vi.waitFor(() =>
    expect(received).toEqual(['GET /wp-json/wc/v3/orders', 'POST /wp-json/wc/v3/orders']),
  );
});
