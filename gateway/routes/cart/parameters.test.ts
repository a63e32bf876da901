import { describe, expect, test } from 'vitest';
import { natsFixture } from '#testing/engines.ts';
import { GatewayFixture } from '../../testing/fixture.ts';
import { aCart, aLine } from '../../testing/samples.ts';
import { fullCart } from '../../testing/shown.ts';
import { cartRoutes } from './cart-routes.ts';

const site = new GatewayFixture(natsFixture());
const mounts = ['', '/wp-json/cocart'];
const { key } = aLine();

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

/** Paths of routes that always refuse guests. */
const trusted = ['/v2/cart/add-fee', '/v2/cart/remove-fees'];

const routes = cartRoutes.map((route) => [`${route.method} ${route.path}`, route] as const);

describe.each(routes)('%s', (_name, { method, path, schemas }) => {
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
    for (const mount of mounts) {
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
      for (const mount of mounts) {
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
