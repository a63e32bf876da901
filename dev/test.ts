// `npm test`: runs all tests, or only the tests in the given files. The last line of output has the counts.
// `--long` selects the long form of tests.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { longForm } from '#testing/length.ts';
import { environment, root } from './base/settings.ts';
import { say } from './base/terminal.ts';

/**
 * Runs the tests in the given files, or all tests, prints the counts, and sets the exit code. `settings` are further
 * environment variables.
 */
export async function runTests(
  args: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'cartwright-test-'));
  const outputFile = join(folder, 'results.json');
  try {
    const exitCode = await vitest([...args, '--reporter=json', `--outputFile.json=${outputFile}`], settings);
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
function vitest(args: readonly string[], settings: Readonly<Record<string, string>>): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const program = join(root, 'node_modules/vitest/vitest.mjs');
  const child = spawn(
    process.execPath,
    [program, 'run', '--reporter=default', ...args.filter((arg) => arg !== '--long')],
    {
      cwd: root,
      env: { ...environment, NODE_ENV: 'test', ...(args.includes('--long') && longForm), ...settings },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? 'SIGTERM']));
  return promise;
}

/** The members of vitest's JSON report that are used here. */
export interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    /** The absolute path of the test file. */
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

/** Numbers of tests in a run, by result. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/**
 * Returns how many tests passed, failed and were skipped. A file that failed without a failed test counts as
 * one failure. If nothing failed but the exit code is not 0, that also counts as one failure.
 */
export function counts(report: Report | null, exitCode: number): Counts {
  const passed = report?.numPassedTests ?? 0;
  const brokenFiles = (report?.testResults ?? []).filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((each) => each.status === 'failed'),
  );
  const failed = (report?.numFailedTests ?? 0) + brokenFiles.length;
  const skipped = (report?.testResults ?? [])
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'skipped').length;
  return { passed, failed: failed === 0 && exitCode !== 0 ? 1 : failed, skipped };
}

/** Returns a line for each failed test, and for each file that failed without a failed test. */
export function failureLines(report: Report | null, root: string): string[] {
  return (report?.testResults ?? []).flatMap(({ name, status, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((each) => each.status === 'failed');
    if (failed.length === 0) return status === 'failed' ? [`failed: ${file}`] : [];
    return failed.map(({ fullName, failureMessages = [] }) => {
      const [reason = ''] = failureMessages[0]?.split('\n') ?? [];
      return `failed: ${file}: ${fullName}: ${reason}`;
    });
  });
}

/** Returns the last line that `npm test` prints. The line mentions skipped tests if tests were skipped. */
export function countsLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

if (process.argv[1] === import.meta.filename) await runTests(process.argv.slice(2));
