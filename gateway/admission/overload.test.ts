import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { natsFixture } from '#testing/engines.ts';
import { GatewayFixture } from '../testing/fixture.ts';

const origin = 'https://shop.example';
const branch = 'https://berlin.branches.example';
const site = new GatewayFixture(natsFixture(), { CORS_ORIGINS: `${origin},https://*.branches.example` });

/** Returns a connection on which the gateway has already answered a health probe. */
async function opened(): Promise<Socket> {
  const socket = connect(Number(new URL(site.gateway.url).port), '127.0.0.1').setEncoding('latin1');
  const heard = new Promise((resolve) => socket.once('data', resolve));
  socket.write('GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n');
  await heard;
  return socket;
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/**
 * Sends the requests in `texts`, and blocks this process until their deadline has passed. Returns the
 * answers, and the milliseconds of processor time that this process needs for the answers after the block.
 */
async function afterBlock(texts: readonly string[]) {
  const sockets = await Promise.all(texts.map(opened));
  const answers = sockets.map((socket) => new Promise<string>((resolve) => socket.once('data', resolve)));
  await Promise.all(
    sockets.map(
      (socket, at) =>
        new Promise<void>((sent) => {
          socket.write(texts[at] ?? '', () => sent());
        }),
    ),
  );
  const until = performance.now() + 1_700;
  while (performance.now() < until);
  const before = cpuMs();
  const all = await Promise.all(answers);
  const spentMs = cpuMs() - before;
  for (const socket of sockets) socket.destroy();
  return { answers: all, spentMs };
}

const get = (target: string, headers = '') => `GET ${target} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`;

test('requests that waited past their deadline get 503 with Retry-After; probes are answered', async () => {
  const add = JSON.stringify({ id: '13', quantity: '1' });
  const { answers } = await afterBlock([
    get('/health/live'),
    get('/v2/cart', 'X-Request-Id: a-b_C9\r\n'),
    get('/wp-json/cocart/v2/cart'),
    `POST /v2/cart/add-item HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${add.length}\r\n\r\n${add}`,
    get('/v2/cart', `Origin: ${origin}\r\n`),
    get('/v2/cart', `Origin: ${branch}\r\n`),
    get('/v2/cart', 'Origin: https://branches.example\r\n'),
  ]);
  const [probe = '', cart = '', cocart = '', write = '', page = '', branchPage = '', strange = ''] = answers;
  expect(probe).toMatch(/^HTTP\/1.1 200 /);
  const refused = /^HTTP\/1.1 503 [\s\S]*\r\nRetry-After: 1\r\n/;
  for (const answer of [cart, cocart, write, page, branchPage, strange]) expect(answer).toMatch(refused);
  expect(site.fakes.heard).toEqual([]);
  expect(JSON.parse(cart.split('\r\n\r\n')[1] ?? '')).toEqual({
    code: 'service_unavailable',
    message: expect.any(String),
    data: { status: 503, retry_after: 1, request_id: 'a-b_C9' },
  });
  expect(cocart).toContain('"code":"cocart_unavailable"');
  expect(cart).toContain('\r\nX-Content-Type-Options: nosniff\r\n');
  expect(page).toContain(`\r\nAccess-Control-Allow-Origin: ${origin}\r\n`);
  expect(branchPage).toContain(`\r\nAccess-Control-Allow-Origin: ${branch}\r\n`);
  for (const answer of [cart, strange]) expect(answer).not.toContain('Access-Control-Allow-Origin');
  const cartStatus = async () => (await site.get('/v2/cart')).status;
  await expect.poll(cartStatus, { timeout: 30_000 }).toBe(200);
  const metrics = await site.gateway.metrics.registry.metrics();
  const [, count] = /cartwright_http_requests_shed_total{reason="late",.*} (\d+)\n/.exec(metrics) ?? [];
  // A busy machine may also refuse requests of `cartStatus`, so the count may be higher.
  expect(Number(count)).toBeGreaterThanOrEqual(6);
});

test('a refusal takes less than 5 ms of processor time', async () => {
  const many = 200;
  const { answers, spentMs } = await afterBlock(Array.from({ length: many }, () => get('/v2/cart')));
  // The gateway may read and answer a few requests before the process is blocked.
  expect(answers.filter((answer) => answer.startsWith('HTTP/1.1 503 ')).length).toBeGreaterThan(many / 2);
  expect(spentMs / many).toBeLessThan(5);
});
