import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Metrics } from '#platform/service/metrics.ts';
import { natsFixture } from '#testing/engines.ts';
import { GatewayFixture } from '#testing/gateway/fixture.ts';
import { entryOf, ResponseCache } from '../cache/response-cache.ts';
import { GatewayMetrics } from '../http/metrics.ts';
import { Mounts } from '../http/mounts.ts';
import { TransportSecurity } from '../http/transport.ts';
import { dialects } from '../views/dialects.ts';
import { CachedAnswers } from './cached-answers.ts';

const json = JSON.stringify({ text: 'A cup of coffee. '.repeat(500) });
const feed = { current: true, number: 1, age: 0 };
/** Seconds for which the cache serves stale answers. */
const staleFor = 10;
let cache: ResponseCache;
let isClosing = false;

let ready: CachedAnswers;

const server = createServer((incoming, response) => {
  void ready.before(async (_, other) => {
    // As when the request is refused under overload.
    if (!ready.sendStale(incoming, other)) other.writeHead(404).end();
  })(incoming, response);
});

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => server.close());

async function fill(body: unknown): Promise<void> {
  const made = {
    body,
    headers: {},
    holdsUntil: null,
    products: [13],
    asOf: { catalogue: 1, settings: 1, age: 0 },
    route: '/v2/products',
  };
  await cache.getOrMake('key', async () => entryOf(made));
  cache.remember('/v2/products?a=1', 'key');
  cache.remember('/v2/products?_envelope', 'key');
}

beforeEach(async () => {
  isClosing = false;
  feed.current = true;
  feed.age = 0;
  cache = new ResponseCache(staleFor * 1_000);
  cache.follow({ catalogue: feed, settings: feed });
  await fill(JSON.parse(json));
  ready = new CachedAnswers({
    cache,
    metrics: new GatewayMetrics(new Metrics('ready')),
    transport: new TransportSecurity([]),
    mounts: new Mounts([{ prefix: '', dialect: dialects.service }], 'https://api.example'),
    routes: [],
    corsOrigins: [],
    closing: () => isClosing,
  });
});

async function send(headers: Record<string, string> = {}, method = 'GET', target = '/v2/products?a=1') {
  const { port } = server.address() as AddressInfo;
  const outgoing = request({ host: '127.0.0.1', port, method, path: target, headers, agent: false }).end();
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, bytes: await buffer(answer) };
}

/** Repeats a request until the answer is compressed. */
async function untilCompressed(encoding: string) {
  for (let tries = 0; tries < 1_000; tries += 1) {
    const answer = await send({ 'accept-encoding': encoding });
    if (answer.headers['content-encoding'] !== undefined) return answer;
  }
  throw new Error('the answer was never compressed');
}

test('a cached answer is sent only to requests without credentials, preferences or envelope, and not while stopping', async () => {
  const plain = await send();
  expect([plain.status, plain.bytes.toString()]).toEqual([200, json]);
  const others = [
    await send({ authorization: 'Bearer x' }),
    await send({ prefer: 'handling=strict' }),
    await send({}, 'POST'),
    await send({}, 'GET', '/v2/products?_envelope'),
    await send({}, 'GET', '/v2/products?a=2'),
  ];
  isClosing = true;
  expect([...others, await send()].map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
});

test('an answer that is requested repeatedly is compressed; each encoding has its own ETag', async () => {
  const plain = await send();
  const br = await untilCompressed('gzip, br');
  const gzip = await untilCompressed('gzip;q=0.5, br;q=0');
  expect(brotliDecompressSync(br.bytes).toString()).toBe(json);
  expect(gunzipSync(gzip.bytes).toString()).toBe(json);
  const tags = [plain, br, gzip].map(({ headers }) => headers.etag ?? '');
  const digest = tags[0]?.slice(1, -1);
  expect(tags).toEqual([`"${digest}"`, `"${digest}-br"`, `"${digest}-gzip"`]);
  expect(br.headers['content-length']).toBe(String(br.bytes.length));
  for (const tag of tags) {
    const held = await send({ 'if-none-match': tag, 'accept-encoding': 'br' });
    expect([held.status, held.headers.etag, held.bytes.length]).toEqual([304, tag, 0]);
  }
  const head = await send({ 'accept-encoding': 'br' }, 'HEAD');
  expect([head.headers['content-length'], head.bytes.length]).toEqual([br.headers['content-length'], 0]);
});

test.each(['identity', 'deflate', '', 'br;q=0', 'br;q=0.2, identity'])(
  'a body is not compressed for Accept-Encoding: %s',
  async (accepted) => {
    await untilCompressed('br');
    await untilCompressed('gzip');
    const { headers, bytes } = await send({ 'accept-encoding': accepted });
    expect([headers['content-encoding'], bytes.toString()]).toEqual([undefined, json]);
  },
);

test('compressed bodies are removed with their answer', async () => {
  await untilCompressed('br');
  cache.dropProducts([13]);
  expect((await send({ 'accept-encoding': 'br' })).status).toBe(404);
  await fill({ text: 'new' });
  const { headers, bytes } = await send({ 'accept-encoding': 'br' });
  expect([headers['content-encoding'], bytes.toString()]).toEqual([undefined, '{"text":"new"}']);
});

test('an answer that is removed during compression is not cached again', async () => {
  const entry = cache.byTarget('/v2/products?a=1');
  cache.clear();
  if (entry) cache.addEncoded('/v2/products?a=1', entry, { br: Buffer.from('x') });
  expect(cache.byTarget('/v2/products?a=1')).toBeUndefined();
});

test('a refused request gets the cached answer, marked as stale, only while the cache may lack changes', async () => {
  const refused = { method: 'GET', url: '/v2/products?a=1', headers: {} } as IncomingMessage;
  expect(ready.sendStale(refused, {} as ServerResponse)).toBe(false);
  feed.current = false;
  feed.age = 2_500;
  const { status, headers, bytes } = await send();
  expect([status, bytes.toString()]).toEqual([200, json]);
  expect([headers.age, headers.warning]).toEqual(['3', '110 - "Response is Stale"']);
  expect(headers['cache-control']).toBe('public, max-age=0, s-maxage=0');
  expect((await send({ authorization: 'Bearer x' })).status).toBe(404);
  feed.age = (staleFor + 1) * 1_000;
  expect((await send()).status).toBe(404);
});

/** Passes requests to the listener in one turn of the event loop. Returns what happened to their responses, in order. */
async function inOneTurn(...fail: readonly boolean[]): Promise<string[]> {
  const events: string[] = [];
  const incoming = { method: 'GET', url: '/v2/products?a=1', headers: {}, rawHeaders: [], socket: {} };
  for (const [number, fails] of fail.entries()) {
    const response = {
      writeHead() {
        if (fails) throw new Error('the header is invalid');
      },
      end: () => events.push(`end ${number}`),
      destroy: () => events.push(`destroy ${number}`),
    };
    void ready.before(async () => undefined)(
      incoming as unknown as IncomingMessage,
      response as unknown as ServerResponse,
    );
    events.push(`read ${number}`);
  }
  await new Promise(setImmediate);
  return events;
}

test('answers are written after all requests of the turn were read, in their order', async () => {
  expect(await inOneTurn(false, false, false)).toEqual([
    'read 0',
    'read 1',
    'read 2',
    'end 0',
    'end 1',
    'end 2',
  ]);
});

test('answers do not wait for a request that is not answered from the cache', () => {
  const events: string[] = [];
  const pass = (method: string) => {
    const request = { method, url: '/v2/products?a=1', headers: {}, rawHeaders: [], socket: {} };
    const response = { writeHead: () => undefined, end: () => events.push('cached') };
    void ready.before(async () => events.push('other'))(
      request as unknown as IncomingMessage,
      response as unknown as ServerResponse,
    );
  };
  for (const method of ['GET', 'GET', 'POST']) pass(method);
  expect(events).toEqual(['cached', 'cached', 'other']);
});

test('an answer that cannot be written ends its connection, and the others are written', async () => {
  expect((await inOneTurn(false, true, false)).slice(3)).toEqual(['end 0', 'destroy 1', 'end 2']);
});

const origin = 'https://shop.example';
const site = new GatewayFixture(natsFixture(), { CORS_ORIGINS: origin, TRUSTED_PROXIES: '127.0.0.1' });

// Koa answers the first request with a new spelling of a target. The next one is answered before Koa.
test.each(['', '/wp-json/cocart'])(
  'an answer has the same headers before Koa and after it, on %j',
  async (mount) => {
    const target = `${mount}/v2/products/13?_fields=id`;
    await site.get(target);
    const requests = [{}, { origin }, { origin: 'https://other.example' }, { 'x-forwarded-proto': 'https' }];
    for (const [number, headers] of requests.entries()) {
      const spelled = `${target}&cart_key=abcdefghijklmnop${number}`;
      const send = async () => {
        const answer = await site.get(spelled, { 'x-request-id': 'one', ...headers });
        const { date: _date, ...others } = Object.fromEntries(answer.headers);
        return { headers: others, body: answer.body };
      };
      const [koa, ready] = [await send(), await send()];
      expect(ready).toEqual(koa);
      expect(koa.headers['cocart-cache']).toBe('HIT');
    }
  },
);
