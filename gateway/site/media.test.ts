import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { natsFixture } from '#testing/engines.ts';
import { GatewayFixture } from '#testing/gateway/fixture.ts';
import { media } from './media.ts';

const folder = fileURLToPath(new URL('../../examples/demo-shop/pictures', import.meta.url));
const site = new GatewayFixture(natsFixture(), { PICTURES: folder });
const [first = ''] = await readdir(folder);
const name = first.replace('.svg', '');
const get = (path: string, init?: RequestInit) => fetch(site.gateway.url + path, init);

test.each([
  ['thumbnail', '150'],
  ['medium', '300'],
  ['large', '1024'],
])('a picture in the size %s has a width and height of %s pixels', async (size, edge) => {
  const answer = await get(`/media/${name}-${size}.svg`);
  const [opening = ''] = /<svg[^>]*>/.exec(await answer.text()) ?? [];
  expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'image/svg+xml']);
  expect([/ width="(\d+)"/.exec(opening)?.[1], / height="(\d+)"/.exec(opening)?.[1]]).toEqual([edge, edge]);
  expect(opening.match(/width=/g)).toHaveLength(1);
});

test('the full size is the unchanged drawing', async () => {
  const answer = await get(`/media/${name}-full.svg`);
  expect(await answer.text()).toBe(await readFile(join(folder, first), 'utf8'));
});

test('a picture may be cached for a day, has an ETag, and runs no script', async () => {
  const path = `/media/${name}-medium.svg`;
  const { headers } = await get(path);
  expect(headers.get('Cache-Control')).toBe('public, max-age=86400');
  expect(headers.get('Content-Security-Policy')).toBe("default-src 'none'; frame-ancestors 'none'");
  const tag = headers.get('ETag') ?? '';
  expect(tag).toMatch(/^"[\w-]{27}"$/);
  const held = await get(path, { headers: { 'If-None-Match': `W/${tag}` } });
  expect([held.status, await held.text()]).toEqual([304, '']);
  const head = await get(path, { method: 'HEAD' });
  expect([head.status, await head.text(), head.headers.get('ETag')]).toEqual([200, '', tag]);
  expect(head.headers.get('Content-Length')).toBe(headers.get('Content-Length'));
  expect((await get(path, { method: 'POST' })).status).toBe(404);
});

test.each([
  `/media/${name}.svg`,
  `/media/${name}-huge.svg`,
  '/media/nothing-full.svg',
  '/media/',
  '/media/../media.ts',
  '/media/..%2fmain.ts',
  '/media/%2e%2e/settings.ts',
  `/media//${name}-full.svg`,
])('%s is 404', async (path) => {
  const answer = await site.raw(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1.1 404 /);
  expect(answer).toContain('rest_no_route');
});

test('no picture contains styles, scripts or links to files, because its content security policy forbids them', async () => {
  for (const file of await readdir(folder)) {
    const drawing = await readFile(join(folder, file), 'utf8');
    expect([
      file,
      /<script|<style|\sstyle=|\son\w+=|href="[^#]|<image|<foreignObject/i.exec(drawing),
    ]).toEqual([file, null]);
  }
});

test.each([
  ['Mug.svg', '<svg viewBox="0 0 1 1"/>'],
  ['mug.png', ''],
  ['mug.svg', '<svg width="1" height="1"/>'],
])('with a file %s that contains %j the gateway does not start', async (file, text) => {
  const other = await mkdtemp(`${tmpdir()}/media-`);
  try {
    await writeFile(`${other}/${file}`, text);
    await expect(media(other)).rejects.toThrow(file);
  } finally {
    await rm(other, { recursive: true });
  }
});
