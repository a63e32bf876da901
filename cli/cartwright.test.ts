import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };

test('the installed command is the command line, and names itself', async () => {
  const program = fileURLToPath(new URL(`../${packageJson.bin.cartwright}`, import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [program, '--help']);
  expect(stdout).toMatch(/^Usage: cartwright .*\n(.*\n)+ {2}import /);
});
