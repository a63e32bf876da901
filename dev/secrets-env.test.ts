import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { root } from './settings.ts';

test('npm run secrets prints only lines NAME=value, with new values each time', async () => {
  const run = () => promisify(execFile)(process.execPath, [join(root, 'dev/bootstrap.mjs'), 'secrets']);
  const [{ stdout }, { stdout: other }] = await Promise.all([run(), run()]);
  expect(stdout).toMatch(
    /^([A-Z_]+=s[0-9a-f]{64}\n)+CLAIM_PRIVATE_KEY=[\w-]{64}\nCLAIM_PUBLIC_KEY=[\w-]{59}\n$/,
  );
  const lines = stdout.trim().split('\n');
  expect(lines.filter((line) => other.includes(line))).toEqual([]);
});

test('npm run secrets -- --write adds what a file lacks, keeps what it has, and closes it to others', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cartwright-secrets-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, '.env');
  const write = () =>
    promisify(execFile)(process.execPath, [join(root, 'dev/bootstrap.mjs'), 'secrets', '--write', file]);
  const own = 'LOG_LEVEL=debug\nAUTH_SECRET=mine # no line end';
  await writeFile(file, own, { mode: 0o644 });
  const { stdout } = await write();
  expect(stdout).toMatch(/\d+ variables added; 2 stayed as they were\. Only you can read it\n$/);
  const first = await readFile(file, 'utf8');
  expect(first).toMatch(/^LOG_LEVEL=debug\nAUTH_SECRET=mine # no line end\n([A-Z_]+=[\w-]+\n)+$/);
  expect([first.match(/^AUTH_SECRET=/gm)?.length, first.match(/^CLAIM_/gm)?.length]).toEqual([1, 2]);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await write();
  expect(await readFile(file, 'utf8')).toBe(first);
  expect(await readdir(folder)).toEqual(['.env']);
  const half = first.replace(/^CLAIM_PUBLIC_KEY=.*\n/m, '');
  await writeFile(file, half);
  await expect(write()).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('only one of CLAIM_PRIVATE_KEY'),
  });
  expect(await readFile(file, 'utf8')).toBe(half);
});
