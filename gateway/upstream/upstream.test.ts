import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { tokenIssuer } from '#contracts/tokens.ts';
import { natsFixture } from '#testing/engines.ts';
import { GatewayFixture } from '#testing/gateway/fixture.ts';
import { type RunningGateway, startGateway } from '#testing/gateway/public-gateway.ts';
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
  const environment = {
    UPSTREAM_URL: `http://127.0.0.1:${port}/shop`,
    LOCAL_HTTP_LOGIN: 'on',
    CORS_ORIGINS: 'https://shop.example',
  };
  gateway = await startGateway(nats.url, environment);
  const identity = { account: null, role: null, manages: 'read', trusted: true } as const;
  plain.fakes.auth.known.set(pair.ours, identity);
});
beforeEach(() => {
  received.length = 0;
  plain.fakes.auth.otherLogins = 20;
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

  test('names the client and the configured host, whatever Connection and Host say', async () => {
    const names = 'x-forwarded-for, x-forwarded-proto, x-forwarded-host, authorization, x-hop';
    // `fetch` sends neither of these headers.
    const { port } = new URL(gateway.url);
    const headers = { Connection: `close, ${names}`, Host: 'evil.example', 'X-Hop': '1', ...basic('ann:x') };
    const asked = request({ port, path: '/wp-json/wp/v2/posts', headers }).end();
    const [response] = await once(asked, 'response');
    response.resume();
    expect(received[0]?.headers).toMatchObject({
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': 'api.example',
      authorization: basic('ann:x').Authorization,
    });
    expect(received[0]?.headers).not.toHaveProperty('x-hop');
  });

  test.each([
    ...['X_Forwarded_For', 'X_Forwarded_Host', 'X_Real_IP', 'Cart_Key', 'X_Anything', 'Proxy', 'X-Forwarded'],
    ...[
      'Client-IP',
      'True-Client-IP',
      'CF-Connecting-IP',
      'CF-Connecting-IPv6',
      'X-Client-IP',
      'Remote-Addr',
    ],
    ...['X-Cluster-Client-IP', 'X-Original-Forwarded-For', 'X-Original-URL', 'X-Rewrite-URL', 'X-Host'],
    ...['X-Azure-ClientIP', 'X-Envoy-External-Address', 'WL-Proxy-Client-IP', 'X-Original-Host'],
    ...['X.Forwarded.For', 'X-Originating-IP', 'CloudFront-Viewer-Address', 'X-Vercel-Forwarded-For'],
    ...['Front-End-Https', 'CF-Visitor', 'Remote-User', 'X-SSL-Client-Cert', 'CF-Access-Jwt-Assertion'],
  ])('has no header %s of the client', async (name) => {
    await sendTo('/wp-json/wp/v2/posts', { headers: { [name]: '6.6.6.6', 'X-Other': '1' } });
    expect(received[0]?.headers).toHaveProperty('x-other');
    expect(received[0]?.headers).not.toHaveProperty(name.toLowerCase());
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

  const issued = `t_${'0v'.repeat(20)}`;
  const [ourKey = '', ourSecret = ''] = pair.ours.split(':');
  const ours = `consumer_key=${ourKey}&consumer_secret=${ourSecret}`;
  const theirs = `consumer_key=${pair.theirs.replace(':', '&consumer_secret=')}`;
  test.each([
    ['a pair of ours after another pair', `${theirs}&${ours}&page=2`, `${theirs}&page=2`],
    ['a pair of ours beside a user name', `username=ann&password=x&${ours}`, 'username=ann&password=x'],
    ['a pair of ours as user name', `username=${ourKey}&password=${ourSecret}&a=1`, 'a=1'],
    ['escaped names', `consumer%5Fkey=${ourKey}&consumer_secret[]=${ourSecret}&a=1`, 'a=1'],
    ['cart keys by any name', 'cart_key[]=k&cart.key=k&Cart-Key=k&cart%5Bkey=k&a=1', 'a=1'],
    ['a cart key of a link to the checkout', 'cocart-load-cart=k&a=1', 'a=1'],
    [
      'an issued cart key anywhere',
      `x=${issued}&y=https%253A%252F%252Fa%252F%253Fk%253D${issued}&a=1`,
      'a=1',
    ],
    ['other parameters', 'cart[key]=k&cart_keys=1&a=1', 'cart[key]=k&cart_keys=1&a=1'],
  ])('has no credentials of this service in its query: %s', async (_, query, left) => {
    await sendTo(`/wp-json/wc/v3/orders?${query}`);
    expect(received.map(({ url }) => url)).toEqual([`/shop/wp-json/wc/v3/orders?${left}`]);
  });

  test('has no credentials of this service in any header', async () => {
    const token = await new SignJWT({})
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer(tokenIssuer)
      .sign(new Uint8Array(32));
    const headers = {
      ...{ 'X-Authorization': `Bearer ${token}`, 'X-Pair': pair.ours, 'X-Cart': issued, 'X-Other': '1' },
      ...{ Referer: 'https://shop.example/?cart_key=chosen', Cookie: `a=b; t=${token}; cart_key=k; c=d` },
    };
    const secret = `cs_${'c'.repeat(40)}`;
    plain.fakes.auth.known.set(`${ourKey}:${secret}`, plain.fakes.auth.known.get(pair.ours) as never);
    for (const scheme of ['Token', 'JWT'])
      await sendTo('/wp-json/wc/v3/orders', { headers: { ...headers, Authorization: `${scheme} ${token}` } });
    await sendTo('/wp-json/wc/v3/orders', { headers: { 'X-Pair': `${ourKey}:${secret}` } });
    await sendTo('/wp-json/wc/v3/orders', { headers: basic(`token:${token}`) });
    expect(received).toHaveLength(4);
    for (const { headers } of received) {
      expect(JSON.stringify(headers)).not.toMatch(/eyJ|t_0v|chosen|cart_key/);
      for (const name of ['authorization', 'x-authorization', 'referer', 'x-cart'])
        expect(headers).not.toHaveProperty(name);
    }
    expect(received[0]?.headers).toMatchObject({ cookie: 'a=b; c=d', 'x-other': '1' });
    expect(received[2]?.headers).not.toHaveProperty('x-pair');
  });

  test('with credentials that are ambiguous is 401', async () => {
    const { port } = new URL(gateway.url);
    const headers = ['Host', 'a', 'Authorization', 'Bearer x', 'Authorization', basic('ann:x').Authorization];
    const asked = request({ port, path: '/wp-json/wp/v2/posts', headers }).end();
    const [response] = await once(asked, 'response');
    response.resume();
    expect(response.statusCode).toBe(401);
    const many = [1, 2, 3].map((digit) => `${theirs.replaceAll('b', String(digit))}${digit}`).join('&');
    expect((await sendTo(`/wp-json/wc/v3/orders?${many}`)).status).toBe(401);
    expect(received).toEqual([]);
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

  test.each([
    ['of another host without a scheme', '//evil.example/', '/'],
    ['of another host with a backslash', '/\\evil.example/', '/'],
    ['of another host with a tab', '/\t/evil.example/', '/'],
    ['that becomes one of another host', 'UPSTREAM/shop//evil.example/', '/evil.example/'],
    ['outside the folder of WordPress', 'UPSTREAM/other?a=1', '/other?a=1'],
    ['of another host', 'https://other.example/', 'https://other.example/'],
  ])('gets an address in Location %s changed', async (_, sent, gets) => {
    answer = (response) => {
      const { port } = wordPress.address() as AddressInfo;
      response.writeHead(302, { Location: sent.replace('UPSTREAM', `http://127.0.0.1:${port}`) }).end();
    };
    const { headers } = await sendTo('/wp-json/wp/v2/posts');
    expect(headers.get('Location')).toBe(gets);
  });

  test('gets no headers about the server of WordPress, and none that concern the whole host', async () => {
    const names = [
      'Server',
      'Via',
      'Clear-Site-Data',
      'Refresh',
      'Service-Worker-Allowed',
      'X-Accel-Redirect',
    ];
    answer = (response) => {
      for (const name of [...names, 'X-Good']) response.setHeader(name, 'x');
      response.setHeader('X-Home', `http://${received[0]?.headers.host}/shop`).end('{}');
    };
    const { headers } = await sendTo('/wp-json/wp/v2/posts');
    for (const name of [...names, 'X-Home']) expect(headers.get(name), name).toBe(null);
    expect(headers.get('X-Good')).toBe('x');
  });

  test.each<[string, string, RequestInit]>([
    ['Basic', 'wc/v3/orders', { headers: basic('ann:guess') }],
    ['in the query', 'wp/v2/posts?username=ann&password=guess', {}],
    ['in JSON', 'wp/v2/token', { method: 'POST', body: '{"username":"ann","p\\u0061ssword" : "guess"}' }],
    ['in a form', 'wp/v2/token', { method: 'POST', body: 'username=ann&user[p%61ss]=guess' }],
    ['in a body that is only begun', 'wp/v2/token', { method: 'POST', body: ' '.repeat(70_000) }],
  ])('with a wrong password %s counts as a failed login of the network', async (_, path, options) => {
    plain.fakes.auth.otherLogins = 2;
    for (const status of [401, 403]) {
      answer = (response) => response.writeHead(status).end('{}');
      expect((await sendTo(`/wp-json/${path}`, options)).status).toBe(status);
    }
    const refused = await sendTo(`/wp-json/${path}`, options);
    expect([refused.status, received.length]).toEqual([429, 2]);
    expect(plain.fakes.heard.find(({ request }) => (request as { failed?: boolean }).failed)).toMatchObject({
      request: { address: '127.0.0.1', failed: true },
    });
    expect((await sendTo('/wp-json/wp/v2/posts', { method: 'POST', body: '{"id":9}' })).status).toBe(403);
  });

  test('that changes something with Basic credentials is refused if a page of another site caused it', async () => {
    const { Authorization } = basic('ann:remembered');
    const send = async (method: string, path: string, headers: Record<string, string>) =>
      (await sendTo(`/wp-json/${path}`, { method, headers: { Authorization, ...headers } })).status;
    const evil = { Origin: 'https://evil.example' };
    expect(await send('POST', 'wc/v3/orders', evil)).toBe(403);
    expect(await send('GET', 'wc/v3/orders/1?_method=DELETE', { 'Sec-Fetch-Site': 'cross-site' })).toBe(403);
    expect(received).toEqual([]);
    expect(await send('GET', 'wc/v3/orders', { 'Sec-Fetch-Site': 'cross-site' })).toBe(200);
    expect(await send('POST', 'wc/v3/orders', { Origin: 'https://shop.example' })).toBe(200);
    expect(await send('POST', 'wc/v3/orders', { ...evil, Authorization: 'Bearer of-wordpress' })).toBe(200);
    expect(await send('POST', 'wc/v3/orders', {})).toBe(200);
  });

  test('gets the security headers of the gateway, and no CORS headers of the upstream', async () => {
    answer = (response) => {
      response.setHeader('Access-Control-Allow-Origin', 'https://evil.example');
      response.setHeader('Content-Security-Policy', 'default-src *').setHeader('X-Powered-By', 'PHP');
      response.end('{}');
    };
    const { headers } = await sendTo('/wp-json/wp/v2/posts', { headers: { Origin: 'https://evil.example' } });
    expect(headers.get('Access-Control-Allow-Origin')).toBe(null);
    expect(headers.get('Content-Security-Policy')).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(headers.get('X-Powered-By')).toBe(null);
  });

  test('lets pages read the headers that they need, whatever WordPress says', async () => {
    answer = (response) => {
      response.setHeader('Access-Control-Expose-Headers', 'X-Theirs').setHeader('Nonce', 'n');
      response.setHeader('Access-Control-Allow-Methods', 'X').end('{}');
    };
    const origin = 'https://shop.example';
    const { headers } = await sendTo('/wp-json/wc/store/v1/cart', { headers: { Origin: origin } });
    const exposed = headers.get('Access-Control-Expose-Headers')?.split(',') ?? [];
    const needed = [
      'Nonce',
      'Cart-Token',
      'Cart-Hash',
      'X-WP-Total',
      'X-WP-TotalPages',
      'X-WP-Nonce',
      'Link',
    ];
    expect(exposed).toEqual(expect.arrayContaining(needed));
    expect(exposed).not.toContain('X-Theirs');
    expect(headers.get('Access-Control-Allow-Origin')).toBe(origin);
    expect(headers.get('Access-Control-Allow-Methods')).toBe(null);
  });

  test('has its whole body, also if only the beginning is read first', async () => {
    const body = 'äbc'.repeat(50_000);
    for (const sent of [body, new Blob([body]).stream()])
      await sendTo('/wp-json/wp/v2/media', { method: 'POST', body: sent, duplex: 'half' } as RequestInit);
    expect(received.map((one) => one.body === body)).toEqual([true, true]);
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

/** Sends a request that WordPress answers with a body and headers. Returns what the client gets. */
async function answered(
  path: string,
  body: string | Buffer,
  headers: Record<string, string | string[]> = {},
  status = 200,
) {
  answer = (response) =>
    response.writeHead(status, { 'Content-Type': 'application/json; charset=UTF-8', ...headers }).end(body);
  const response = await sendTo(`/wp-json/${path}`);
  return { headers: response.headers, text: await response.text() };
}

describe('a link to the REST API of WordPress', () => {
  // The address in the settings of a WordPress is often another one than UPSTREAM_URL.
  const home = 'https://shop.example/blog';
  const ours = 'https://api.example';

  test('names the gateway in the header Link, for the namespaces that it passes on', async () => {
    const { port } = wordPress.address() as AddressInfo;
    const links = (root: string, publicRoot = root) =>
      [
        `<${root}/wp-json/wp/v2/posts?page=1&search=a%2Cb>; rel="prev"`,
        `<${root}/wp-json/wp/v2/posts?page=3>; rel="next"`,
        `<${root}/wp-json/>; rel="https://api.w.org/"`,
        `<${publicRoot}/wp-json/wc-admin/reports>; rel="x"`,
        `<${publicRoot}/hello/>; rel="alternate"; type=text/html`,
        `<https://other.example/wp-json/wp/v2/posts/1>; rel="canonical"`,
      ].join(', ');
    for (const root of [home, `http://127.0.0.1:${port}/shop`]) {
      const { headers } = await answered('wp/v2/posts', '[]', { Link: links(root) });
      expect(headers.get('Link')).toBe(links(ours, root));
    }
    const several = [`<${home}/wp-json/>; rel="https://api.w.org/"`, `<${home}/a/>; rel="alternate"`];
    const { headers } = await answered('wp/v2/posts/1', '{}', { Link: several });
    expect(headers.get('Link')).toBe(
      `<${ours}/wp-json/>; rel="https://api.w.org/", <${home}/a/>; rel="alternate"`,
    );
  });

  /** Returns a body of WordPress with links to `root`. PHP escapes slashes and keeps numbers such as 1.0. */
  const bodyWith = (root: string) =>
    `{"id":5,"price":1.0,"big":12345678901234567890,"link":"${home}/p/","guid":{"rendered":"${home}/wp-json/wp/v2/a.png"},` +
    `"content":{"rendered":"<a href=\\"${home}/wp-json/wp/v2/posts/1\\">x<\\/a> \\u00fc ü"},"delivery_url":"${home}/wp-json/wc/v3/hook",` +
    `"_links":{"self":[{"href":"${root}/wp-json/wp/v2/posts/5","targetHints":{"allow":["GET"]}}],` +
    `"author":[{"embeddable":true,"href":"${root}/wp-json/wp/v2/users/1"}],` +
    `"curies":[{"name":"wp","href":"https://api.w.org/{rel}","templated":true}],` +
    `"other":[{"href":"https://other.example/wp-json/wp/v2/posts/1"},{"href":"${home}/wp-json/wc-admin/x"}]},` +
    `"_embedded":{"up":[{"_links":{"self":[{"href":"${root}/wp-json/wp/v2/pages/2?context=edit"}]}}]}}`;

  test.each([
    ['as PHP writes it', (text: string) => text.replaceAll('/', '\\/').replaceAll('\\\\/', '\\/')],
    ['without escapes', (text: string) => text],
    ['over several lines', (text: string) => text.replaceAll('":', '": \n  ').replaceAll('[{', '[ \n {')],
  ])('names the gateway in _links of a body %s, whose other members stay', async (_, written) => {
    const { headers, text } = await answered('wp/v2/posts/5', written(bodyWith(home)));
    expect(text).toBe(written(bodyWith(ours)));
    expect(headers.get('Content-Length')).toBe(String(Buffer.byteLength(text)));
  });

  test('names the gateway in a compressed body, which stays compressed', async () => {
    const { headers, text } = await answered('wp/v2/posts/5', gzipSync(bodyWith(home)), {
      'Content-Encoding': 'gzip',
    });
    expect(text).toBe(bodyWith(ours));
    expect(headers.get('Content-Encoding')).toBe('gzip');
    expect(received[0]?.headers['accept-encoding']).toBe('gzip');
    await sendTo('/wp-json/wp/v2/posts', { headers: { 'Accept-Encoding': 'br' } });
    expect(received[1]?.headers).not.toHaveProperty('accept-encoding');
  });

  test('names the gateway in the address of what was made', async () => {
    const location = { Location: `${home}/wp-json/wc/v3/products/9` };
    const { headers } = await answered('wc/v3/products', '{"id":9}', location, 201);
    expect(headers.get('Location')).toBe(`${ours}/wp-json/wc/v3/products/9`);
  });

  test('names the gateway in the headers of each answer of a batch', async () => {
    const batch = (root: string) =>
      `{"responses":[{"body":{"id":9,"Link":"${home}/wp-json/wp/v2/x","_links":{"self":[{"href":"${root}/wp-json/wp/v2/posts/9"}]}},` +
      `"status":201,"headers":{"Location":"${root}/wp-json/wp/v2/posts/9","Link":"<${root}/wp-json/wp/v2/posts?page=2>; rel=\\"next\\""}}]}`;
    const { text } = await answered('wc/store/v1/batch', batch(home), {}, 207);
    expect(text).toBe(batch(ours));
  });

  test('stays in a body that is no JSON or too large, which is not held back', async () => {
    const page = `{"_links":{"self":[{"href":"${home}/wp-json/wp/v2/posts/5"}]}}`;
    expect((await answered('wp/v2/posts', page, { 'Content-Type': 'text/plain' })).text).toBe(page);
    const large = page + ' '.repeat(upstreamLimits.linkedBytes);
    expect((await answered('wp/v2/posts', large)).text).toBe(large);
    expect((await answered('wp/v2/posts', gzipSync(large), { 'Content-Encoding': 'gzip' })).text).toBe(large);
    answer = (response) => {
      response.setHeader('Content-Type', 'application/json');
      response.write(large, () => response.write(page));
    };
    const { body } = await sendTo('/wp-json/wp/v2/posts');
    let begun = 0;
    for await (const chunk of body ?? []) {
      begun += chunk.length;
      if (begun >= large.length + page.length) break;
    }
    expect(begun).toBe(large.length + page.length);
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
  '/wp-json/wc-admin/reports',
  '/wp-json/jwt-auth/v1/token',
  '/wp-json/wc/storefront',
  '/wp-json/cocart/v2/nothing',
  '/wp-admin',
])('%s is not forwarded', async (path) => {
  expect((await sendTo(path)).status).toBe(404);
  expect(received).toEqual([]);
});

test.each([
  'wc/store',
  'wc/store/cart',
  'wc/store/v1/cart',
  'wc/v1/orders',
  'wc/v2/orders',
  'wc/v3/orders',
  'wp/v2/posts',
])('%s is forwarded by default', async (path) => {
  expect((await sendTo(`/wp-json/${path}`)).status).toBe(200);
  expect(received.map(({ url }) => url)).toEqual([`/shop/wp-json/${path}`]);
});

describe('over plain HTTP', () => {
  let open: RunningGateway;
  beforeAll(async () => {
    const { port } = wordPress.address() as AddressInfo;
    open = await startGateway(nats.url, { UPSTREAM_URL: `http://127.0.0.1:${port}` });
  });
  afterAll(() => open[Symbol.asyncDispose]());
  const statusOf = async (headers: Record<string, string>, query = '') => {
    const response = await fetch(`${open.url}/wp-json/wc/store/v1/cart${query}`, { headers });
    const { code } = (await response.json()) as { code?: string };
    return [response.status, code, received.length];
  };

  test.each([
    ['a key pair', basic(pair.theirs), ''],
    ['a key pair in the query', {}, `?consumer_key=${pair.theirs.replace(':', '&consumer_secret=')}`],
    ['a password', basic('ann:x'), ''],
    ['a token of WordPress', { Authorization: 'Bearer e30.e30.x' }, ''],
    ['a login cookie of WordPress', { Cookie: 'a=b; wordpress_logged_in_0f=ann' }, ''],
    ['cookies with X-WP-Nonce', { Cookie: 'a=b', 'X-WP-Nonce': '1' }, ''],
    ['cookies with _wpnonce', { Cookie: 'a=b' }, '?_wpnonce=1'],
  ])('%s is refused', async (_, headers, query) => {
    expect(await statusOf(headers as Record<string, string>, query)).toEqual([
      403,
      'service_https_required',
      0,
    ]);
  });

  test.each([
    ['the cookie of a cart', { Cookie: 'wp_woocommerce_session_0f=1; wordpress_test_cookie=1' }],
    ['Nonce and Cart-Token', { Nonce: '1', 'Cart-Token': 't' }],
    ['X-WP-Nonce without cookies', { 'X-WP-Nonce': '1' }],
  ])('%s is passed on', async (_, headers) => {
    expect(await statusOf(headers as Record<string, string>)).toEqual([200, undefined, 1]);
  });
});

test('credentials over plain HTTP are refused, and nothing is forwarded without UPSTREAM_URL', async () => {
  const refused = await plain.get('/wp-json/wc/v3/orders', basic(pair.theirs));
  expect([refused.status, refused.body.code]).toEqual([403, 'service_https_required']);
  expect((await plain.get('/wp-json/wc/v3/orders')).status).toBe(404);
});
