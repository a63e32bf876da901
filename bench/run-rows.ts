import type { RunningSystem } from '#testing/system.ts';
import { allRows } from './all-rows.ts';
import type { Floors } from './floors/floors.ts';
import { measure, type Sample } from './measure.ts';
import type { Options } from './options.ts';
import { type Counted, processesOf } from './processes.ts';
import { Profiler } from './profile.ts';
import { type Row, requestsOf, type SystemName } from './row.ts';
import { say } from './say.ts';
import { isSuccess } from './send-once.ts';
import type { RunningTarget } from './systems.ts';

export const connections = 16;
const warmUpSeconds = 2;
const profilesFolder = '.data/profiles';

/** What the measurement of rows needs: the minimal servers (floors), the started systems by name, and the options. */
export interface Bench {
  readonly floors: Floors;
  readonly targets: ReadonlyMap<SystemName, RunningTarget>;
  readonly options: Options;
}

/** Returns whether the words in `only` select a row. A word that is the full name of a row selects only that row. */
export const isChosen = (name: string, only: readonly string[]) =>
  only.length === 0 || only.some((word) => (rowNames.has(word) ? name === word : name.includes(word)));

const rowNames: ReadonlySet<string> = new Set(allRows.map((row) => row.name));

/** Returns the selected rows, and the rows of the minimal servers (floors) with which the table compares them. */
export function chosenRows(only: readonly string[]): readonly Row[] {
  const chosen = allRows.filter(({ name }) => isChosen(name, only));
  const floors = new Set(chosen.flatMap((row) => ('over' in row ? [row.over] : [])));
  return allRows.filter((row) => chosen.includes(row) || ('floor' in row && floors.has(row.floor)));
}

/** Returns the names of the systems that rows need, except `shop`, which every measurement starts. */
export function systemsOf(rows: readonly Row[]): ReadonlySet<Exclude<SystemName, 'shop'>> {
  const all = rows.flatMap((row) => ('system' in row && row.system ? [row.system] : []));
  return new Set(all.filter((name) => name !== 'shop'));
}

/** Measures one row of the table once. */
export async function runOnce(row: Row, { targets, floors, options }: Bench, run: number): Promise<Sample> {
  const floor = 'floor' in row ? await floors.get(row.floor) : null;
  const own = 'floor' in row ? null : row;
  const target = targets.get(own?.system ?? 'shop');
  if (!target) throw new Error(`${row.name} asks a system that was not started`);
  const { system } = target;
  const processes = async (): Promise<readonly Counted[]> => floor?.processes ?? processesOf(system.dataDir);
  const job = {
    url: floor?.url ?? own?.url?.(target) ?? system.httpUrl,
    connections: own?.connections ?? connections,
    requests: await requestsOf(row, target, run),
    seed: run,
    duration: { warmUp: warmUpSeconds, measured: options.seconds },
  };
  await using _ = own && options.priceChanges > 0 ? target.priceChanges.start(options.priceChanges) : null;
  const sample = await measure(job, processes);
  say(`run ${run}: ${row.name}: ${Math.round(sample.load.requests / sample.load.seconds)} requests/s`);
  return sample;
}

/**
 * Measures every row once before it measures any row again. If the machine is slow for a while, the delay affects one
 * run of several rows, instead of all runs of one row.
 */
export async function runAll(bench: Bench, rows: readonly Row[]): Promise<Map<Row, Sample[]>> {
  const samples = new Map<Row, Sample[]>(rows.map((row) => [row, []]));
  for (let run = 1; run <= bench.options.runs; run += 1) {
    for (const [row, taken] of samples) taken.push(await runOnce(row, bench, run));
  }
  return samples;
}

/** Profiles each row that measures Cartwright, in a separate run whose figures are not used. Returns the summaries. */
export async function profileAll(bench: Bench, rows: readonly Row[]): Promise<string[]> {
  const lines: string[] = [];
  for (const row of rows) {
    const system: RunningSystem | undefined =
      'floor' in row ? undefined : bench.targets.get(row.system ?? 'shop')?.system;
    if (!system) continue;
    const profiler = await Profiler.start(profilesFolder, system);
    await runOnce(row, bench, 0);
    lines.push(`profile of ${row.name}`, ...(await profiler.stop(row.name)), '');
  }
  return lines;
}

/** Returns sentences about answers that were neither a success nor "not modified". */
export function badAnswers(samples: ReadonlyMap<Row, readonly Sample[]>): string[] {
  return [...samples].flatMap(([row, taken]) =>
    taken.flatMap(({ load }) =>
      Object.entries(load.statuses)
        .filter(([status]) => !isSuccess(Number(status)))
        .map(([status, count]) => `${row.name}: status ${status === '0' ? 'none' : status}, ${count} times`),
    ),
  );
}
