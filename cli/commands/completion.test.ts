import { execFile } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { runWith } from '../program.fixture.ts';

const run = promisify(execFile);

/** Returns the completions that bash offers for the last of the words. */
async function offered(words: readonly string[]): Promise<string[]> {
  const file = join(await mkdtemp(join(tmpdir(), 'completion-')), 'cartwright.bash');
  await writeFile(file, (await runWith({}, ['completion', 'bash'])).out);
  const typed = ['cartwright', ...words].map((word) => `'${word}'`).join(' ');
  const script = `source ${file}; COMP_WORDS=(${typed}); COMP_CWORD=${words.length}; _cartwright; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return (await run('bash', ['-uc', script])).stdout.trim().split('\n');
}

test('bash completes commands, subcommands and options', async () => {
  expect(await offered(['prod'])).toEqual(['products']);
  expect(await offered(['products', ''])).toEqual(
    expect.arrayContaining(['list', 'show', 'create', 'set', 'delete', '--help']),
  );
  expect(await offered(['products', 'list', '--f'])).toEqual(['--fields']);
  expect(await offered(['products', 'delete', 'KC-DAWN', '--d'])).toEqual(['--dry-run']);
});

test('the script of each shell has every command', async () => {
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { code, out } = await runWith({}, ['completion', shell]);
    expect(code).toBe(0);
    for (const word of ['products', 'deliveries', 'woocommerce', 'dry-run']) expect(out).toContain(word);
  }
});
