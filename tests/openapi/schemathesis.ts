import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onPath, run } from '../../dev/base/commands.ts';
import { enginesFolder, environment } from '../../dev/base/settings.ts';
import { excludedChecks, excludedOperations, excludedParameters, expectedStatuses } from './exclusions.ts';

const version = '4.32.5';

/**
 * Installs Schemathesis from PyPI beside the engines if it is missing. Returns its path; null without Python or
 * PyPI.
 */
export async function schemathesis(): Promise<string | null> {
  const folder = join(enginesFolder(environment), `schemathesis-${version}`);
  const program = join(folder, 'bin/schemathesis');
  if (existsSync(program)) return program;
  const python = onPath('python3');
  if (!python) return null;
  try {
    await rm(folder, { recursive: true, force: true });
    await run(python, ['-m', 'venv', folder]);
    await run(join(folder, 'bin/pip'), ['install', '--quiet', `schemathesis==${version}`]);
    return program;
  } catch {
    await rm(folder, { recursive: true, force: true });
    return null;
  }
}

interface Parameter {
  readonly $ref?: string;
}
interface Document {
  readonly paths: Record<string, Record<string, { operationId: string; parameters: readonly Parameter[] }>>;
}

/** Returns the document without the excluded operations and parameters. */
function withoutExcluded(document: Document): Document {
  const refs = Object.keys(excludedParameters).map((name) => `#/components/parameters/${name}`);
  const isIncluded = ({ $ref = '' }: Parameter) => !refs.some((ref) => $ref.replace(/\d+$/, '') === ref);
  const paths = Object.entries(document.paths).map(([path, operations]) => {
    const kept = Object.entries(operations).filter(([, one]) => !(one.operationId in excludedOperations));
    return [
      path,
      Object.fromEntries(
        kept.map(([method, one]) => [method, { ...one, parameters: one.parameters.filter(isIncluded) }]),
      ),
    ] as const;
  });
  return { ...document, paths: Object.fromEntries(paths) };
}

const config = `[checks]
not_a_server_error.expected-statuses = ["2xx", "3xx", "4xx", ${Object.keys(expectedStatuses)
  .map((status) => `"${status}"`)
  .join(', ')}]
`;

/** Options of a run. */
export interface Trial {
  /** The URL of the mount. */
  readonly url: string;
  /** Number of random requests for each operation. */
  readonly examples: number;
  /** Phases of Schemathesis, separated by commas. */
  readonly phases: string;
  readonly seed: number;
  /** The path prefix of the operations to try; all operations if absent. */
  readonly under?: string;
}

/** Runs Schemathesis on a mount. Returns its output, and whether a check failed. */
export async function tryMount(program: string, trial: Trial): Promise<{ failed: boolean; output: string }> {
  const { url, examples, phases, seed, under } = trial;
  const folder = await mkdtemp(join(tmpdir(), 'cartwright-contract-'));
  try {
    const document = (await (await fetch(`${url}/openapi.json`)).json()) as Document;
    await writeFile(join(folder, 'openapi.json'), JSON.stringify(withoutExcluded(document)));
    await writeFile(join(folder, 'schemathesis.toml'), config);
    const args = ['run', 'openapi.json', '--url', url, '--phases', phases, '--no-color', '--no-shrink'];
    args.push('--max-examples', String(examples), '--seed', String(seed), '--warnings', 'off');
    args.push('--exclude-checks', Object.keys(excludedChecks).join(','), '--continue-on-failure');
    // The check `too_slow` is off, because it depends on the load of this machine.
    args.push('--suppress-health-check', 'too_slow');
    if (under !== undefined) args.push('--include-path-regex', `^${under}`);
    const output = join(folder, 'output.txt');
    const shell = 'exec "$0" "$@" > output.txt 2>&1';
    const failed = await run('/bin/sh', ['-c', shell, program, ...args], {
      cwd: folder,
      timeoutMs: 3_600_000,
    }).then(
      () => false,
      () => true,
    );
    return { failed, output: await readFile(output, 'utf8') };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
