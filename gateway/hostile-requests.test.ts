import { beforeAll, describe, expect, test } from 'vitest';
import { type GivenRequest, InProcessGateway } from '#testing/gateway/in-process.ts';
import { hostileTexts, hostileValues, remembered } from '#testing/hostile-shapes.ts';
import { shareOf } from '#testing/length.ts';
import { growthOf } from '#testing/linear.ts';
import { routes } from './routes/all-routes.ts';
import type { Route } from './routing/route.ts';

/**
 * Sizes in bytes: about half of the largest accepted body (`halfBody`), and about half of the largest
 * accepted request line and headers (`halfHead`). Each test sends a text of one of these sizes, and a text of
 * twice this size.
 */
const halfBody = 131_000;
const halfHead = 7_500;
/**
 * Maximum milliseconds of processor time for a request. The value is high, because other programs run beside
 * the tests.
 */
const maxMs = 500;

const basic = (pair: string) => ({ authorization: `Basic ${Buffer.from(pair).toString('base64')}` });
const pair = basic(`ck_${'a'.repeat(40)}:cs_${'b'.repeat(40)}`);
const password = basic('ada:a long password');
const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };

let gateway: InProcessGateway;
beforeAll(async () => {
  gateway = await InProcessGateway.start();
});

/**
 * Sends a request with a text of `size` bytes and a request with twice as many bytes. Returns a list with a message
 * if the cost grows faster than the size, else an empty list.
 */
async function slow(what: string, request: (size: number) => GivenRequest, size: number): Promise<string[]> {
  const { once, twice, linear } = await growthOf((at) => gateway.status(request(at)), size, maxMs);
  return linear ? [] : [`${what}: ${once.toFixed(1)} ms, of twice the size ${twice.toFixed(1)} ms`];
}

/**
 * For each hostile text: functions that return the text with a given number of bytes. The text is unchanged
 * (`plain`), or escaped for JSON, a query or a path.
 */
const shapes = hostileTexts.map(({ name, inHeaders, text }) => ({
  name,
  inHeaders,
  plain: remembered((bytes) => Buffer.from(text(bytes)).subarray(0, bytes).toString()),
  inJson: remembered((bytes) => `${JSON.stringify(text(bytes)).slice(0, bytes).replace(/\\+$/, '')}"`),
  /** Returns a text for a query. Characters with a meaning in queries, such as `&`, stay unescaped. */
  inUrl: remembered((bytes) => encodeURI(text(bytes)).slice(0, bytes)),
  escaped: remembered((bytes) => encodeURIComponent(text(bytes)).slice(0, bytes).replace(/%.?$/, '')),
}));

const token = 'a'.repeat(43);
const pathOf = ({ path }: Route, part = '13') =>
  path.replace(':token', part === '13' ? token : part).replace(/:\w+/g, part);
const isRead = ({ method }: Route) => method === 'GET';
/**
 * Returns the credentials for a route: a password for account routes, and otherwise a key pair, which has the
 * most rights.
 */
const headersOf = ({ kind }: Route) => (kind === 'account' ? password : pair);

/**
 * Returns a body with the required parameters. Without required parameters, the gateway would not check the
 * other parameters.
 */
function required({ schemas: { body } }: Route): Record<string, unknown> {
  const names = Object.keys(body.shape).filter((name) => !body.shape[name]?.safeParse(undefined).success);
  return Object.fromEntries(names.map((name) => [name, '13']));
}

const named = routes.map((route, index) => [`${route.method} ${route.path}`, route, index] as const);

/**
 * Number of shares into which the hostile texts are divided. In the short form of the tests, each parameter gets
 * only one share. Any four consecutive parameters of a route together get all shares.
 */
const shares = 4;

/** Statuses of requests that do not reach their routes. */
const wrong = [404, 413, 429, 500];

test('the requests of these tests reach their routes', async () => {
  // Status 503 shows that the gateway accepted the credentials and asked a service. No service answers in
  // this test. Wrong credentials give 401.
  expect(await gateway.status({ method: 'GET', target: '/v2/sessions', headers: pair })).toBe(503);
  for (const route of routes) {
    const headers = { ...headersOf(route), ...json };
    const body = isRead(route) ? {} : { body: JSON.stringify(required(route)) };
    const status = await gateway.status({ method: route.method, target: pathOf(route), headers, ...body });
    expect([route.path, status]).not.toEqual([route.path, expect.toBeOneOf(wrong)]);
  }
});

const withBody = named.filter(([, route]) => !isRead(route));
const withPath = named.filter(([, { path }]) => path.includes(':'));

test.each(withBody)('%s takes linear time in the size of its body', async (_name, route, index) => {
  const faults: string[] = [];
  const sends = (type: object, text: (size: number) => string) => (size: number) => {
    const headers = { ...headersOf(route), ...type };
    return { method: route.method, target: `/wp-json/cocart${pathOf(route)}`, headers, body: text(size) };
  };
  for (const { name, plain } of shareOf(shapes, index, shares)) {
    faults.push(...(await slow(`form of ${name}`, sends(form, plain), halfBody)));
    faults.push(...(await slow(`JSON of ${name}`, sends(json, plain), halfBody)));
  }
  for (const { name, json: value } of shareOf(hostileValues, index, shares)) {
    faults.push(...(await slow(`JSON that is ${name}`, sends(json, value), halfBody)));
  }
  expect(faults).toEqual([]);
});

test.each(withBody)('%s takes linear time in each parameter of its body', async (_name, route, index) => {
  const faults: string[] = [];
  const headers = { ...headersOf(route), ...json };
  for (const [at, parameter] of Object.keys(route.schemas.body.shape).entries()) {
    const others = JSON.stringify({ ...required(route), [parameter]: undefined }).slice(1, -1);
    const sends = (value: (size: number) => string) => (size: number) => {
      const body = `{${others === '' ? '' : `${others},`}"${parameter}":${value(size)}}`;
      return { method: route.method, target: pathOf(route), headers, body };
    };
    for (const { name, inJson } of shareOf(shapes, index + at, shares)) {
      faults.push(...(await slow(`${parameter} of ${name}`, sends(inJson), halfBody - 1_000)));
    }
    for (const { name, json: value } of shareOf(hostileValues, index + at, shares)) {
      faults.push(...(await slow(`${parameter} that is ${name}`, sends(value), halfBody - 1_000)));
    }
  }
  expect(faults).toEqual([]);
});

test.each(named)(
  '%s takes linear time in its query and in each parameter of its query',
  async (_name, route, index) => {
    const faults: string[] = [];
    const { query, body } = route.schemas;
    for (const [at, parameter] of ['', ...Object.keys({ ...query.shape, ...body.shape })].entries()) {
      for (const { name, inUrl, escaped } of shareOf(shapes, index + at, shares)) {
        const request = (size: number) => {
          const search = parameter === '' ? inUrl(size) : `${parameter}=${escaped(size)}`;
          return { method: route.method, target: `${pathOf(route)}?${search}`, headers: headersOf(route) };
        };
        faults.push(...(await slow(`${parameter} of ${name}`, request, halfHead)));
      }
    }
    expect(faults).toEqual([]);
  },
);

test.each(withPath)('%s takes linear time in the values of its path', async (_name, route, index) => {
  const faults: string[] = [];
  for (const { name, escaped } of shareOf(shapes, index, shares)) {
    const request = (size: number) => {
      const target = pathOf(route, escaped(size).replaceAll('$', '$$$$'));
      return { method: route.method, target, headers: headersOf(route) };
    };
    faults.push(...(await slow(name, request, halfHead)));
  }
  expect(faults).toEqual([]);
});

describe('each header that is read', () => {
  const inHeader = shapes.filter(({ inHeaders }) => inHeaders);
  /** One route of each kind and method. */
  const kinds = [...Map.groupBy(routes, ({ kind, method }) => `${kind} ${method}`).values()].map(
    ([one]) => one,
  );

  test('takes linear time in its length', async () => {
    const faults: string[] = [];
    const seen = new Set<string>();
    for (const [index, route] of kinds.entries()) {
      if (!route) continue;
      const { method } = route;
      const body = isRead(route) ? {} : { body: JSON.stringify(required(route)) };
      const send = (headers: Readonly<Record<string, string>>) =>
        gateway.status({ method, target: pathOf(route), ...body, headers });
      gateway.headersRead.clear();
      await send({ ...headersOf(route), ...json });
      const names = [...gateway.headersRead].filter((name) => name !== 'content-length');
      for (const [at, name] of names.entries()) {
        seen.add(name);
        for (const shape of shareOf(inHeader, index + at, shares)) {
          const request = (size: number) => ({
            ...{ method, target: pathOf(route), ...body },
            headers: { ...headersOf(route), ...json, [name]: shape.plain(size) },
          });
          faults.push(...(await slow(`${name} of ${shape.name}`, request, halfHead)));
        }
      }
    }
    expect(faults).toEqual([]);
    // The test must find all headers that the gateway certainly reads.
    expect([...seen]).toEqual(
      expect.arrayContaining(['authorization', 'cart-key', 'if-match', 'idempotency-key', 'x-forwarded-for']),
    );
  });

  test.each(['Basic ', 'Bearer ', 'X '])(
    'authorization that begins with %j takes linear time',
    async (scheme) => {
      const faults: string[] = [];
      for (const shape of inHeader) {
        const request = (size: number) => ({
          ...{ method: 'GET', target: '/v2/cart' },
          headers: { authorization: scheme + shape.plain(size) },
        });
        faults.push(...(await slow(shape.name, request, halfHead)));
      }
      expect(faults).toEqual([]);
    },
  );
});
