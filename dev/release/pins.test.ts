import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../settings.ts';
import { looselyLocked, unpinnedImages } from './pins.ts';

test('every package of the lock file has a SHA-512 and comes from the registry', async () => {
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
  expect(Object.keys(lock.packages).length).toBeGreaterThan(100);
  expect(looselyLocked(lock)).toEqual([]);
});

test.each([
  ['no hash', { resolved: 'https://registry.npmjs.org/a/-/a-1.0.0.tgz' }],
  ['a weak hash', { resolved: 'https://registry.npmjs.org/a/-/a-1.0.0.tgz', integrity: 'sha1-AAAA' }],
  ['another host', { resolved: 'https://example.com/a.tgz', integrity: `sha512-${'a'.repeat(86)}==` }],
  ['a folder', { resolved: 'elsewhere', link: true }],
])('a package with %s is reported', (_title, found) => {
  expect(looselyLocked({ packages: { '': {}, 'node_modules/a': found } })).toEqual(['node_modules/a']);
});

test('images without a digest are reported once each, except the image built here', () => {
  const digest = `sha256:${'0'.repeat(64)}`;
  const compose = `services:\n  a:\n    image: redis:7\n  b:\n    image: redis:7\n  c:\n    image: cartwright\n`;
  expect(unpinnedImages(compose)).toEqual(['redis:7']);
  expect(unpinnedImages(`FROM node:24-slim@${digest}\n`)).toEqual([]);
  expect(unpinnedImages('# x\nFROM node:24-slim\n')).toEqual(['node:24-slim']);
});
