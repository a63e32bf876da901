import { describe, expect, test } from 'vitest';
import { natsFixture } from '#testing/engines.ts';
import { GatewayFixture } from '../testing/fixture.ts';

const site = new GatewayFixture(natsFixture(), {
  CORS_ORIGINS: 'https://shop.example, http://localhost:3000',
});

describe('a page of another origin', () => {
  const preflight = (origin: string) =>
    site.send('OPTIONS', '/v2/cart/add-item', {
      headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' },
    });

  test('that is known may ask, with every header that clients send', async () => {
    const { status, headers } = await preflight('https://shop.example');
    expect([status, headers.get('Access-Control-Allow-Origin')]).toEqual([204, 'https://shop.example']);
    expect(headers.get('Access-Control-Max-Age')).toBe('600');
    const allowed = headers.get('Access-Control-Allow-Headers')?.toLowerCase().split(',');
    const needed = [
      'authorization',
      'cart-key',
      'cocart-api-cart-key',
      'content-type',
      'if-none-match',
      'user-agent',
    ];
    expect(allowed).toEqual(expect.arrayContaining(needed));
  });

  test('that is allowed may read the key, the tag and the retry time, of errors too', async () => {
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
    'of %s gets no leave',
    async (origin) => {
      const answers = [
        await preflight(origin),
        await site.send('GET', '/v2/cart', { headers: { Origin: origin } }),
      ];
      expect(answers.map(({ headers }) => headers.get('Access-Control-Allow-Origin'))).toEqual([null, null]);
    },
  );
});
