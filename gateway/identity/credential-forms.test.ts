import { mkdtempSync, rmSync } from 'node:fs';
import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { natsFixture } from '#platform/testing/engines.ts';
import { keepLocalCertificate } from '../../dev/tls.ts';
import { FakeServices } from '../testing/fake-services.ts';
import { startGateway } from '../testing/public-gateway.ts';
import { aProduct } from '../testing/samples.ts';

const nats = natsFixture();
const folder = mkdtempSync(join(tmpdir(), 'cartwright-tls-'));
let fakes: FakeServices;
let gateway: Awaited<ReturnType<typeof startGateway>>;
let behindProxy: Awaited<ReturnType<typeof startGateway>>;

beforeAll(async () => {
  const { certFile, keyFile } = await keepLocalCertificate(folder);
  fakes = await FakeServices.start(nats.url);
  fakes.products.set('13', aProduct());
  gateway = await startGateway(nats.url, { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile });
  behindProxy = await startGateway(nats.url, { TRUSTED_PROXIES: '127.0.0.0/8' });
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await behindProxy[Symbol.asyncDispose]();
  await fakes[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

async function get(url: string, headers: Record<string, string> = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const options = { headers, agent: false, rejectUnauthorized: false };
  const send = url.startsWith('https') ? tlsRequest : plainRequest;
  send(url, options, resolve).on('error', reject).end();
  const answer = await promise;
  let text = '';
  for await (const chunk of answer) text += chunk;
  return { status: answer.statusCode, headers: answer.headers, code: JSON.parse(text).code };
}

const basic = { Authorization: `Basic ${Buffer.from('alice:secret').toString('base64')}` };
const bearer = { Authorization: 'Bearer abc.def.ghi' };
const paths = ['/v2/cart', '/v2/products/13', '/wp-json/cocart/v2/products/13', '/v2/nope'];

test.each([
  ['Basic', basic, ''],
  ['Basic without anything', { Authorization: 'Basic' }, ''],
  ['an unknown scheme', { Authorization: 'Digest x' }, ''],
  ['a name and a password in the query', {}, 'username=alice&password=secret'],
  ['half of them', {}, 'password=secret'],
  ['one behind an empty one', {}, 'password=&password=secret'],
  ['a key pair in the query', {}, 'consumer_key=ck_1&consumer_secret=cs_1'],
  ['a key pair with percent signs', {}, '%63onsumer_key=ck_1'],
])(
  '%s is refused over plain HTTP as such, and over HTTPS as wrong, on every route',
  async (_form, headers, query) => {
    for (const path of paths) {
      const dialect = path.startsWith('/wp-json') ? 'cocart' : 'service';
      const plain = await get(`${gateway.url}${path}?${query}`, headers);
      const secure = await get(`${gateway.httpsUrl}${path}?${query}`, headers);
      expect([plain.status, plain.code]).toEqual([403, `${dialect}_https_required`]);
      expect([secure.status, secure.code]).toEqual([401, `${dialect}_authentication_error`]);
      expect(secure.headers['www-authenticate']).toMatch(/Basic realm=.*charset="UTF-8"/);
      expect(secure.headers['cache-control']).toBe('no-store');
    }
  },
);

test('a bearer token may come from this machine without HTTPS, and is wrong', async () => {
  for (const headers of [bearer, { Authorization: 'Bearer' }, { Authorization: 'bearer x' }]) {
    expect((await get(`${gateway.url}/v2/cart`, headers)).status).toBe(401);
  }
});

test('of a proxy’s clients, those count as secure whose connection it says was', async () => {
  const url = `${behindProxy.url}/v2/cart`;
  const statuses = [];
  for (const proto of ['https', 'http', 'https,http', '']) {
    statuses.push((await get(url, { ...bearer, 'X-Forwarded-Proto': proto })).status);
  }
  expect(statuses).toEqual([401, 403, 403, 403]);
});

test('an empty Authorization and empty query members are none', async () => {
  for (const url of [gateway.url, gateway.httpsUrl]) {
    expect((await get(`${url}/v2/cart`, { Authorization: '' })).status).toBe(200);
    expect((await get(`${url}/v2/cart?username=&password=`)).status).toBe(200);
  }
});

test('credentials are refused where the same address is in the cache', async () => {
  const url = `${gateway.url}/v2/products/13`;
  await get(url);
  expect((await get(url, basic)).status).toBe(403);
});

test('what came encrypted is told to stay so', async () => {
  const { headers } = await get(`${gateway.httpsUrl}/v2/cart`);
  expect(headers['strict-transport-security']).toBe('max-age=31536000');
});
