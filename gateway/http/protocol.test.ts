import { describe, expect, test } from 'vitest';
import { natsFixture } from '#testing/engines.ts';
import { GatewayFixture } from '#testing/gateway/fixture.ts';

const site = new GatewayFixture(natsFixture());

describe('a route', () => {
  test.each([
    ['GET', '/v2/nope'],
    ['GET', '/v1/nope'],
    ['GET', '/nope'],
    ['GET', '/v2/cart/nope/deeper'],
    ['GET', '/v2/cart/add-item'],
    ['DELETE', '/v2/cart'],
    ['PUT', '/v2/cart/add-item'],
    ['GET', '/V3/cart'],
    ['GET', '/version/cart'],
  ])('%s %s does not exist', async (method, path) => {
    for (const mount of ['', '/wp-json/cocart']) {
      const { status, body, headers } = await site.send(method, mount + path);
      expect([status, body.code, body.data]).toEqual([404, 'rest_no_route', { status: 404 }]);
      expect(headers.get('Cache-Control')).toBe('no-store');
    }
  });

  test.each([
    ['/v3/cart', 'v3', 'service'],
    ['/v0', 'v0', 'service'],
    ['/v2.1/cart', 'v2.1', 'service'],
    ['/wp-json/cocart/v3/cart', 'v3', 'cocart'],
  ])('%s is of a version that is not served', async (path, version, dialect) => {
    const { status, body } = await site.send('GET', path);
    expect([status, body.code, body.data]).toEqual([
      400,
      `${dialect}_unsupported_version`,
      { status: 400, requested_version: version, supported_versions: ['1.0', '2.0'] },
    ]);
  });

  test.each([
    '//v2/cart',
    '/v2//cart',
    '/wp-json//cocart/v2/cart',
    '//wp-json/cocart///v2/cart/',
    '/v2/cart/',
  ])('is served at %s', async (path) => {
    expect((await site.send('GET', path)).status).toBe(200);
  });

  test('answers OPTIONS with the allowed methods', async () => {
    const { status, headers, body } = await site.send('OPTIONS', '/v2/cart');
    expect([status, body.methods]).toEqual([200, ['GET', 'POST', 'PATCH']]);
    expect(headers.get('Allow')).toBe('OPTIONS, HEAD, GET, POST, PATCH');
    expect((await site.send('OPTIONS', '/v2/nope')).status).toBe(404);
  });
});

test.each([
  'GET /v2/cart HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'GET /v2/cart HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
  'GET /v2/cart HTTP/1.1\r\nHost: x\r\nX: a\r\n b: c\r\n\r\n',
  'GET /v2/ca\0rt HTTP/1.1\r\nHost: x\r\n\r\n',
  `GET /v2/cart HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
])('an ambiguous request is refused: %.80j', async (text) => {
  expect(await site.raw(text)).toMatch(/^HTTP\/1.1 4\d\d /);
  expect(site.fakes.heard).toEqual([]);
});

test.each(['/v2/cart', '/v2/products/13', '/v2/nope', '/v3', '/health/live'])(
  '%s has the headers of every answer',
  async (path) => {
    const { headers } = await site.send('GET', path, { headers: { 'X-Request-Id': 'a-b_C9' } });
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
      'x-request-id': 'a-b_C9',
    });
    expect(headers.get('Strict-Transport-Security')).toBe(null);
    expect(headers.get('X-Powered-By')).toBe(null);
  },
);

test.each([
  ['http://shop.example/v2/cart', 200],
  ['http://shop.example/v2/nope', 404],
  ['http://[', 404],
  ['shop.example', 400],
])('the target %s, as a proxy may send it, is answered %i', async (target, status) => {
  const answer = await site.raw(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  expect(answer).toContain(`HTTP/1.1 ${status} `);
});

test.each(['', 'with blanks', 'x'.repeat(65), 'a"b'])('the request id %j is replaced', async (given) => {
  const { headers } = await site.send('GET', '/v2/cart', { headers: { 'X-Request-Id': given } });
  expect(headers.get('X-Request-Id')).toMatch(/^[0-9a-z]{17,30}$/);
});

test('answers are counted by route and status class, and labels contain no addresses', async () => {
  await site.send('GET', '/v2/products/13?secret=hunter2');
  await site.send('GET', '/v2/nope?cart_key=abcdefghijklmnopqrst');
  const text = await site.gateway.metrics.registry.metrics();
  const counted = (route: string, status: string) =>
    `duration_seconds_bucket{le="10",replica="gateway-test",route="${route}",method="GET",status_class="${status}",mount="/"} `;
  expect(text).toContain(counted('/v2/products/:id', '2xx'));
  expect(text).toContain(counted('none', '4xx'));
  expect(text).toMatch(/cartwright_http_cache_total{outcome="(HIT|MISS)",replica="[^"]+"} \d/);
  expect(text).not.toMatch(/hunter2|abcdefghij/);
});

test('answers are counted in the status of the process', async () => {
  const { totals } = site.gateway.metrics;
  const before = { ...totals };
  await site.send('GET', '/v2/nope');
  expect(totals).toMatchObject({ requests: before.requests + 1, errors: before.errors });
  expect(totals.milliseconds).toBeGreaterThan(before.milliseconds);
});

test('the gateway serves a placeholder for missing pictures', async () => {
  const response = await fetch(`${site.gateway.url}/placeholder.svg`);
  expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'image/svg+xml']);
});
