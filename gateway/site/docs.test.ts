import { describe, expect, test } from 'vitest';
import { natsFixture } from '#testing/engines.ts';
import { GatewayFixture } from '#testing/gateway/fixture.ts';
import manifest from '../../package.json' with { type: 'json' };
import { addressOf } from './markdown.ts';
import { readReaders } from './pages.ts';

const shop = new GatewayFixture(natsFixture());
const without = new GatewayFixture(natsFixture(), { DOCS: 'off' });
const readers = await readReaders();
const paths = readers.flatMap((reader) => reader.pages.map(({ path }) => path));
const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

const page = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${shop.gateway.url}${path}`, { headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

test('the root describes the service, as JSON for programs and as a page for browsers', async () => {
  expect(await shop.get('/')).toMatchObject({
    status: 200,
    body: {
      name: 'Cartwright',
      version: manifest.version,
      documentation: '/docs',
      mounts: [
        { path: '/', dialect: 'service', openapi: '/openapi.json' },
        { path: '/wp-json/cocart', dialect: 'cocart', openapi: '/wp-json/cocart/openapi.json' },
      ],
      openapi: ['/openapi.json', '/wp-json/cocart/openapi.json'],
    },
  });
  const { headers, text } = await page('/', browser);
  expect([headers.get('content-type'), headers.get('vary')]).toEqual([
    'text/html; charset=utf-8',
    expect.stringContaining('Accept'),
  ]);
  for (const link of ['/docs', '/docs#storefront', '/docs/api?mount=%2Fwp-json%2Fcocart', '/openapi.json'])
    expect(text).toContain(`href="${link}"`);
  expect(text).toContain(`Cartwright ${manifest.version}`);
  expect(text).not.toContain('/shop');
});

test.each([
  ['/docs/api', '/openapi.json'],
  ['/docs/api/?mount=%2Fwp-json%2Fcocart', '/wp-json/cocart/openapi.json'],
  ['/docs?mount=/wp-json/cocart', '/wp-json/cocart/openapi.json'],
  ['/docs?mount=%22%3E%3Cscript%3E', '/openapi.json'],
])('%s shows the document %s and runs only scripts of the gateway', async (path, document) => {
  const { status, headers, text } = await page(path);
  expect(status).toBe(200);
  expect(text).toContain(`data-document="${document}"`);
  const scripts = ['swagger-ui-bundle.js', 'reference.js'];
  expect(text.match(/<script\b[^>]*>/g)).toEqual(
    scripts.map((name) => `<script src="/docs/assets/${name}" defer>`),
  );
  for (const name of scripts) expect((await page(`/docs/assets/${name}`)).text).toContain('SwaggerUIBundle');
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self';");
});

test('the pages load nothing from other hosts', async () => {
  for (const path of ['/docs', '/docs/api', '/', ...paths.map((name) => `/docs/${name}`)]) {
    const { text } = await page(path, browser);
    expect([path, text.match(/(?:src|data-document|<link[^>]*href)="(?:https?:)?\/\/[^"]*"/)]).toEqual([
      path,
      null,
    ]);
  }
});

test('every link between pages and in the documents leads to an existing page', async () => {
  const broken: string[] = [];
  const seen = new Set<string>();
  const texts = new Map<string, string>();
  const read = async (path: string) => {
    const text = texts.get(path) ?? (await page(path)).text;
    texts.set(path, text);
    return text;
  };
  const follow = async (from: string, link: string) => {
    const [path = '', anchor] = link.split('#', 2);
    const text = await read(path);
    if (!text.startsWith('<!doctype html>')) broken.push(`${from} -> ${link}`);
    else if (anchor !== undefined && !text.includes(`id="${anchor}"`)) broken.push(`${from} -> ${link}`);
    if (seen.has(path)) return;
    seen.add(path);
    for (const [, next = ''] of text.matchAll(/<a href="(\/docs\/[^"?]*)"/g)) await follow(path, next);
  };
  await follow('start', '/docs/first-cart');
  const document = JSON.stringify((await shop.get('/openapi.json')).body);
  for (const [, link = ''] of document.matchAll(/\]\((\/docs\/[^)]*)\)/g)) await follow('openapi', link);
  expect(broken).toEqual([]);
  expect(seen.size).toBeGreaterThan(20);
});

test('the list of documents has every page below its reader', async () => {
  const { text } = await page('/docs');
  const [, ...sections] = text.split('<h2 ');
  expect(sections).toHaveLength(readers.length);
  for (const [at, { id, pages }] of readers.entries()) {
    expect(sections[at]).toMatch(new RegExp(`^id="${id}"`));
    for (const { path } of pages) expect(sections[at]).toContain(`<li><a href="/docs/${path}">`);
  }
});

test('every page says for whom it is, and links to the pages for the same reader', async () => {
  for (const { id, name, pages } of readers) {
    for (const { path } of pages) {
      const { text } = await page(`/docs/${path}`);
      expect(text).toContain(`For: <a href="/docs#${id}">${name}</a>`);
      expect(text).toContain(`<a href="/docs#${id}" aria-current="true">${name}</a>`);
      expect(text.match(/aria-current="page"/g)).toHaveLength(1);
      expect(text).toContain(`<li><a href="/docs/${path}" aria-current="page">`);
    }
  }
});

test('a page has the links to its sections, in order; a short page has none', async () => {
  const { text } = await page('/docs/first-cart');
  const [, list = ''] = /<nav class="contents"[^>]*>(.*?)<\/nav>/s.exec(text) ?? [];
  const linked = [...list.matchAll(/href="#([^"]*)"/g)].map(([, id]) => id);
  expect(linked).toEqual([...text.matchAll(/<h[23] id="([^"]*)"/g)].map(([, id]) => id));
  expect(linked.length).toBeGreaterThan(4);
  expect((await page('/docs/decisions/password-reset')).text).not.toContain('class="contents"');
});

test('examples for storefronts have the address of the shop; others stay as written', async () => {
  const { text } = await page('/docs/first-cart');
  expect(text).toContain('const shop = &#39;https://api.example&#39;;');
  expect((await page('/docs/reference/login')).text).not.toContain('--cacert .data');
  expect((await page('/docs/docker')).text).toContain('https://127.0.0.1:8443/v2/login');
});

test('a link whose text is a file shows the title of its page', async () => {
  const { text } = await page('/docs/first-cart');
  expect(text).toContain('<a href="/docs/errors">Errors</a>');
});

test('the search has sections by readers, and escapes the query', async () => {
  const { text } = await page('/docs/search?q=Idempotency-Key');
  expect(text).toContain('href="/docs/reference/');
  const found = [...text.matchAll(/<h2>([^<]*)/g)].map(([, name]) => name);
  expect(found).toEqual(readers.map(({ name }) => name).filter((name) => found.includes(name)));
  expect(found.length).toBeGreaterThan(1);
  const chosen = await page('/docs/search?q=Idempotency-Key&reader=storefront');
  expect([...chosen.text.matchAll(/<h2>([^<]*)/g)].map(([, name]) => name)).toEqual(['Storefront']);
  const hostile = await page(`/docs/search?q=${encodeURIComponent('"><script>alert(1)</script>')}`);
  expect([hostile.status, hostile.text.includes('<script>')]).toEqual([200, false]);
});

test.each([
  '/docs/../package',
  '/docs/..%2fREADME',
  '/docs/assets/..%2fapp.ts',
  '/docs/none',
  '/docs/assets/toString',
])('%s is 404', async (path) => {
  expect((await shop.get(path)).status).toBe(404);
});

test('a missing page is a page for browsers, which is not cached, and an error for programs', async () => {
  const { status, headers, text } = await page('/docs/none', browser);
  expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
    404,
    'text/html; charset=utf-8',
    'no-store',
  ]);
  expect(text).toContain('href="/docs"');
  expect(headers.get('vary')).toContain('Accept');
  expect(await shop.get('/docs/none')).toMatchObject({ status: 404, body: { code: 'rest_no_route' } });
});

describe('with DOCS=off', () => {
  test.each(['/', '/docs', '/docs/first-cart', '/docs/assets/site.css'])('%s is 404', async (path) => {
    expect(await without.get(path)).toMatchObject({ status: 404, body: { code: 'rest_no_route' } });
  });
});

test.each([
  ['rules.md#limits', 'reference/cart', '/docs/reference/rules#limits'],
  ['../money.md', 'reference/cart', '/docs/money'],
  ['../README.md', 'moving', null],
  ['../README.md#storefront', 'reference/cart', '/docs#storefront'],
  ['reference/README.md', 'moving', '/docs/reference/README'],
  ['../clients/typescript/README.md#errors', 'moving', '/docs/typed-client#errors'],
  ['../../docs/errors.md', 'typed-client', '/docs/errors'],
  ['#here', 'moving', '#here'],
  ['javascript:alert(1)', 'moving', null],
  ['../gateway/service.ts', 'moving', null],
])('the link %s of %s leads to %s', (href, from, address) => {
  expect(addressOf(href, from)).toBe(address);
});
