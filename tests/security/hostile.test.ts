import { connect } from 'node:tls';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { type Answer, basic, each, verdict } from '#testing/client.ts';
import { lengthOf, shareOf } from '#testing/length.ts';
import { retryWhileBusy } from '#testing/retry-while-busy.ts';
import { routes } from '../../gateway/routes/all-routes.ts';
import { hostileBodies, hostilePaths, hostileSuffixes, hostileValues } from './hostile-values.ts';
import { unique } from './people.ts';
import { requestOf } from './requests.ts';
import { nameOf } from './rules.ts';
import { openSystemWithCallers } from './system-with-callers.ts';

const fixture = openSystemWithCallers();
/** Headers of an administrator. The requests of an administrator reach the most code. */
const asAdministrator = () => ({ authorization: `Bearer ${fixture.administrator.token}` });
const unwritable = /[^\t\x20-\x7e\x80-\xff]/;

// Creates carts of two customers. An answer must not contain their data.
beforeAll(async () => {
  for (const { token, email } of [fixture.customer, fixture.other]) {
    const headers = { authorization: `Bearer ${token}` };
    const body = { id: String(fixture.products[0]), email };
    expect((await fixture.send('POST', '/v2/cart/add-item', { headers, body })).status).toBe(200);
  }
});

/**
 * Returns what is wrong with an answer to a hostile request; null if nothing is wrong. A manager may see data
 * of customers.
 */
function faultOf({ status, headers, body }: Answer, isManager = false): string | null {
  // A 503 is no fault: it means overload, which other tests cover.
  if (status >= 500 && status !== 503) return verdict({ status, headers, body });
  const text = JSON.stringify([headers, body]);
  if (headers['set-cookie'] || headers['x-injected']) return 'a header was injected';
  if (/node_modules|\.ts:\d+|MongoServerError|ReplyError|root:x:0/.test(text))
    return 'it tells of the inside';
  // An answer must not contain the e-mail address, user name or password of another person.
  const { customer, other } = fixture;
  const secrets = [customer, other].flatMap(({ email, username, password }) => [email, username, password]);
  return !isManager && secrets.some((secret) => text.includes(secret)) ? "it tells of somebody else's" : null;
}

async function problemOf(
  name: string,
  method: string,
  path: string,
  sent: { body?: unknown; headers?: Record<string, string> } = {},
): Promise<string | null> {
  const answer = await fixture.send(method, path, sent).catch((error: Error) => error);
  const wrong =
    answer instanceof Error
      ? `no answer: ${answer.message}`
      : faultOf(answer, sent.headers?.authorization !== undefined);
  return wrong && `${name}: ${wrong}`;
}

const routesWithBody = routes.filter(({ method }) => method !== 'GET');

test('no value of a body causes a server fault or reveals other people’s data', async () => {
  const key = await fixture.guestCart();
  const cases = routesWithBody.flatMap((route, turn) =>
    Object.keys(route.schemas.body.shape).flatMap((member, index) =>
      // In the short form, each member gets some of the values, because many members are similar.
      shareOf(hostileValues, turn + index, 6).map((hostile) => ({ route, member, hostile })),
    ),
  );
  const found = await each(cases, ({ route, member, hostile: [name, value] }) => {
    const { method, path, body } = requestOf(route, key, fixture.products[0] ?? 0);
    const hostileBody = { ...(body as object), [member]: value };
    return problemOf(`${nameOf(route)} ${member}, ${name}`, method, path, { body: hostileBody });
  });
  expect(found.filter(Boolean)).toEqual([]);
}, 600_000);

test('no value in a query or a path causes a server fault or reveals data', async () => {
  const key = await fixture.guestCart();
  const encoded = (text: string) => encodeURIComponent(text.toWellFormed());
  const ofQuery = routes.flatMap((route, turn) =>
    [...Object.keys(route.schemas.query.shape), 'cart_key'].flatMap((name, index) =>
      shareOf(hostileSuffixes, turn + index, 12).map(([suffix, value]) => ({
        route,
        part: `${encoded(name + suffix)}=${encoded(value)}`,
      })),
    ),
  );
  const ofPath = routes
    .filter(({ path }) => path.includes(':'))
    .flatMap((route, turn) =>
      shareOf(
        hostileSuffixes.filter(([suffix]) => suffix === ''),
        turn,
        3,
      ).map(([, value]) => ({ ...route, path: route.path.replaceAll(/:\w+/g, encoded(value)) })),
    );
  const found = await each(
    [...ofQuery, ...ofPath.map((route) => ({ route, part: '' }))],
    ({ route, part }) => {
      const { method, path, body } = requestOf(route, key, fixture.products[0] ?? 0);
      const headers = route.kind === 'manager' ? asAdministrator() : {};
      return problemOf(`${method} ${path} ${part}`.slice(0, 300), method, `${path}&${part}`, {
        body,
        headers,
      });
    },
  );
  expect(found.filter(Boolean)).toEqual([]);
}, 600_000);

test('no invalid body and no ambiguous path causes a server fault or reveals data', async () => {
  const key = await fixture.guestCart();
  const ofBodies = routesWithBody.flatMap((route, turn) =>
    shareOf(hostileBodies, turn, 3).map((hostile) => ({ route, hostile })),
  );
  const found = await each(ofBodies, ({ route, hostile: [name, type, body] }) => {
    const { method, path } = requestOf(route, key, fixture.products[0] ?? 0);
    return problemOf(`${nameOf(route)}, ${name}`, method, path, { body, headers: { 'content-type': type } });
  });
  const ofPaths = await each([...hostilePaths], (path) =>
    problemOf(path.slice(0, 200), 'GET', path, { headers: asAdministrator() }),
  );
  expect([...found, ...ofPaths].filter(Boolean)).toEqual([]);
}, 600_000);

test('names and passwords are compared, and never interpreted as patterns or operators', async () => {
  const { customer, client } = fixture;
  const names = [
    { $gt: '' },
    { $regex: `^${customer.username.slice(0, 8)}` },
    [customer.username],
    `${customer.username.slice(0, -1)}.`,
    `^${customer.username}$`,
    `${customer.username}\u0000`,
    `.*`,
    `*`,
    String(customer.id),
    `${customer.email}>`,
    '\ud800',
    'a'.repeat(100_000),
  ];
  const passwords = [
    { $ne: '' },
    [customer.password],
    true,
    // The password without its accents is a different password.
    customer.password.normalize('NFD').replaceAll(/\p{M}/gu, ''),
    '',
    null,
  ];
  const attempts = [
    ...names.map((username) => ({ username, password: customer.password })),
    ...passwords.map((password) => ({ username: customer.username, password })),
  ];
  const answers = await each(attempts, (body) => fixture.send('POST', '/v2/login', { body }), 4);
  const accepted = answers.flatMap(({ status }, index) =>
    status < 400 || (status >= 500 && status !== 503) ? [[index, status]] : [],
  );
  expect(accepted).toEqual([]);
  const byHeader = await each(
    names.filter((name): name is string => typeof name === 'string' && name.length < 10_000),
    (name) =>
      retryWhileBusy(() =>
        client.send('POST', '/v2/login', {
          headers: { authorization: basic(name.toWellFormed(), customer.password) },
        }),
      ),
    4,
  );
  expect(byHeader.map(verdict)).toEqual(byHeader.map(() => '401 service_authentication_error'));
});

test('bodies that are too large or compressed are refused before they are read', async () => {
  const { client } = fixture;
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
  const found = await each(
    shareOf(routesWithBody, 0, 3),
    async (route) => {
      const { method, path } = requestOf(route, 'none', 1);
      const large = await client
        .send(method, path, { body: `{"a":"${'x'.repeat(12 * 1_024 * 1_024)}"}` })
        .catch((error: Error) => error);
      const compressed = await fixture.send(method, path, { body: Buffer.from('1f8b0800', 'hex'), headers });
      // The service may close the connection while the client still sends 12 MB.
      const refusal = large instanceof Error ? 'closed' : verdict(large);
      return [refusal, verdict(compressed)];
    },
    4,
  );
  const refusals = new Set(found.map(([large]) => large));
  expect(refusals.has('200')).toBe(false);
  for (const refusal of refusals) expect(['closed', '413 service_request_too_large']).toContain(refusal);
  expect(new Set(found.map(([, compressed]) => compressed))).toEqual(
    new Set(['415 service_unsupported_media_type']),
  );
}, 600_000);

test('any JSON as a body is answered without a fault', async () => {
  const key = await fixture.guestCart();
  const property = fc.asyncProperty(
    fc.constantFrom(...routesWithBody),
    fc.jsonValue({ maxDepth: 6, stringUnit: 'binary' }),
    fc.boolean(),
    async (route, value, isInside) => {
      const { method, path, body } = requestOf(route, key, fixture.products[0] ?? 0);
      const members = Object.keys(route.schemas.body.shape);
      const inside = Object.fromEntries(members.map((member) => [member, value]));
      const sent = isInside ? { ...(body as object), ...inside } : value;
      expect(await problemOf(nameOf(route), method, path, { body: JSON.stringify(sent) })).toBeNull();
    },
  );
  await fc.assert(property, { numRuns: lengthOf(150, 500) });
}, 600_000);

test('any text in a header that the service reads is answered without a fault and not repeated', async () => {
  const names = [
    'cart-key',
    'cocart-api-cart-key',
    'idempotency-key',
    'if-match',
    'authorization',
    'x-forwarded-for',
    'x-forwarded-proto',
    'accept',
    'origin',
    'cookie',
  ];
  const mark = unique();
  const cases = names.flatMap((name, turn) =>
    shareOf(hostileValues, turn, 3).flatMap(([, value]) =>
      typeof value === 'string' && !unwritable.test(value)
        ? [{ name, value: `${value.slice(0, 8_000)}${mark}` }]
        : [],
    ),
  );
  const found = await each(cases, async ({ name, value }) => {
    const answer = await fixture.send('GET', '/v2/cart', { headers: { [name]: value } });
    const wrong = faultOf(answer) ?? (JSON.stringify(answer.headers).includes(mark) ? 'it repeats' : null);
    // The answer may repeat a cart key, because clients may choose cart keys.
    return name.includes('cart-key') && wrong === 'it repeats' ? null : wrong && `${name}: ${wrong}`;
  });
  expect(found.filter(Boolean)).toEqual([]);
});

test('request smuggling does not work over TLS either', async () => {
  const { hostname, port } = new URL(fixture.system.httpsUrl);
  const tries = [
    'POST /v2/cart HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /v2/store HTTP/1.1\r\nHost: a\r\n\r\n',
    'POST /v2/cart HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\nContent-Length: 44\r\n\r\nGET /v2/store HTTP/1.1\r\nHost: a\r\n\r\n',
    'GET /v2/cart HTTP/1.1\r\nHost: a\r\nAuthorization: Basic\r\n eA==\r\n\r\n',
    'GET /v2/cart HTTP/1.1\r\nHost: a\r\nX: a\u0000b\r\n\r\n',
    'GET http://evil.example/v2/products HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
  ];
  const answers = await each(tries, (text) => {
    const { promise, resolve } = Promise.withResolvers<string>();
    let got = '';
    const socket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false }, () =>
      socket.write(text),
    );
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      got += chunk;
    });
    socket.on('close', () => resolve(got)).on('error', () => resolve(got));
    return promise;
  });
  expect(answers.slice(0, 4).map((answer) => answer.match(/HTTP\/1\.1 \d+/g))).toEqual(
    Array.from({ length: 4 }, () => ['HTTP/1.1 400']),
  );
  expect(answers[4]).not.toContain('evil.example');
});
