import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { type Exchange, undescribed } from '#testing/described.ts';
import { runCli } from '#testing/import-shop.ts';
import { type RunningSystem, startSystem } from '#testing/system.ts';
import { limitsOff } from '../money/replay/live-shop.ts';
import { countedSteps, holdsForAnyShop, readCases } from './cases.ts';
import { createCredentials } from './credentials.ts';
import { type OtherShop, otherCases, otherFile, otherSettings } from './other-shop.ts';
import { recordedStore, recordings } from './recordings.ts';

const Report = z.object({
  passed: z.int(),
  steps: z.int(),
  skipped: z.array(z.string()),
  failures: z.array(z.object({ step: z.string(), differences: z.array(z.unknown()) })),
});
/** The report of replay.mjs. `wanted` is the number of recorded answers that replay.mjs had to check. */
export type Report = z.infer<typeof Report> & {
  readonly wanted: number;
  /** Answers that the OpenAPI document does not describe. */
  readonly undescribed: readonly string[];
};

/**
 * Returns a problem for each answer that the OpenAPI document does not describe. `file` contains the answers.
 */
async function undescribedIn(file: string): Promise<string[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter(Boolean);
  const problems = lines.map((line) => undescribed(JSON.parse(line) as Exchange));
  return [...new Set(problems.filter((one) => one !== null))];
}

async function writeStore(to: string, shop: OtherShop): Promise<void> {
  await mkdir(to);
  for (const name of await readdir(recordedStore)) {
    if (!name.endsWith('.json')) continue;
    const content = JSON.parse(await readFile(join(recordedStore, name), 'utf8'));
    const other =
      name === 'settings-general.json' ? otherSettings(content, shop) : otherFile(name, content, shop);
    await writeFile(join(to, name), JSON.stringify(other));
  }
}

async function writeCases(to: string, shop: OtherShop): Promise<number> {
  await mkdir(to);
  const all = await readCases(join(recordings, 'cases'));
  const files = shop.shift === 0 ? all : all.filter(holdsForAnyShop);
  for (const file of files) {
    await writeFile(join(to, `${file.group}.json`), JSON.stringify(otherCases(file, shop)));
  }
  return countedSteps(files);
}

/** Runs replay.mjs and returns its report. The exit code 1 means that answers differ; the report lists them. */
function run(args: readonly string[]): Promise<z.infer<typeof Report>> {
  const { promise, resolve: done, reject } = Promise.withResolvers<z.infer<typeof Report>>();
  const options = { maxBuffer: 64_000_000 };
  execFile(process.execPath, [join(recordings, 'replay.mjs'), ...args], options, (error, printed, wrong) => {
    if (printed === '') reject(error ?? new Error(wrong));
    else done(Report.parse(JSON.parse(printed)));
  });
  return promise;
}

/**
 * Returns whether the system answered a recorded request with 503. A 503 only means that the machine was busy, so the
 * answer proves nothing.
 */
function isLate({ differences }: z.infer<typeof Report>['failures'][number]): boolean {
  return JSON.stringify(differences).includes('"came":"503 ');
}

/**
 * Starts a system that can replay the recorded requests of one shop after the other. Limits are off, because the
 * recorded requests do not test limits.
 */
export function startReplaySystem(): Promise<RunningSystem> {
  return startSystem({ env: limitsOff });
}

/**
 * Imports the shop into the system, in place of an earlier shop, and replays the recorded requests. If an answer is
 * 503, replays all requests again on a new system.
 */
export async function replay(system: RunningSystem, shop: OtherShop, tries = 3): Promise<Report> {
  const report = await replayOnce(system, shop);
  if (tries === 1 || !report.failures.some(isLate)) return report;
  await using other = await startReplaySystem();
  return await replay(other, shop, tries - 1);
}

async function replayOnce(system: RunningSystem, shop: OtherShop): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'cartwright-conformance-'));
  try {
    await writeStore(join(folder, 'store'), shop);
    const wanted = await writeCases(join(folder, 'cases'), shop);
    const store = join(folder, 'store');
    await runCli(system.dataDir, ['import', 'woocommerce', '--from', store, '--reset', '--yes']);
    // The requests were recorded with WooCommerce 9.9.
    await runCli(system.dataDir, ['settings', 'set', 'calculation', 'woocommerce-9.9']);
    const variables = join(folder, 'variables.json');
    if (shop.shift === 0) await writeFile(variables, JSON.stringify(await createCredentials(system)));
    const mounts = [
      '--base',
      `${system.httpsUrl}/wp-json/cocart`,
      '--http',
      `${system.httpUrl}/wp-json/cocart`,
    ];
    const credentials = shop.shift === 0 ? ['--vars', variables] : [];
    const exchanges = join(folder, 'exchanges.jsonl');
    const args = [
      '--cases',
      join(folder, 'cases'),
      '--exchanges',
      exchanges,
      '--insecure',
      '--json',
      ...credentials,
    ];
    const report = await run([...mounts, ...args]);
    return { ...report, wanted, undescribed: await undescribedIn(exchanges) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
