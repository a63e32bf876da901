import { describe, expect, test } from 'vitest';
import { natsFixture } from '#testing/engines.ts';
import { GatewayFixture } from '../testing/fixture.ts';

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
