// `npm run check`: runs all checks that need no running system. All checks run, even after a failed check.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { environment, root } from './base/settings.ts';
import { writeClientTypes } from './generate/client-types.ts';

interface Check {
  readonly title: string;
  readonly args: readonly string[];
  /**
   * Returns why the check has failed although its program ended with exit code 0; null if the check has succeeded.
   * `printed` is the output of the program.
   */
  readonly verdict?: (printed: string) => string | null;
}

const modules = 'node_modules';
const cruiser = [`${modules}/dependency-cruiser/bin/dependency-cruiser.mjs`, '--config'];
const checks: readonly Check[] = [
  { title: 'types', args: [`${modules}/typescript/bin/tsc`, '--noEmit'] },
  {
    title: 'types of the storefront',
    args: [`${modules}/typescript/bin/tsc`, '--project', 'examples/storefront', '--noEmit'],
  },
  { title: 'lint', args: [`${modules}/@biomejs/biome/bin/biome`, 'check', '--error-on-warnings'] },
  {
    title: 'boundaries',
    args: [...cruiser, '.dependency-cruiser.cjs', '.'],
    verdict: boundariesVerdict,
  },
  {
    title: 'layers of folders',
    args: [...cruiser, '.dependency-cruiser.folders.cjs', '.'],
    verdict: boundariesVerdict,
  },
  { title: 'pointers', args: ['dev/check/pointers.ts'] },
  { title: 'languages', args: ['dev/check/languages.ts'] },
  { title: 'dead code', args: [`${modules}/knip/bin/knip.js`] },
  { title: 'generated files', args: ['dev/generate.ts', '--check'] },
  { title: 'OpenAPI documents', args: ['dev/check/openapi.ts'] },
  { title: 'regular expressions', args: ['dev/check/regexps.ts'] },
];

async function main(): Promise<void> {
  await writeClientTypes();
  const results: { title: string; seconds: string; problem: string | null }[] = [];
  for (const check of checks) {
    process.stdout.write(`\n== ${check.title}\n`);
    const since = Date.now();
    const problem = await problemOf(check);
    results.push({ title: check.title, seconds: ((Date.now() - since) / 1000).toFixed(1), problem });
  }
  process.stdout.write('\n');
  for (const { title, seconds, problem } of results) {
    process.stdout.write(
      `${problem === null ? 'ok    ' : 'FAILED'} ${title} (${seconds} s)${problem ? `: ${problem}` : ''}\n`,
    );
  }
  process.exitCode = results.every(({ problem }) => problem === null) ? 0 : 1;
}

async function problemOf({ args, verdict }: Check): Promise<string | null> {
  const [program = ''] = args;
  if (!existsSync(join(root, program))) return `${program} is missing`;
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      printed += chunk;
      process.stdout.write(chunk);
    });
  }
  child.on('close', (code) => resolve(code === 0 ? (verdict?.(printed) ?? null) : `exit ${code}`));
  return promise;
}

/**
 * The minimum number of modules that the boundary check must read. With an unsupported version of TypeScript,
 * the check reads almost no modules and so finds no faults.
 */
const LEAST_MODULES = 250;

/**
 * Returns null if the boundary check has read enough modules; otherwise what is wrong. `printed` is the
 * check's output.
 */
export function boundariesVerdict(printed: string): string | null {
  const [, seen] = /\((\d+) modules/.exec(printed) ?? [];
  if (seen === undefined) return 'it does not say how many modules it saw';
  return Number(seen) >= LEAST_MODULES ? null : `it saw ${seen} modules, fewer than ${LEAST_MODULES}`;
}

if (process.argv[1] === import.meta.filename) await main();
