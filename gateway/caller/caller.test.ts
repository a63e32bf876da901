import { mkdtempSync, rmSync } from 'node:fs';
import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { identify, logIn } from '#contracts/login.ts';
import { natsFixture } from '#testing/engines.ts';
import { consumerKey } from '#testing/gateway/consumer-key.ts';
import { FakeServices } from '#testing/gateway/fake-services.ts';
import { startGateway } from '#testing/gateway/public-gateway.ts';
import { aProduct } from '#testing/gateway/samples.ts';
import { keepLocalCertificate } from '../../dev/base/tls.ts';

type Headers = Record<string, string | string[]>;

async function send(method: string, url: string, headers: Headers = {}, body = '') {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const options = { method, headers, agent: false, rejectUnauthorized: false };
  const sent = (url.startsWith('https') ? tlsRequest : plainRequest)(url, options, resolve);
  sent.on('error', reject).end(body);
  const answer = await promise;
  let text = '';
  for await (const chunk of answer) text += chunk;
  const parsed = text === '' ? {} : JSON.parse(text);
  return { status: answer.statusCode, headers: answer.headers, code: parsed.code, body: parsed };
}
const get = (url: string, headers: Headers = {}) => send('GET', url, headers);

const json = { 'Content-Type': 'application/json' };
const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
/** Sends a login with credentials in the body. An object is sent as JSON, a text as a form. */
function logInWith(url: string, members: Record<string, unknown> | string, headers: Headers = {}) {
  const asForm = typeof members === 'string';
  const body = asForm ? members : JSON.stringify(members);
  const type = { ...(asForm ? form : json), 'Content-Length': String(Buffer.byteLength(body)) };
  return send('POST', `${url}/v2/login`, { ...type, ...headers }, body);
}

const basicOf = (pair: string) => ({ Authorization: `Basic ${Buffer.from(pair).toString('base64')}` });
const basic = basicOf('alice:secret');
const bearer = { Authorization: 'Bearer abc.def.ghi' };
const paths = ['/v2/cart', '/v2/products/13', '/wp-json/cocart/v2/products/13', '/v2/nope'];

const nats = natsFixture();
const folder = mkdtempSync(join(tmpdir(), 'cartwright-tls-'));
let fakes: FakeServices;
let gateway: Awaited<ReturnType<typeof startGateway>>;
let behindProxy: Awaited<ReturnType<typeof startGateway>>;
/** A gateway that serves the pages of other origins. */
let friendly: Awaited<ReturnType<typeof startGateway>>;

beforeAll(async () => {
  const { certFile, keyFile } = await keepLocalCertificate(folder);
  fakes = await FakeServices.start(nats.url);
  fakes.products.set('13', aProduct());
  const customer = { account: 42, role: 'customer', manages: 'nothing', trusted: false } as const;
  fakes.auth.known.set('alice:secret', customer);
  fakes.auth.known.set(`${consumerKey('42')}:cs_42`, { ...customer, trusted: true });
  fakes.auth.known.set(`${consumerKey('1')}:cs_1`, {
    account: null,
    role: null,
    manages: 'read_write',
    trusted: true,
  });
  gateway = await startGateway(nats.url, { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile });
  behindProxy = await startGateway(nats.url, { TRUSTED_PROXIES: '127.0.0.0/8' });
  friendly = await startGateway(nats.url, {
    ...{ TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile, CORS_ORIGINS: 'https://*.friend.example' },
  });
});
beforeEach(() => {
  fakes.heard.length = 0;
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await behindProxy[Symbol.asyncDispose]();
  await friendly[Symbol.asyncDispose]();
  await fakes[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

test.each([
  ['Basic', basicOf('alice:wrong'), ''],
  ['Basic without credentials', { Authorization: 'Basic' }, ''],
  ['an unknown scheme', { Authorization: 'Digest x' }, ''],
  ['a name and a password in the query', {}, 'username=alice&password=wrong'],
  ['a password without a name in the query', {}, 'password=secret'],
  ['a password after an empty password in the query', {}, 'password=&password=secret'],
  ['a key pair in the query', {}, `consumer_key=${consumerKey('1')}&consumer_secret=cs_2`],
  ['a percent-encoded consumer key', {}, `%63onsumer_key=${consumerKey('1')}`],
])(
  '%s is refused over plain HTTP as insecure, and over HTTPS as wrong, on every route',
  async (_credentials, headers, query) => {
    for (const path of paths) {
      const dialect = path.startsWith('/wp-json') ? 'cocart' : 'service';
      const plain = await get(`${gateway.url}${path}?${query}`, headers);
      expect([plain.status, plain.code]).toEqual([403, `${dialect}_https_required`]);
      expect(fakes.count(identify.name)).toBe(0);
      const secure = await get(`${gateway.httpsUrl}${path}?${query}`, headers);
      expect([secure.status, secure.code]).toEqual([401, `${dialect}_authentication_error`]);
      expect(secure.headers['www-authenticate']).toMatch(/Basic realm=.*charset="UTF-8"/);
      expect(secure.headers['cache-control']).toBe('no-store');
      fakes.heard.length = 0;
    }
  },
);

test('incomplete or too long credentials are refused without a request to auth', async () => {
  for (const pair of ['alice:', ':secret', 'alice', `alice:${'x'.repeat(321)}`]) {
    expect((await get(`${gateway.httpsUrl}/v2/cart`, basicOf(pair))).code).toBe(
      'service_authentication_error',
    );
  }
  expect(fakes.heard).toEqual([]);
});

test('a bearer token from this machine is checked even without HTTPS', async () => {
  for (const headers of [bearer, { Authorization: 'Bearer' }, { Authorization: 'bearer x' }]) {
    expect((await get(`${gateway.url}/v2/cart`, headers)).status).toBe(401);
  }
  const both = `${gateway.url}/v2/cart?username=alice&password=secret`;
  expect((await get(both, bearer)).code).toBe('service_https_required');
});

test('behind a proxy, a request is secure if the proxy forwards https for every hop', async () => {
  const url = `${behindProxy.url}/v2/cart`;
  for (const headers of [bearer, basicOf('alice:wrong')]) {
    const statuses = [];
    for (const proto of [
      'https',
      'https,https',
      'http',
      'https,http',
      'http, https',
      '',
      ['https', 'http'],
    ]) {
      statuses.push((await get(url, { ...headers, 'X-Forwarded-Proto': proto })).status);
    }
    expect(statuses).toEqual([401, 401, 403, 403, 403, 403, 403]);
  }
  // If a trusted proxy does not send the protocol, tokens are accepted and passwords are refused.
  expect([(await get(url, bearer)).status, (await get(url, basic)).status]).toEqual([401, 403]);
  for (const path of [
    '/jwt/refresh-token',
    '/jwt/refresh-token/',
    '/jwt//refresh-token',
    '/JWT/Refresh-Token',
  ]) {
    const refreshed = await send(
      'POST',
      behindProxy.url + path,
      { ...json, 'X-Forwarded-Proto': 'http' },
      '{"refresh_token":"x"}',
    );
    expect(refreshed.code).toBe('service_https_required');
  }
  const pretended = { ...basic, 'X-Forwarded-Proto': 'https' };
  expect((await get(`${gateway.url}/v2/cart`, pretended)).status).toBe(403);
});

test('login attempts have the client’s address, which only a trusted proxy can set', async () => {
  const address = () => (fakes.last.request as { credentials: { address: string } }).credentials.address;
  const wrong = basicOf('alice:wrong');
  await get(`${gateway.httpsUrl}/v2/cart`, { ...wrong, 'X-Forwarded-For': '203.0.113.9' });
  expect(address()).toBe('127.0.0.1');
  const forwarded = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': '6.6.6.6, 203.0.113.9' };
  await get(`${behindProxy.url}/v2/cart`, { ...wrong, ...forwarded });
  expect(address()).toBe('203.0.113.9');
});

test.each([
  ['an empty header and a password', ['', basic.Authorization]],
  ['an empty header and a token', ['', 'Bearer x']],
  ['two passwords', [basic.Authorization, basic.Authorization]],
  ['a password and a token', [basic.Authorization, 'Bearer x']],
  ['a token and a password', ['Bearer x', basic.Authorization]],
])('two Authorization headers are refused: %s', async (_what, all) => {
  for (const path of ['/v2/cart', '/v2/products/13']) {
    await get(gateway.httpsUrl + path);
    const plain = await get(gateway.url + path, { authorization: all });
    expect([plain.status, plain.code]).toEqual([403, 'service_https_required']);
    const secure = await get(gateway.httpsUrl + path, { authorization: all });
    expect([secure.status, secure.code]).toEqual([401, 'service_authentication_error']);
  }
  expect(fakes.count(identify.name)).toBe(0);
});

test('a username may begin like a consumer key', async () => {
  fakes.auth.known.set('ck_joe:secret', {
    account: 43,
    role: 'customer',
    manages: 'nothing',
    trusted: false,
  });
  expect((await get(`${gateway.httpsUrl}/v2/cart`, basicOf('ck_joe:secret'))).status).toBe(200);
  expect(fakes.heard.find(({ operation }) => operation === identify.name)?.request).toMatchObject({
    credentials: { kind: 'password', identifier: 'ck_joe' },
  });
});

test('an empty Authorization header and empty query members count as absent', async () => {
  for (const url of [gateway.url, gateway.httpsUrl]) {
    expect((await get(`${url}/v2/cart`, { Authorization: '' })).status).toBe(200);
    expect((await get(`${url}/v2/cart?username=&password=`)).status).toBe(200);
    expect((await logInWith(url, {}, { Authorization: '' })).code).toBe('service_rest_not_authorized');
  }
});

test('a password over plain HTTP is refused even if the answer is in the cache', async () => {
  const url = `${gateway.url}/v2/products/13`;
  await get(url);
  expect((await get(url, basic)).status).toBe(403);
});

test('a request with credentials in its address is verified each time, and its answer is not cached', async () => {
  const url = `${gateway.httpsUrl}/v2/products/13?username=alice&password=secret`;
  for (let n = 0; n < 3; n += 1) {
    const { status, headers } = await get(url);
    expect([status, headers['cache-control'], headers['referrer-policy']]).toEqual([
      200,
      'no-store',
      'no-referrer',
    ]);
  }
  expect(fakes.count(identify.name)).toBe(3);
  fakes.auth.known.delete('alice:secret');
  const refused = await get(url);
  fakes.auth.known.set('alice:secret', { account: 42, role: 'customer', manages: 'nothing', trusted: false });
  expect([refused.status, refused.headers['cache-control']]).toEqual([401, 'no-store']);
});

test('a login accepts the header, the query, JSON or a form, and reports its method', async () => {
  const secure = gateway.httpsUrl;
  const token = { Authorization: `Bearer ${await fakes.auth.token(42)}` };
  const logins: [method: string, answer: Promise<{ status: number | undefined }>][] = [
    ['basic_auth', send('POST', `${secure}/v2/login`, basic)],
    ['basic_auth', send('POST', `${secure}/v2/login?username=alice&password=secret`)],
    ['basic_auth', logInWith(secure, { username: 'alice', password: 'secret', device: { id: 'x' } })],
    ['basic_auth', logInWith(secure, 'username=alice&password=secret&device=x')],
    ['jwt', send('POST', `${secure}/v2/login`, token)],
    ['jwt', send('POST', `${gateway.url}/v2/login`, token)],
    ['api_key', send('POST', `${secure}/v2/login`, basicOf(`${consumerKey('42')}:cs_42`))],
  ];
  for (const [, answer] of logins) expect((await answer).status).toBe(200);
  const heard = fakes.heard.filter(({ operation }) => operation === logIn.name);
  expect(
    heard
      .map(({ request }) => request)
      .map((one) => (one as { method: string }).method)
      .sort(),
  ).toEqual(logins.map(([method]) => method).sort());
});

test('a login request to auth has the token or the permissions of the key pair that logged in', async () => {
  const token = await fakes.auth.token(42);
  const permissions = 'read' as const;
  const pair = { account: 42, role: 'customer', manages: 'nothing', trusted: true, permissions } as const;
  fakes.auth.known.set(`${consumerKey('3')}:cs_r`, pair);
  for (const headers of [{ Authorization: `bearer  ${token}` }, basicOf(`${consumerKey('3')}:cs_r`), basic]) {
    await send('POST', `${gateway.httpsUrl}/v2/login`, headers);
  }
  const heard = fakes.heard.filter(({ operation }) => operation === logIn.name);
  const ofToken = { generation: 0, family: 'a-family-of-tokens', token };
  expect(heard.map(({ request }) => request)).toMatchObject([
    { proof: ofToken, permissions: null },
    { proof: null, permissions },
    { proof: null, permissions: null },
  ]);
});

test('logins without credentials and logins with wrong credentials have different errors', async () => {
  const secure = gateway.httpsUrl;
  const codes = [];
  for (const answer of [
    send('POST', `${secure}/v2/login`),
    logInWith(secure, { username: '', password: '' }),
    send('POST', `${secure}/v2/login`, basicOf(`${consumerKey('1')}:cs_1`)),
    logInWith(secure, { username: 'alice', password: 'wrong' }),
    logInWith(secure, { username: 'alice' }),
    logInWith(secure, 'password=secret'),
    logInWith(secure, { username: 'alice', password: 'secret' }, basicOf('alice:wrong')),
  ]) {
    const { status, code } = await answer;
    codes.push([status, code]);
  }
  const nobody = [401, 'service_rest_not_authorized'];
  const wrong = [401, 'service_authentication_error'];
  expect(codes).toEqual([nobody, nobody, nobody, wrong, wrong, wrong, wrong]);
});

test('a password in the body of a login is refused over plain HTTP, and ignored on other routes', async () => {
  const members = { username: 'alice', password: 'secret' };
  const token = { Authorization: `Bearer ${await fakes.auth.token(42)}` };
  for (const headers of [{}, token]) {
    const { status, code } = await logInWith(gateway.url, members, headers);
    expect([status, code]).toEqual([403, 'service_https_required']);
  }
  const half = await logInWith(gateway.url, { password: 'secret' });
  expect([half.status, fakes.count(identify.name)]).toEqual([403, 0]);
  const body = JSON.stringify({ id: '13', ...members });
  const type = { ...json, 'Content-Length': String(body.length) };
  expect((await send('POST', `${gateway.url}/v2/cart/add-item`, type, body)).status).toBe(200);
  expect(fakes.count(identify.name)).toBe(0);
});

test('a refresh ignores the bearer token and requires TLS', async () => {
  for (const path of [
    '/jwt/refresh-token',
    '/jwt/refresh-token/',
    '//jwt//refresh-token',
    '/JWT/Refresh-Token',
  ]) {
    const codes = [
      (await send('POST', `${gateway.httpsUrl}${path}`, bearer)).code,
      (await send('POST', `${gateway.url}${path}`, basic)).code,
    ];
    expect(codes).toEqual(['service_jwt_auth_missing_refresh_token', 'service_https_required']);
  }
});

test('an encrypted answer has HSTS', async () => {
  const { headers } = await get(`${gateway.httpsUrl}/v2/cart`);
  expect(headers['strict-transport-security']).toBe('max-age=31536000');
});

const evil = 'https://evil.example';
test.each<[what: string, headers: Record<string, string>, isRefused: boolean]>([
  ['no origin', {}, false],
  ['a foreign origin', { Origin: evil }, true],
  ['an opaque origin', { Origin: 'null' }, true],
  ['a site that a browser calls foreign', { 'Sec-Fetch-Site': 'cross-site' }, true],
  ['a foreign origin of the same site', { Origin: evil, 'Sec-Fetch-Site': 'same-site' }, true],
  ['its own origin', { Origin: 'https://HOST' }, false],
  ['its own name over plain HTTP', { Origin: 'http://HOST', 'Sec-Fetch-Site': 'cross-site' }, true],
  [
    'its own origin behind a proxy',
    { Origin: 'https://shop.example', 'Sec-Fetch-Site': 'same-origin' },
    false,
  ],
  [
    'an origin of CORS_ORIGINS',
    { Origin: 'https://a.friend.example', 'Sec-Fetch-Site': 'cross-site' },
    false,
  ],
])('a request by Basic from %s may write or not', async (_what, given, isRefused) => {
  const { host } = new URL(friendly.httpsUrl);
  const headers = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, value.replace('HOST', host)]),
  );
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  for (const [method, path] of [
    ['POST', '/v2/cart/add-item'],
    ['POST', '/v2/logout'],
    ['DELETE', '/wp-json/cocart/v2/cart/item/x'],
    ['GET', '/wp-json/cocart/v1/item?cart_item_key=x&quantity=2'],
    // The items of the guest's cart are transferred to the customer's.
    ['GET', `/v2/cart?cart_key=t_${'a'.repeat(40)}`],
  ] as const) {
    for (const by of [basic, basicOf(`${consumerKey('1')}:cs_1`)]) {
      const { code } = await send(method, friendly.httpsUrl + path, { ...form, ...headers, ...by });
      expect([path, /_foreign_origin$/.test(code ?? 'done')]).toEqual([path, isRefused]);
    }
    const token = { Authorization: `Bearer ${await fakes.auth.token(42)}` };
    for (const by of [{}, token]) {
      const { code } = await send(method, friendly.httpsUrl + path, { ...form, ...headers, ...by });
      expect(code ?? 'done').not.toMatch(/_foreign_origin$/);
    }
  }
  expect((await get(`${friendly.httpsUrl}/v2/cart`, { ...headers, ...basic })).status).toBe(200);
});

test('a 401 asks programs for Basic credentials, and never makes a browser ask the person', async () => {
  const challengeOf = async (headers: Record<string, string>) =>
    (await get(`${gateway.httpsUrl}/v2/sessions`, headers)).headers['www-authenticate'];
  for (const headers of [{}, { 'Sec-Fetch-Mode': 'cors' }, { Accept: 'text/html' }])
    expect(await challengeOf(headers)).toMatch(/^Basic /);
  const browsers = [
    { 'Sec-Fetch-Mode': 'navigate' },
    { 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Site': 'same-origin' },
  ];
  for (const headers of browsers) {
    expect(await challengeOf(headers)).toBe('Bearer realm="shop"');
    expect(await challengeOf({ ...headers, ...basicOf('alice:wrong') })).toBe('Bearer realm="shop"');
  }
});
