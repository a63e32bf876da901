import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { root } from './base/settings.ts';
import { looselyLocked, unpinnedImages, verdictOf, writeBill } from './release.ts';

test('the bill of materials has every production package with its hash, and no development package', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cartwright-'));
  const path = join(folder, 'bill.cdx.json');
  try {
    const bill = await writeBill(path, manifest.name);
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(bill);
    expect(bill).toMatchObject({
      ...{ bomFormat: 'CycloneDX', specVersion: '1.5' },
      metadata: { component: { name: manifest.name, version: manifest.version } },
    });
    const names = bill.components.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(Object.keys(manifest.dependencies)));
    expect(names).not.toContain('vitest');
    for (const { name, purl, hashes } of bill.components) {
      expect(purl, name).toMatch(/^pkg:npm\//);
      expect(hashes, name).toContainEqual({
        alg: 'SHA-512',
        content: expect.stringMatching(/^[0-9a-f]{128}$/),
      });
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});

test.each([
  ['ok', { code: 0, out: 'audited 3 packages\n3 packages have verified registry signatures\n', err: '' }],
  ['failed', { code: 1, out: '1 package has an invalid registry signature\n', err: '' }],
  ['not checked', { code: 1, out: '', err: 'npm error code ENOTFOUND\nnpm error syscall getaddrinfo\n' }],
  [
    'not checked',
    { code: 1, out: '', err: 'npm warn audit 405 Method Not Allowed - POST https://r.example\n' },
  ],
])('a check is %s by npm’s output', (result, ran) => {
  expect(verdictOf(ran)).toMatchObject({ result, words: expect.stringMatching(/./) });
});

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
