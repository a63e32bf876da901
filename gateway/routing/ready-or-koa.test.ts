import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { natsFixture } from '#testing/engines.ts';
import { GatewayFixture } from '#testing/gateway/fixture.ts';

const origin = 'https://shop.example';
const site = new GatewayFixture(natsFixture(), {
  CORS_ORIGINS: `${origin},https://*.example.org`,
  TRUSTED_PROXIES: '127.0.0.1',
});

const targets = ['', '/wp-json/cocart'].flatMap((mount) =>
  [
    '/v2/products?per_page=1',
    '/v2/products/13?_fields=id',
    '/v2/store?',
    '/v1/products?',
    '/v2/products/reviews?',
  ].map((path) => mount + path),
);
const requests: readonly Record<string, string>[] = [
  {},
  { origin },
  { origin: 'https://www.example.org' },
  { origin: 'https://other.example' },
  { 'x-forwarded-proto': 'https' },
  { 'accept-encoding': 'identity', 'if-none-match': '"other", W/"another"' },
  { 'if-none-match': '*', origin },
];

async function send(method: string, target: string, headers: Record<string, string>) {
  const outgoing = request(site.gateway.url + target, {
    method,
    headers: { 'x-request-id': 'one', ...headers },
  }).end();
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  const { rawHeaders, statusCode } = answer;
  const pairs = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}`] : []));
  const stable = pairs.filter((pair) => !pair.startsWith('Date: ')).sort();
  return {
    status: statusCode,
    headers: stable,
    body: await text(answer),
    cached: answer.headers['cocart-cache'],
  };
}

/** Number of different spellings of a target so far. The cache has no answer for a new spelling. */
let spellings = 0;

// Koa answers the first request with a new spelling of a target. The response cache answers the next
// request with this spelling.
test.each(['GET', 'HEAD'])('a ready answer to %s equals the answer of the Koa app', async (method) => {
  for (const target of targets) {
    await send('GET', target, {});
    for (const headers of requests) {
      spellings += 1;
      const spelled = `${target}&cart_key=abcdefghijklmnop${spellings}`;
      const [koa, ready] = [await send(method, spelled, headers), await send(method, spelled, headers)];
      expect(ready).toEqual(koa);
      expect([koa.cached, koa.status]).toEqual(['HIT', headers['if-none-match'] === '*' ? 304 : 200]);
    }
  }
});
