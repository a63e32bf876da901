import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { tokenIssuer } from '#contracts/tokens.ts';
import { natsFixture } from '#testing/engines.ts';
import { GatewayFixture } from '../testing/fixture.ts';
import { type RunningGateway, startGateway } from '../testing/public-gateway.ts';
import { upstreamLimits } from './upstream.ts';

const nats = natsFixture();
const plain = new GatewayFixture(nats);

/** A request that the WordPress behind the gateway has received. */
interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

let wordPress: Server;
let gateway: RunningGateway;
const received: Received[] = [];
let answer: (response: ServerResponse) => void;

const pair = { ours: `ck_${'a'.repeat(40)}:cs_1`, theirs: `ck_${'b'.repeat(40)}:cs_2` };
const basic = (credentials: string) => ({ Authorization: `Basic ${btoa(credentials)}` });

beforeAll(async () => {
  wordPress = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    let body = '';
    for await (const piece of request.setEncoding('utf8')) body += piece;
    received.push({ method, url, headers, body });
    answer(response);
  }).listen(0, '127.0.0.1');
  await once(wordPress, 'listening');
  const { port } = wordPress.address() as AddressInfo;
  const environment = { UPSTREAM_URL: `http://127.0.0.1:${port}/shop`, LOCAL_HTTP_LOGIN: 'on' };
  gateway = await startGateway(nats.url, environment);
  const identity = { account: null, role: null, manages: 'read', trusted: true } as const;
  plain.fakes.auth.known.set(pair.ours, identity);
});
beforeEach(() => {
  received.length = 0;
  answer = (response) => response.end('{}');
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  wordPress.closeAllConnections();
  wordPress.close();
});

const sendTo = (path: string, options: RequestInit = {}) =>
  fetch(gateway.url + path, { redirect: 'manual', ...options });

describe('a request of a forwarded namespace', () => {
  test('is forwarded with its method, query, headers and body', async () => {
    answer = (response) => {
      response.writeHead(201, { 'Content-Type': 'application/json', 'X-WP-Total': '7', Nonce: 'n' });
      response.end('{"id":1}');
    };
    const headers = {
      'Content-Type': 'application/json',
      'Cart-Token': 't',
      Cookie: 'a=b',
      ...basic('ann:x'),
    };
    const response = await sendTo('/wp-json/wc/store/v1/cart/add-item?a=%C3%A9&b[]=1', {
      ...{ method: 'POST', headers, body: '{"id":9}' },
    });
    expect([response.status, await response.text()]).toEqual([201, '{"id":1}']);
    expect(response.headers.get('X-WP-Total')).toBe('7');
    expect(response.headers.get('Nonce')).toBe('n');
    expect(received).toMatchObject([
      {
        method: 'POST',
        url: '/shop/wp-json/wc/store/v1/cart/add-item?a=%C3%A9&b[]=1',
        headers: { 'cart-token': 't', cookie: 'a=b', authorization: basic('ann:x').Authorization },
        body: '{"id":9}',
      },
    ]);
  });

  test('has the real address of the client, not an address that the client sends', async () => {
    const forged = {
      'X-Forwarded-For': '203.0.113.9',
      Forwarded: 'for=203.0.113.9',
      'X-Forwarded-Port': '1',
    };
    await sendTo('/wp-json/wp/v2/posts', { headers: { ...forged, Connection: 'x-hop', 'X-Hop': '1' } });
    const { headers } = received[0] as Received;
    expect(headers).toMatchObject({
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
      host: new URL(`http://${headers.host}`).host,
    });
    expect(headers).not.toHaveProperty('forwarded');
    expect(headers).not.toHaveProperty('x-forwarded-port');
  });

  test('has no tokens, key pairs or cart keys of this service', async () => {
    const token = await new SignJWT({})
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer(tokenIssuer)
      .sign(new Uint8Array(32));
    const [key, secret] = pair.ours.split(':');
    await sendTo('/wp-json/wc/v3/orders?cart_key=k&page=2', {
      headers: { Authorization: `Bearer ${token}`, 'Cart-Key': 'k', 'CoCart-API-Cart-Key': 'k' },
    });
    await sendTo('/wp-json/wc/v3/orders', { headers: basic(pair.ours) });
    await sendTo(`/wp-json/wc/v3/orders?consumer_key=${key}&consumer_secret=${secret}`);
    expect(received.map(({ url }) => url)).toEqual([
      '/shop/wp-json/wc/v3/orders?page=2',
      '/shop/wp-json/wc/v3/orders',
      '/shop/wp-json/wc/v3/orders',
    ]);
    for (const { headers } of received) {
      for (const name of ['authorization', 'cart-key', 'cocart-api-cart-key'])
        expect(headers).not.toHaveProperty(name);
    }
  });

  test('keeps a key pair of WooCommerce, about which auth is asked once', async () => {
    for (const _ of [1, 2]) await sendTo('/wp-json/wc/v3/orders', { headers: basic(pair.theirs) });
    expect(received.map(({ headers }) => headers.authorization)).toEqual([
      basic(pair.theirs).Authorization,
      basic(pair.theirs).Authorization,
    ]);
    const checks = plain.fakes.heard.filter(({ operation }) => operation === 'auth.identify');
    expect(checks.length).toBeLessThanOrEqual(1);
  });

  test('gets a redirect unchanged, except for the upstream address, which is removed', async () => {
    answer = (response) => {
      const { port } = wordPress.address() as AddressInfo;
      response.writeHead(301, { Location: `http://127.0.0.1:${port}/shop/wp-json/wp/v2/posts/1` }).end();
    };
    const { status, headers } = await sendTo('/wp-json/wp/v2/posts/one');
    expect([status, headers.get('Location')]).toEqual([301, '/wp-json/wp/v2/posts/1']);
    expect(received).toHaveLength(1);
  });

  test('gets the security headers of the gateway, and no CORS headers of the upstream', async () => {
    answer = (response) => {
      response.setHeader('Access-Control-Allow-Origin', 'https://evil.example');
      response.setHeader('Content-Security-Policy', 'default-src *').setHeader('X-Powered-By', 'PHP');
      response.end('{}');
    };
    const { headers } = await sendTo('/wp-json/wp/v2/posts', { headers: { Origin: 'https://evil.example' } });
    expect(headers.get('Access-Control-Allow-Origin')).toBe(null);
    expect(headers.get('Content-Security-Policy')).toBe("default-src 'none'");
    expect(headers.get('X-Powered-By')).toBe(null);
  });

  test('with a body over the limit is refused', async () => {
    const response = await sendTo('/wp-json/wp/v2/media', {
      ...{ method: 'POST', body: new Uint8Array(upstreamLimits.requestBytes + 1) },
    });
    expect(response.status).toBe(413);
    expect(received).toEqual([]);
  });

  test('is 503 when the answer is too large or the connection breaks', async () => {
    answer = (response) =>
      response.setHeader('Content-Length', upstreamLimits.answerBytes + 1).flushHeaders();
    expect((await sendTo('/wp-json/wp/v2/posts')).status).toBe(503);
    answer = (response) => response.destroy();
    const response = await sendTo('/wp-json/wp/v2/posts');
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ code: 'service_unavailable' });
  });

  test('has an incomplete answer when the upstream connection breaks', async () => {
    answer = (response) => {
      response.setHeader('Content-Length', 100);
      response.write('{"a":', () => response.destroy());
    };
    await expect(sendTo('/wp-json/wp/v2/posts').then((response) => response.text())).rejects.toThrow();
  });
});

test.each([
  '/wp-json/wc/v3/%2e%2e/%2e%2e/wp-admin',
  '/wp-json/wc/v3/..%2f..%2fwp-admin',
  '/wp-json/wc/v3/..%5cwp-admin',
  '/wp-json/wc/v3/%252e%252e/wp-admin',
  '/wp-json/wc/v3/..;/wp-admin',
  '/wp-json/wc/v3/%00',
  '/wp-json/wc/v3/%zz',
  '/wp-json/wc/v30/orders',
  '/wp-json/wc/v2/orders',
  '/wp-json/cocart/v2/nothing',
  '/wp-admin',
])('%s is not forwarded', async (path) => {
  expect((await sendTo(path)).status).toBe(404);
  expect(received).toEqual([]);
});

test('credentials over plain HTTP are refused, and nothing is forwarded without UPSTREAM_URL', async () => {
  const refused = await plain.get('/wp-json/wc/v3/orders', basic(pair.theirs));
  expect([refused.status, refused.body.code]).toEqual([403, 'service_https_required']);
  expect((await plain.get('/wp-json/wc/v3/orders')).status).toBe(404);
});
