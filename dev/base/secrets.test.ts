import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepSecrets, newSecret } from './secrets.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cartwright-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const path = () => join(dataDir, 'secrets.json');
const mode = async () => (await stat(path())).mode & 0o777;

test('secrets are readable by their owner only, also if the file’s mode was widened', async () => {
  await keepSecrets(dataDir);
  expect(await mode()).toBe(0o600);
  await chmod(path(), 0o644);
  await keepSecrets(dataDir);
  expect(await mode()).toBe(0o600);
});

test('the second start has the secrets of the first', async () => {
  expect(await keepSecrets(dataDir)).toEqual(await keepSecrets(dataDir));
});

test('a missing member is added to the file, and the other members stay', async () => {
  const { operationsTokens, ...older } = await keepSecrets(dataDir);
  await writeFile(path(), JSON.stringify({ ...older, operationsToken: newSecret() }));
  const newer = await keepSecrets(dataDir);
  expect(newer).toEqual({ ...older, operationsTokens: expect.anything() });
  const tokens = Object.values(newer.operationsTokens);
  // Each role must have its own token, so that an attacker with the token of one role cannot use another role's port.
  expect(new Set(tokens).size).toBe(Object.keys(operationsTokens).length);
  for (const token of tokens) expect(token).toMatch(/^s[0-9a-f]{64}$/);
  expect(JSON.parse(await readFile(path(), 'utf8'))).toEqual(newer);
});

test('a data folder of a release without issued cart keys gets a secret for them', async () => {
  const { own, ...rest } = await keepSecrets(dataDir);
  const { GUEST_KEY_SECRET: _, ...before } = own;
  await writeFile(path(), JSON.stringify({ ...rest, own: before }));
  const newer = await keepSecrets(dataDir);
  expect(newer).toEqual({
    ...rest,
    own: { ...before, GUEST_KEY_SECRET: expect.stringMatching(/^s[0-9a-f]{64}$/) },
  });
});

test('a data folder of a release with one shared secret for claims gets a key pair instead', async () => {
  const { claimKeys, ...rest } = await keepSecrets(dataDir);
  await writeFile(path(), JSON.stringify({ ...rest, claimSecret: newSecret() }));
  const newer = await keepSecrets(dataDir);
  expect(newer).toEqual({ ...rest, claimKeys: expect.anything() });
  expect(newer.claimKeys).not.toEqual(claimKeys);
  expect(JSON.parse(await readFile(path(), 'utf8'))).toEqual(newer);
  expect(await keepSecrets(dataDir)).toEqual(newer);
});

test.each(['{', '{"operationsTokens":{"cart":"short"}}', '{"nats":{"cart":7}}'])(
  'a damaged file (%s) is named, not replaced',
  async (text) => {
    await writeFile(path(), text);
    await expect(keepSecrets(dataDir)).rejects.toThrow(
      'secrets.json is damaged: put a copy back, or see docs/security.md#a-lost-secret.',
    );
    expect(await readFile(path(), 'utf8')).toBe(text);
  },
);

test('a secret begins with a letter, holds 256 bits and is never the same', () => {
  const made = new Set(Array.from({ length: 100 }, newSecret));
  expect(made.size).toBe(100);
  for (const secret of made) expect(secret).toMatch(/^s[0-9a-f]{64}$/);
});
