import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { natsFixture } from '#testing/engines.ts';
import { GatewayFixture } from '#testing/gateway/fixture.ts';
import { storefront } from './storefront.ts';

const folder = mkdtempSync(`${tmpdir()}/storefront-`);
mkdirSync(join(folder, 'assets'));
writeFileSync(join(folder, 'index.html'), '<!doctype html><html><head></head></html>');
writeFileSync(join(folder, 'assets/app-1a2b.js'), 'export {};');
afterAll(() => rmSync(folder, { recursive: true }));

const nats = natsFixture();
const site = new GatewayFixture(nats, { SHOP: folder, PUBLIC_URL: 'http://shop.example/?a="b"' });
const without = new GatewayFixture(nats);
const get = (path: string, init?: RequestInit) => fetch(site.gateway.url + path, init);

const page =
  '<!doctype html><html><head><meta name="public-url" content="http://shop.example/?a=&quot;b&quot;"></head></html>';

test.each(['/shop', '/shop/', '/shop/cart', '/shop/product/a-mug'])(
  '%s is the page, which may run only files of its own origin',
  async (path) => {
    const answer = await get(path);
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await answer.text()).toBe(page);
    expect(answer.headers.get('Cache-Control')).toBe('no-cache');
    const policy = answer.headers.get('Content-Security-Policy');
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(policy).not.toContain('unsafe');
  },
);

test('the root names the storefront', async () => {
  const accept = (type: string) => get('/', { headers: { Accept: type } });
  expect(await (await accept('application/json')).json()).toMatchObject({ shop: '/shop' });
  expect(await (await accept('text/html')).text()).toContain('href="/shop"');
  expect(await (await fetch(`${without.gateway.url}/`)).json()).not.toHaveProperty('shop');
});

test('a file with a hash in its name may be cached for a year', async () => {
  const { status, headers } = await get('/shop/assets/app-1a2b.js');
  expect([status, headers.get('Content-Type')]).toEqual([200, 'text/javascript; charset=utf-8']);
  expect(headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
});

test('a client that has the page gets 304, and HEAD gets no body', async () => {
  const tag = (await get('/shop')).headers.get('ETag') ?? '';
  const held = await get('/shop', { headers: { 'If-None-Match': tag } });
  expect([held.status, await held.text()]).toEqual([304, '']);
  const head = await get('/shop', { method: 'HEAD' });
  expect([head.status, await head.text(), head.headers.get('Content-Length')]).toEqual([
    200,
    '',
    String(page.length),
  ]);
});

describe.each([
  '/shop/assets/other.js',
  '/shop/app.js',
  '/shopping/cart',
  '/shop/../package.json',
  '/shop/..%2findex.html',
  '/shop/assets/..%2f..%2fetc/passwd.txt',
])('%s', (path) => {
  test('is 404', async () => {
    const answer = await site.raw(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1.1 404 /);
  });
});

test('POST to the storefront is 404', async () => {
  expect((await get('/shop', { method: 'POST' })).status).toBe(404);
});

test('without SHOP there is no storefront', async () => {
  expect((await fetch(`${without.gateway.url}/shop`)).status).toBe(404);
});

test('the gateway does not start if the folder has no index.html', async () => {
  const deps = { folder: join(folder, 'assets'), publicUrl: '', httpsPort: null };
  await expect(storefront(deps)).rejects.toThrow('without index.html');
});
