import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SecretFinder } from './secret-finder.ts';

test('a secret is found in logs also in escaped form, and the finding does not contain the secret', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cartwright-'));
  try {
    await mkdir(join(folder, 'log'));
    await writeFile(join(folder, 'log/plain.log'), '{"msg":"fine"}\n{"name":"a \\"quoted\\" secret"}\n');
    await writeFile(join(folder, 'log/url.log'), 'GET /?p=a%20%22quoted%22%20secret');
    const secretFinder = new SecretFinder();
    secretFinder.addAll({ nats: { gateway: 'a "quoted" secret' } }, 'secrets');
    const found = await secretFinder.foundInLogs(folder);
    expect(found).toEqual([
      'plain.log tells secrets.nats.gateway after "{\\"name\\":\\""',
      'url.log tells secrets.nats.gateway after "GET /?p="',
    ]);
    expect(found.join()).not.toContain('quoted');
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('a secret that does not occur is not found, and a short text is refused', () => {
  const secretFinder = new SecretFinder();
  secretFinder.addKey('-----BEGIN PRIVATE KEY-----\nMIGHAgEAMBMG\n-----END PRIVATE KEY-----\n');
  expect(secretFinder.foundIn('start', '-----BEGIN PRIVATE KEY-----')).toEqual([]);
  expect(secretFinder.foundIn('start', 'x MIGHAgEAMBMG')).toEqual(['start tells a private key after "x "']);
  expect(() => secretFinder.add('short')).toThrow('too short');
});
