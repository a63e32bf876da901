import { execFile } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { root } from './base/settings.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cartwright-secrets-'));
  file = join(folder, '.env');
  onTestFinished(() => rm(folder, { recursive: true }));
});

const secrets = (...args: string[]) =>
  promisify(execFile)(process.execPath, [join(root, 'dev/bootstrap.mjs'), 'secrets', ...args], {
    cwd: folder,
  });
const modeOf = async (name: string) => (await stat(join(folder, name))).mode & 0o777;
const made = /^([A-Z_]+=s[0-9a-f]{64}\n)+CLAIM_PRIVATE_KEY=[\w-]{64}\nCLAIM_PUBLIC_KEY=[\w-]{59}\n$/;

test('npm run secrets writes .env and a certificate for this machine, with new values each time', async () => {
  const { stdout } = await secrets('.');
  const text = await readFile(file, 'utf8');
  expect(text).toMatch(made);
  const lines = text.trim().split('\n');
  expect(stdout).toBe(
    `${file}: ${lines.length} secrets added, 0 variables stay; a certificate for localhost is in ${folder}/tls\n`,
  );
  const [certificate, authority] = await Promise.all(
    ['cert.pem', 'ca.pem'].map(
      async (name) => new X509Certificate(await readFile(join(folder, 'tls', name))),
    ),
  );
  expect(authority && certificate?.checkIssued(authority)).toBe(true);
  expect([certificate?.checkHost('localhost'), certificate?.checkIP('127.0.0.1')]).toEqual([
    'localhost',
    '127.0.0.1',
  ]);
  expect(await Promise.all(['.env', 'tls/key.pem', 'tls/cert.pem', 'tls/ca.pem'].map(modeOf))).toEqual([
    ...[0o600, 0o600, 0o644, 0o644],
  ]);
  await rm(file);
  const end = certificate?.validToDate.toISOString().slice(0, 10);
  expect((await secrets('.')).stdout).toContain(
    `; the certificate in ${folder}/tls stays, and is valid until ${end}\n`,
  );
  const other = await readFile(file, 'utf8');
  expect(lines.filter((line) => other.includes(line))).toEqual([]);
});

test('npm run secrets adds what is missing, and neither changes nor reorders what is there', async () => {
  const own =
    'LOG_LEVEL=debug\nAUTH_SECRET=mine # no\nexport EVENTS_SECRET="my"\nMONGODB_KEY=\nSHOP="" # none';
  await writeFile(file, own, { mode: 0o644 });
  await mkdir(join(folder, 'tls'));
  await writeFile(join(folder, 'tls/cert.pem'), 'my certificate');
  await writeFile(join(folder, 'tls/key.pem'), 'my key');
  expect((await secrets(folder)).stdout).toMatch(
    /: \d+ secrets added, 3 variables stay; the certificate in .* stays\n$/,
  );
  const first = await readFile(file, 'utf8');
  expect(first.startsWith(`${own}\n`)).toBe(true);
  expect(first.slice(own.length + 1)).toMatch(made);
  expect(first.match(/^(AUTH_SECRET|(export )?EVENTS_SECRET|CLAIM_PUBLIC_KEY)=/gm)).toHaveLength(3);
  // Compose takes the last of two lines, and an empty value as none.
  expect(first.match(/^MONGODB_KEY=.*$/gm)).toEqual(['MONGODB_KEY=', expect.stringMatching(/=s/)]);
  expect(await modeOf('.env')).toBe(0o600);
  expect(await readFile(join(folder, 'tls/cert.pem'), 'utf8')).toBe('my certificate');
  expect((await secrets(folder)).stdout).toContain(': 0 secrets added, ');
  expect(await readFile(file, 'utf8')).toBe(first);
  expect([await readdir(folder), await readdir(join(folder, 'tls'))]).toEqual([
    ['.env', 'tls'],
    ['cert.pem', 'key.pem'],
  ]);
});

test.each([
  ['only one key of claims', 'CLAIM_PUBLIC_KEY=a', async () => {}, /only one of CLAIM_PRIVATE_KEY/],
  [
    'a certificate without its key',
    'LOG_LEVEL=info',
    async () => {
      await mkdir(join(folder, 'tls'));
      await writeFile(join(folder, 'tls/cert.pem'), '');
    },
    /only one of cert\.pem and key\.pem/,
  ],
  [
    'a file in place of the folder tls',
    'LOG_LEVEL=info',
    async () => writeFile(join(folder, 'tls'), ''),
    /tls/,
  ],
])('npm run secrets fails for %s and leaves .env as it is', async (_name, own, prepare, message) => {
  await writeFile(file, own);
  await chmod(file, 0o640);
  await prepare();
  await expect(secrets(folder)).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(message) });
  expect([await readFile(file, 'utf8'), await modeOf('.env')]).toEqual([own, 0o640]);
  expect((await readdir(folder)).filter((name) => name.startsWith('.env'))).toEqual(['.env']);
});

test('npm run secrets takes one folder and no options', async () => {
  await expect(secrets('a', 'b')).rejects.toMatchObject({
    stderr: expect.stringContaining('say one folder'),
  });
  await expect(secrets('--write', '.env')).rejects.toMatchObject({
    stderr: expect.stringContaining('--write'),
  });
  expect(await readdir(folder)).toEqual([]);
});
