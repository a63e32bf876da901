import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { root } from './settings.ts';

test('npm run --silent secrets prints only lines NAME=value, with new values each time', async () => {
  const run = () => promisify(execFile)(process.execPath, [join(root, 'dev/bootstrap.mjs'), 'secrets']);
  const [{ stdout }, { stdout: other }] = await Promise.all([run(), run()]);
  expect(stdout).toMatch(
    /^([A-Z_]+=s[0-9a-f]{64}\n)+CLAIM_PRIVATE_KEY=[\w-]{64}\nCLAIM_PUBLIC_KEY=[\w-]{59}\n$/,
  );
  const lines = stdout.trim().split('\n');
  expect(lines.filter((line) => other.includes(line))).toEqual([]);
});
