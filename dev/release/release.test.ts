import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { verdictOf } from './npm.ts';
import { writeBill } from './sbom.ts';

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
