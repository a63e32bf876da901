import { afterEach, expect, test } from 'vitest';
import { natsFixture } from '#testing/engines.ts';
import { GatewayFixture } from '#testing/gateway/fixture.ts';

const origin = 'https://shop.example';
// The deadline is so long that a slow machine, too, takes all requests before it.
const site = new GatewayFixture(natsFixture(), { CORS_ORIGINS: origin, REQUEST_DEADLINE: '5000' });
let answerCarts: () => void = () => undefined;

afterEach(() => answerCarts());

/** Returns the number of requests that have no answer yet: those that have begun, and those that wait. */
async function unanswered(): Promise<number> {
  const metrics = await site.gateway.metrics.registry.metrics();
  const numberOf = (name: string) => Number(new RegExp(`_${name}\\{.*\\} (\\d+)`).exec(metrics)?.[1]);
  return numberOf('http_requests_in_flight') + numberOf('http_requests_waiting');
}

/** Makes the cart service answer nothing, and sends requests that take all places at it. */
async function busyCart(): Promise<Promise<number>[]> {
  const gate = Promise.withResolvers<void>();
  site.fakes.cartGate = gate.promise;
  answerCarts = gate.resolve;
  const busy = Array.from({ length: 200 }, async () => (await site.get('/v2/cart')).status);
  await expect.poll(unanswered).toBe(200);
  return busy;
}

test('while the cart service answers nothing, what needs it is refused before the deadline; all else is answered', async () => {
  expect((await site.get('/v2/products/13')).status).toBe(200);
  const busy = await busyCart();
  const refused = Promise.all([
    site.get('/v2/cart', { 'X-Request-Id': 'a-b_C9' }),
    site.get('/v2/cart', { Origin: origin }),
    site.get('/wp-json/cocart/v2/cart'),
  ]);
  const answered = [
    '/health/live',
    '/v2/products/13',
    '/v2/products?per_page=3',
    '/docs',
    '/.well-known/jwks.json',
  ];
  for (const path of answered) expect((await fetch(site.gateway.url + path)).status, path).toBe(200);
  const [cart, page, cocart] = await refused;
  for (const { status, headers, body } of [cart, page, cocart]) {
    expect(status).toBe(503);
    expect(headers.get('Retry-After')).toMatch(/^[123]$/);
    expect(body.data.retry_after).toBe(Number(headers.get('Retry-After')));
  }
  expect(cart.body).toEqual({
    code: 'service_unavailable',
    message: expect.any(String),
    data: { status: 503, retry_after: expect.any(Number), request_id: 'a-b_C9' },
  });
  expect(cart.headers.get('X-Content-Type-Options')).toBe('nosniff');
  expect(cart.headers.get('Access-Control-Allow-Origin')).toBeNull();
  expect(page.headers.get('Access-Control-Allow-Origin')).toBe(origin);
  expect(cocart.body.code).toBe('cocart_unavailable');
  const metrics = await site.gateway.metrics.registry.metrics();
  const [, count] = /cartwright_http_requests_shed_total{reason="late",.*} (\d+)\n/.exec(metrics) ?? [];
  expect(Number(count)).toBeGreaterThanOrEqual(1);
  answerCarts();
  await Promise.all(busy);
  expect((await site.get('/v2/cart')).status).toBe(200);
});

test('requests that wait are answered as soon as the service answers', async () => {
  const busy = await busyCart();
  const waiting = site.get('/v2/cart');
  answerCarts();
  expect((await waiting).status).toBe(200);
  expect(new Set(await Promise.all(busy))).toEqual(new Set([200]));
});

test('a request with a cart key that was answered before begins before those of new guests', async () => {
  const { headers } = await site.get('/v2/cart');
  const key = headers.get('Cart-Key') ?? '';
  const busy = await busyCart();
  const known = site.get('/v2/cart', { 'Cart-Key': key });
  await expect.poll(unanswered).toBe(201);
  answerCarts();
  await Promise.all([known, ...busy]);
  const order = site.fakes.heard
    .filter(({ context }) => !context.repeated)
    .map(({ context }) => JSON.stringify(context.claim).includes(key));
  // The first request made the cart. The next one with its key came last of all. At most 128 requests had begun by then.
  expect(order.indexOf(true, 1)).toBeGreaterThan(0);
  expect(order.indexOf(true, 1)).toBeLessThan(150);
});
