import { describe, expect, test } from 'vitest';
import { ServiceError, statusOf } from '#platform/errors/errors.ts';
import { type ErrorCode, registry } from '#platform/errors/registry.ts';
import { natsFixture } from '#testing/engines.ts';
import { GatewayFixture } from '#testing/gateway/fixture.ts';
import { aCart, aLine } from '#testing/gateway/samples.ts';
import { fullCart } from '#testing/gateway/shown.ts';
import type { Route } from '../../routing/route.ts';
import { routes } from '../all-routes.ts';

const site = new GatewayFixture(natsFixture());
/** Returns the mounts that have a route. */
const mountsOf = ({ dialect }: Route) => (dialect ? [''] : ['', '/wp-json/cocart']);
const { key } = aLine();

/**
 * For each route: a body with which the route sends a request to the cart service. Routes that need no body
 * are left out.
 */
const bodies: Readonly<Record<string, object>> = {
  'POST /v2/cart/add-item': { id: '13' },
  'POST /v2/cart/add-items': { items: [{ id: '13' }] },
  'POST /v2/cart/item/:item_key': { quantity: '1' },
  'POST /v2/cart/update': { namespace: 'update-cart' },
  'POST /v2/cart/apply-coupon': { code: 'ten' },
  'POST /v2/cart/set-shipping-method': { rate_id: 'flat_rate:1' },
  'POST /v2/cart/calculate': { country: 'NL' },
  'POST /v2/cart/calculate/shipping': { country: 'NL' },
};

/**
 * On these routes, the gateway refuses guests itself, and the cart service gets no request. `fees.test.ts`
 * tests these routes.
 */
const trusted = ['/v2/cart/add-fee', '/v2/cart/remove-fees'];

/** The routes below `/v2/cart` that send a command or read the cart, by name. */
const cartRoutes = routes
  .filter(({ kind, path }) => kind === 'cart' && path.startsWith('/v2/cart') && !path.endsWith('/validate'))
  .map((route) => [`${route.method} ${route.path}`, route] as const);
const tested = cartRoutes.filter(([, { path }]) => !trusted.includes(path));

/** Sends an HTTP request to a route, with the body from `bodies`. */
function sendTo(name: string, mount: string, headers: Record<string, string> = {}) {
  const [method = '', path = ''] = name.split(' ', 2);
  const address = mount + path.replace(':item_key', key).replace(':code', 'ten');
  const body = bodies[name];
  if (!body) return site.send(method, address, { headers });
  const json = { 'Content-Type': 'application/json', ...headers };
  return site.send(method, address, { body: JSON.stringify(body), headers: json });
}

/** Returns example data for an error with this code, with values of the right types. */
function dataOf(code: ErrorCode): Record<string, unknown> {
  const values: Record<string, unknown> = {
    ...{ missing: ['Size'], allowed: ['s'], attribute: 'Size', product_type: 'external', issues: [] },
    ...{ limit: 25, maximum: 5, minimum: 1, window: 10, retry_after: 9, revision: 7, status: 404 },
    ...{ requested: 6, in_cart: 1, available: 5, namespaces: ['update-cart'] },
    ...{ name: 'Mug', coupon: 'ten', amount: '€5.00' },
  };
  const names = Object.keys(registry[code].data.shape);
  const data = Object.fromEntries(names.filter((name) => name in values).map((name) => [name, values[name]]));
  if (code === 'service_coupon_failed_to_apply') return { ...data, reason: 'expired' };
  return code === 'service_cart_limit_exceeded' ? { ...data, limit: 'lines' } : data;
}

describe.each(tested)('%s', (name, route) => {
  test.each(route.errors.map((code) => [code]))('returns %s on its mounts', async (code) => {
    const data = dataOf(code);
    expect(registry[code].data.safeParse(data)).toMatchObject({ success: true });
    site.fakes.refuses = new ServiceError(code, data);
    const status = statusOf(new ServiceError(code, data));
    for (const mount of mountsOf(route)) {
      const answer = await sendTo(name, mount);
      const written = mount === '' ? code : code.replace('service_', 'cocart_');
      expect([answer.status, answer.body.code]).toEqual([status, written]);
      expect(answer.body.data).toMatchObject({ ...data, status });
    }
  });

  test('declares every error that it returns', async () => {
    site.fakes.refuses = new ServiceError('service_cannot_read_cart', {});
    const { status, body } = await sendTo(name, '');
    expect([status, body.code]).toEqual([500, 'service_internal']);
  });
});

/** Routes that change a cart. */
const writes = tested.filter(([, { errors, path, method }]) =>
  method === 'GET' ? false : errors.length > 0 && path !== '/v2/cart',
);

describe.each(writes.map(([name]) => [name]))('%s', (name) => {
  test('passes on revision and idempotency key, and marks a repeated answer', async () => {
    site.fakes.replayed = true;
    const { headers } = await sendTo(name, '', { 'If-Match': '"7"', 'Idempotency-Key': 'k-1' });
    expect(site.fakes.last.request).toMatchObject({
      ifRevision: 7,
      once: { key: 'k-1', origin: 'client', digest: expect.stringMatching(/^[\w-]{43}$/) },
    });
    expect([headers.get('Idempotency-Replayed'), headers.get('ETag')]).toEqual(['true', '"1"']);
  });

  test('is refused with an invalid idempotency key or revision', async () => {
    for (const [mark, value] of [
      ['If-Match', 'W/"7"'],
      ['Idempotency-Key', 'x'.repeat(256)],
    ] as const) {
      const { status, body } = await sendTo(name, '', { [mark]: value });
      expect([status, Object.keys(body.data.params)]).toEqual([400, [mark]]);
    }
    expect(site.fakes.heard).toEqual([]);
  });

  test('returns how many more writes the limit allows', async () => {
    site.fakes.rate = { limit: 25, window: 10, remaining: 24, resetsIn: 9 };
    const { headers } = await sendTo(name, '');
    expect(Object.fromEntries(headers)).toMatchObject({
      'ratelimit-limit': '25',
      'ratelimit-remaining': '24',
      ratelimit: '"cart-writes";r=24;t=9',
      'ratelimit-policy': '"cart-writes";q=25;w=10',
    });
    const resets = Number(headers.get('RateLimit-Reset')) - Date.now() / 1_000;
    expect(resets).toBeGreaterThan(0);
    expect(resets).toBeLessThan(11);
    site.fakes.rate = null;
    expect([...(await sendTo(name, '')).headers.keys()].join()).not.toContain('ratelimit');
  });
});

test('every route that writes to the cart is tested', () => {
  expect(writes.length).toBeGreaterThanOrEqual(13);
});

test('a write above the rate limit is answered with a retry time', async () => {
  site.fakes.refuses = new ServiceError('service_rate_limit_exceeded', {
    retry_after: 9,
    limit: 25,
    window: 10,
  });
  const { status, headers, body } = await site.add({ id: '13' });
  expect([status, body.data]).toEqual([429, { status: 429, retry_after: 9, limit: 25, window: 10 }]);
  expect(Object.fromEntries(headers)).toMatchObject({
    'retry-after': '9',
    'ratelimit-retry-after': '9',
    'ratelimit-limit': '25',
    'ratelimit-remaining': '0',
    ratelimit: '"cart-writes";r=0;t=9',
    'ratelimit-policy': '"cart-writes";q=25;w=10',
  });
});

const flags = ['perhaps', '2', ''];

/** Invalid texts for each parameter, by the name of the parameter in a query or a body. */
const invalidTexts: Readonly<Record<string, readonly string[]>> = {
  fields: ['x'.repeat(1_001)],
  _fields: ['x'.repeat(1_001)],
  thumb: flags,
  default: flags,
  money: ['major', ''],
  formatted: flags,
  return: ['x'.repeat(33)],
  removed_items: flags,
  html: flags,
  keep_removed_items: flags,
  return_totals: flags,
  return_item: flags,
  return_items: flags,
  return_status: flags,
  return_methods: flags,
  taxable: flags,
};

/** Values of the required parameters, by the path of the route. */
const needed: Readonly<Record<string, object>> = {
  '/v2/cart/add-item': { id: '13' },
  '/v2/cart/add-items': { items: [{ id: '13' }] },
  '/v2/cart/item/:item_key': { quantity: '1' },
  '/v2/cart/update': { namespace: 'update-cart' },
  '/v2/cart/apply-coupon': { code: 'ten' },
  '/v2/cart/add-fee': { name: 'Gift wrap', amount: '2.50' },
  '/v2/cart/set-shipping-method': { rate_id: 'flat_rate:1' },
  '/v2/cart/calculate/shipping': { country: 'NL' },
};

/**
 * For each path: the names in the error about missing parameters. These routes require one of several
 * parameters, which a schema cannot express.
 */
const missingOf: Readonly<Record<string, readonly string[]>> = {
  '/v2/cart/add-items': ['id', 'quantity'],
  '/v2/cart/apply-coupon': ['code'],
  '/v2/cart/set-shipping-method': ['rate_id'],
  '/v2/cart/calculate/shipping': ['country'],
};

describe.each(cartRoutes)('%s', (_name, route) => {
  const { method, path, schemas } = route;
  const address = path.replace(':item_key', key).replace(':code', 'ten');
  const send = (query: string, body?: string, mount = '') => {
    const headers = { 'Content-Type': 'application/json' };
    return site.send(method, `${mount}${address}${query}`, {
      headers,
      ...(body !== undefined && method !== 'GET' && { body }),
    });
  };
  const required = method === 'POST' ? (needed[path] ?? {}) : {};

  test('refuses an invalid parameter of the query', async () => {
    const names = Object.keys(schemas.query.shape);
    expect(names).toEqual(expect.arrayContaining(['thumb', 'money', 'formatted', 'fields', '_fields']));
    for (const mount of mountsOf(route)) {
      for (const name of names) {
        for (const value of invalidTexts[name] ?? [`no bad value of ${name} is in the table`]) {
          const { status, body } = await send(`?${name}=${value}`, JSON.stringify(required), mount);
          const answer = [name, value, status, body.code, Object.keys(body.data?.params ?? {})];
          expect(answer).toEqual([name, value, 400, 'rest_invalid_param', [name]]);
        }
      }
    }
    expect(site.fakes.heard).toEqual([]);
  });

  test('refuses an invalid flag in the body', async () => {
    const names = Object.keys(schemas.body.shape).filter((name) => name in invalidTexts);
    for (const name of names) {
      for (const value of [...(invalidTexts[name] ?? []), null, 2, {}, []]) {
        const { status, body } = await send('', JSON.stringify({ ...required, [name]: value }));
        const answer = [name, value, status, Object.keys(body.data?.params ?? {})];
        expect(answer).toEqual([name, value, 400, [name]]);
      }
    }
    expect(site.fakes.heard).toEqual([]);
  });

  test('accepts a body without members if none is required, and ignores unknown members', async () => {
    site.fakes.cart = aCart({ ...fullCart, lines: [aLine()] });
    const empty = Object.keys(required).length === 0;
    const bodies = empty ? [undefined, '', '{}', '[]', '{"unknown":[1]}', 'null'] : [];
    for (const body of [...bodies, JSON.stringify({ ...required, unknown: { a: 1 }, cart_key: 5 })]) {
      for (const mount of mountsOf(route)) {
        const { status } = await send('?unknown=1&_skip_cache=true', body, mount);
        expect([body, mount, status]).toEqual([body, mount, trusted.includes(path) ? 403 : 200]);
      }
    }
  });

  test('returns an error that names the missing parameters', async () => {
    const names = Object.keys(schemas.body.shape);
    const required = names.filter((name) => !schemas.body.shape[name]?.safeParse(undefined).success);
    const missing = missingOf[path] ?? required;
    const { status, body } = await send('', '{}');
    if (missing.length > 0) expect([status, body.data.params]).toEqual([400, missing]);
    else expect(status).not.toBe(400);
  });
});
