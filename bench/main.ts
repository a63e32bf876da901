// `npm run bench`: one table with the cost of requests, beside the lowest possible cost of their shape.
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type RunningSystem, startSystem } from '#testing/system.ts';
import { bearer, bearerName } from './bearer.ts';
import { type Case, requestsOf, type SystemName } from './case.ts';
import { cases } from './cases.ts';
import { counted } from './counted.ts';
import { Floors } from './floors/floors.ts';
import { hostile, hostileName } from './hostile.ts';
import { flood, floodName } from './logins.ts';
import { figuresOf, measure, type Sample } from './measure.ts';
import { type Options, readOptions, usage } from './options.ts';
import { overload, overloadName } from './overload.ts';
import { type Counted, isNode, processesOf, residentMb } from './processes.ts';
import { reckoning, reckoningName } from './reckoning.ts';
import { memoryLine, table, told } from './report.ts';
import { isSuccess } from './send-once.ts';
import { openStreams, streamsName } from './streams.ts';
import { production, type RunningTarget, say, shopTarget, starts, targetOf } from './systems.ts';
import { webhooks, webhooksName } from './webhooks.ts';

const connections = 16;
const warmUpSeconds = 2;
/** When memory is measured, and the limit for a process. */
const idle = { afterSeconds: 10, limitMb: 160 };
const rested = { afterSeconds: 60, limitMb: 300 };

/** Data for a run of a row: what is asked by name, and its system. */
interface Bench {
  readonly floors: Floors;
  readonly targets: ReadonlyMap<SystemName, RunningTarget>;
  readonly options: Options;
}

async function memory(system: RunningSystem): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const { name, pid } of await processesOf(system.dataDir)) {
    if (await isNode(pid)) found.set(name, await residentMb(pid));
  }
  return found;
}

async function runOnce(row: Case, { targets, floors, options }: Bench, run: number): Promise<Sample> {
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
  return measure(job, processes);
}

const isChosen = (name: string, only: readonly string[]) =>
  only.length === 0 || only.some((word) => name.includes(word));

/** Runs all rows once per round, so that a slow moment of the machine does not affect one row alone. */
async function runAll(bench: Bench, rows: readonly Case[]): Promise<Map<Case, Sample[]>> {
  const samples = new Map<Case, Sample[]>(rows.map((row) => [row, []]));
  for (let run = 1; run <= bench.options.runs; run += 1) {
    for (const [row, taken] of samples) {
      const sample = await runOnce(row, bench, run);
      taken.push(sample);
      say(`run ${run}: ${row.name}: ${Math.round(sample.load.requests / sample.load.seconds)} requests/s`);
    }
  }
  return samples;
}

/** Sentences about answers that were neither a success nor "not modified". */
function badAnswers(samples: ReadonlyMap<Case, readonly Sample[]>): string[] {
  return [...samples].flatMap(([row, taken]) =>
    taken.flatMap(({ load }) =>
      Object.entries(load.statuses)
        .filter(([status]) => !isSuccess(Number(status)))
        .map(([status, count]) => `${row.name}: status ${status === '0' ? 'none' : status}, ${count} times`),
    ),
  );
}

/** Runs the requested crowds of logins, open tabs and events one after the other, each with its own system. */
async function floods(folder: string, { only, seconds }: Options): Promise<void> {
  const runs = [
    ...(isChosen(floodName, only) ? ['off', '5/60'].map((limit) => () => flood(folder, limit)) : []),
    ...(isChosen(hostileName, only) ? [() => hostile(folder)] : []),
    ...(isChosen(overloadName, only) ? [() => overload(folder, seconds)] : []),
    ...(isChosen(streamsName, only) ? [() => openStreams(folder)] : []),
    ...(isChosen(webhooksName, only) ? [webhooks] : []),
  ];
  for (const run of runs) {
    const { lines, claims } = await run();
    process.stdout.write(`${lines.join('\n')}\n  ${claims.map(told).join(', ')}\n\n`);
  }
}

/** Rows that need no system. */
async function withoutSystem({ only }: Options): Promise<void> {
  if (isChosen(reckoningName, only)) process.stdout.write(`${reckoningName}: ${told(reckoning())}\n\n`);
  if (isChosen(bearerName, only))
    process.stdout.write(`${bearerName}: ${(await bearer()).map(told).join(', ')}\n\n`);
}

async function bench(options: Options): Promise<void> {
  const rows = cases.filter(({ name }) => isChosen(name, options.only));
  await withoutSystem(options);
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'cartwright-bench-'));
  const asked = new Set(rows.flatMap((row) => ('system' in row && row.system ? [row.system] : [])));
  try {
    await floods(folder, options);
    // The shop is started only when a row needs it.
    if (rows.length === 0) return;
    await using others = new AsyncDisposableStack();
    const replicas = { cart: options.replicas };
    await using system = await startSystem({ dataDir: join(folder, 'data'), env: production, replicas });
    if (!options.quick) await sleep(idle.afterSeconds * 1_000);
    const atStart = await memory(system);
    const shop = await shopTarget(folder, system, options.carts);
    const targets = new Map<SystemName, RunningTarget>([['shop', shop]]);
    for (const name of asked) {
      if (name !== 'shop') targets.set(name, await targetOf(others.use(await starts[name](folder)), [], 0));
    }
    await using floors = new Floors(folder);
    const before = loadavg()[0]?.toFixed(1);
    const samples = await runAll({ targets, floors, options }, rows);
    const figures = new Map([...samples].map(([row, taken]) => [row, figuresOf(taken)]));
    const { runs, seconds } = options;
    const title = `${options.replicas} of the cart service, ${connections} connections, median of ${runs} runs of ${seconds} s, one generator process, load average ${before} before`;
    process.stdout.write(`${title}\n\n${table(figures)}\n\n`);
    for (const line of await counted(system, shop.carts)) process.stdout.write(`${line}\n`);
    const when = options.quick ? 'at ready' : `${idle.afterSeconds} s after ready`;
    process.stdout.write(`${memoryLine(when, atStart, idle.limitMb)}\n`);
    if (!options.quick) await sleep(rested.afterSeconds * 1_000);
    const later = options.quick ? 'after the bench' : `${rested.afterSeconds} s after the bench`;
    process.stdout.write(`${memoryLine(later, await memory(system), rested.limitMb)}\n`);
    const bad = badAnswers(samples);
    for (const sentence of bad) process.stdout.write(`${sentence}\n`);
    if (bad.length > 0) process.exitCode = 1;
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

// Child processes notice the end of this process and end themselves.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

try {
  const options = readOptions(process.argv.slice(2));
  if (options) await bench(options);
  else process.stdout.write(usage);
} catch (error) {
  say(`bench: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
