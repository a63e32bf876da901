// `npm test`: runs all tests, or only the tests in the given files. The last line of output has the counts.
// `--long` selects the long form of tests.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { longForm } from '#testing/length.ts';
import { environment, root } from './settings.ts';
import { say } from './terminal.ts';
import { counts, countsLine, failureLines, type Report } from './test-counts.ts';

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'cartwright-test-'));
  const outputFile = join(folder, 'results.json');
  try {
    const exitCode = await vitest(['--reporter=json', `--outputFile.json=${outputFile}`]);
    const report = await readFile(outputFile, 'utf8').then(
      (text) => JSON.parse(text) as Report,
      () => null,
    );
    const counted = counts(report, exitCode);
    const { passed, failed } = counted;
    if (passed + failed === 0) say('no test ran');
    process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
    const lines = ['', ...failureLines(report, root), countsLine(counted)];
    process.stdout.write(`${lines.join('\n')}\n`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs vitest as a child process, forwards signals to vitest, and returns the exit code of vitest. */
function vitest(reporting: readonly string[]): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const program = join(root, 'node_modules/vitest/vitest.mjs');
  const args = process.argv.slice(2);
  const child = spawn(
    process.execPath,
    [program, 'run', '--reporter=default', ...reporting, ...args.filter((arg) => arg !== '--long')],
    {
      cwd: root,
      env: { ...environment, NODE_ENV: 'test', ...(args.includes('--long') && longForm) },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? 'SIGTERM']));
  return promise;
}

await main();
