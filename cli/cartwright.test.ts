import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };

const program = fileURLToPath(new URL(`../${packageJson.bin.cartwright}`, import.meta.url));

test('the installed command runs the command line and shows its name', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [program, '--help']);
  expect(stdout).toMatch(/^Usage: cartwright .*\n(.*\n)+ {2}import /);
});

test('the command ends silently when its reader closes the pipe', async () => {
  const child = spawn(process.execPath, [program, '--help'], { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.destroy();
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  expect([await once(child, 'close'), output]).toEqual([[0, null], '']);
});
