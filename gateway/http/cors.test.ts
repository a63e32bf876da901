import { describe, expect, test } from 'vitest';
import { natsFixture } from '#testing/engines.ts';
import { GatewayFixture } from '#testing/gateway/fixture.ts';
import { isAllowed, isOriginPattern } from './cors.ts';

const site = new GatewayFixture(natsFixture(), {
  CORS_ORIGINS: 'https://shop.example, http://localhost:*, https://*.example.com',
});

describe('a page of another origin', () => {
  const asked = 'authorization,cache-control,cart-token,sentry-trace,traceparent,x-wp-nonce';
  const preflight = (origin: string, mount = '') =>
    site.send('OPTIONS', `${mount}/v2/cart/add-item`, {
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': asked,
      },
    });

  test.each(['https://shop.example', 'http://localhost:5173', 'https://www.example.com'])(
    'at %s may send requests with every header that it names',
    async (origin) => {
      for (const mount of ['', '/wp-json/cocart']) {
        const { status, headers } = await preflight(origin, mount);
        expect([status, headers.get('Access-Control-Allow-Origin')]).toEqual([204, origin]);
        expect(headers.get('Access-Control-Max-Age')).toBe('600');
        expect(headers.get('Access-Control-Allow-Headers')).toBe(asked);
        expect(headers.get('Vary')).toMatch(/Access-Control-Request-Headers/);
      }
    },
  );

  test('that is allowed may read the cart key, the ETag and the retry time, also of errors', async () => {
    for (const path of ['/v2/cart', '/v2/products/13', '/v2/nope']) {
      const { headers } = await site.send('GET', path, { headers: { Origin: 'http://localhost:3000' } });
      expect(headers.get('Access-Control-Allow-Origin')).toBe('http://localhost:3000');
      expect(headers.get('Vary')).toMatch(/Origin/);
      const exposed = headers.get('Access-Control-Expose-Headers')?.split(',');
      const read = ['Cart-Key', 'X-WP-Total', 'Link', 'Location', 'ETag', 'Retry-After'];
      expect(exposed).toEqual(expect.arrayContaining(read));
    }
  });

  test.each(['https://evil.example', 'null', 'https://shop.example.evil.example', 'http://shop.example'])(
    'of %s is not allowed',
    async (origin) => {
      const answers = [
        await preflight(origin),
        await site.send('GET', '/v2/cart', { headers: { Origin: origin } }),
      ];
      expect(answers.map(({ headers }) => headers.get('Access-Control-Allow-Origin'))).toEqual([null, null]);
    },
  );
});

const allowed = [
  'https://shop.example',
  'https://*.example.com',
  'http://localhost:*',
  'http://*.web.test:3000',
];

test.each([
  'https://shop.example',
  'https://www.example.com',
  'https://a.b.example.com',
  'http://localhost',
  'http://localhost:3000',
  'http://a.web.test:3000',
])('%s is allowed', (origin) => {
  expect(isAllowed(origin, allowed)).toBe(true);
});

test.each([
  '',
  'null',
  'https://example.com',
  'https://evilexample.com',
  'https://www.example.com.evil.example',
  'https://www.example.com:8443',
  'http://www.example.com',
  'https://www.example.com@evil.example',
  'https://evil.example/.example.com',
  'https://*.example.com',
  'https://localhost:3000',
  'http://localhost:*',
  'http://localhost:3000.evil.example',
  'http://localhost.evil.example',
  'HTTPS://SHOP.EXAMPLE',
  `https://${'a.'.repeat(200)}example.com`,
])('%j is not allowed', (origin) => {
  expect(isAllowed(origin, allowed)).toBe(false);
});

test.each([
  ['https://shop.example', true],
  ['https://shop.example:8443', true],
  ['https://*.example.com', true],
  ['https://*.example.com:*', true],
  ['http://localhost:*', true],
  ['http://[::1]:*', true],
  ['*', false],
  ['null', false],
  ['https://*', false],
  ['https://*.com', false],
  ['https://*.*.com', false],
  ['https://a.*.com', false],
  ['https://shop.example/', false],
  ['https://shop.example:443', false],
  ['https://shop.example:99999', false],
  ['https://Shop.example', false],
  ['ftp://shop.example', false],
])('the setting %j is valid: %s', (text, good) => {
  expect(isOriginPattern(text)).toBe(good);
});
