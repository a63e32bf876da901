// `npm run bench`: what a request costs, in one table from one run, beside the least that its shape can cost.
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { importShop, runCli } from '#platform/testing/import-shop.ts';
import { type RunningSystem, startSystem } from '#platform/testing/system.ts';
import { type Case, cases, requestsOf, type Size, sizes, type Target } from './cases.ts';
import { Catalogue } from './catalogue.ts';
import { Floors } from './floors/floors.ts';
import { figuresOf, measure, type Sample } from './measure.ts';
import { type Options, readOptions, usage } from './options.ts';
import { type Counted, isNode, processesOf, residentMb } from './processes.ts';
import { memoryLine, table } from './report.ts';
import { isSuccess, Shop } from './shop.ts';

const connections = 16;
const warmUpSeconds = 2;
const products = 1_000;
/** Moments at which memory is looked at, and what a process may have then. */
const idle = { afterSeconds: 10, limitMb: 160 };
const rested = { afterSeconds: 60, limitMb: 300 };

const production = { NODE_ENV: 'production', CHECK_REPLIES: 'false' };

const say = (line: string) => process.stderr.write(`${line}\n`);

/** Everything that a run of a row needs. */
interface Bench {
  readonly floors: Floors;
  readonly shop: Shop;
  /** The system with carts, and those with seeded catalogues that some row asks. */
  readonly systems: Readonly<Record<'shop', RunningSystem>> & Partial<Readonly<Record<Size, RunningSystem>>>;
  readonly options: Options;
}

async function memory(system: RunningSystem): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const { name, pid } of await processesOf(system.dataDir)) {
    if (await isNode(pid)) found.set(name, await residentMb(pid));
  }
  return found;
}

async function runOnce(row: Case, bench: Bench, run: number): Promise<Sample> {
  const { systems, floors, shop, options } = bench;
  const floor = 'floor' in row ? await floors.get(row.floor) : null;
  const own = 'floor' in row ? null : row;
  const system = systems[own?.catalogue ?? 'shop'] ?? systems.shop;
  const processes = async (): Promise<readonly Counted[]> => floor?.processes ?? processesOf(system.dataDir);
  const target: Target = { shop, catalogue: new Catalogue(system.httpUrl) };
  const job = {
    url: floor?.url ?? system.httpUrl,
    connections: own?.connections ?? connections,
    requests: await requestsOf(row, target, run),
    seed: run,
    duration: { warmUp: warmUpSeconds, measured: options.seconds },
  };
  return measure(job, processes);
}

const isChosen = (name: string, only: readonly string[]) =>
  only.length === 0 || only.some((word) => name.includes(word));

/** All rows once per round, so that a slow moment of the machine does not fall on one row alone. */
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

/** A system whose catalogue is seeded with so many products. Says how long that took. */
async function seeded(folder: string, size: Size): Promise<RunningSystem> {
  const system = await startSystem({ dataDir: join(folder, size), env: production });
  const begun = performance.now();
  try {
    await runCli(system.dataDir, ['seed', '--products', String(sizes[size])]);
  } catch (error) {
    await system.stop();
    throw error;
  }
  say(`seeded ${sizes[size]} products in ${((performance.now() - begun) / 1_000).toFixed(1)} s`);
  return system;
}

async function prepare(folder: string, system: RunningSystem, options: Options): Promise<Shop> {
  const ids = await importShop(system.dataDir, join(folder, 'shop'), products);
  const shop = new Shop(system.httpUrl, ids, options.carts);
  say(`filling ${options.carts} carts`);
  await shop.fillCarts();
  return shop;
}

async function bench(options: Options): Promise<void> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'cartwright-bench-'));
  const rows = cases.filter(({ name }) => isChosen(name, options.only));
  const needs = (size: Size) => rows.some((row) => 'catalogue' in row && row.catalogue === size);
  try {
    await using system = await startSystem({
      dataDir: join(folder, 'data'),
      env: production,
    });
    if (!options.quick) await sleep(idle.afterSeconds * 1_000);
    const atStart = await memory(system);
    const shop = await prepare(folder, system, options);
    await using small = needs('small') ? await seeded(folder, 'small') : undefined;
    await using large = needs('large') ? await seeded(folder, 'large') : undefined;
    await using floors = new Floors(folder);
    const before = loadavg()[0]?.toFixed(1);
    const systems = { shop: system, ...(small && { small }), ...(large && { large }) };
    const samples = await runAll({ systems, floors, shop, options }, rows);
    const figures = new Map([...samples].map(([row, taken]) => [row, figuresOf(taken)]));
    const { runs, seconds } = options;
    const title = `${connections} connections, median of ${runs} runs of ${seconds} s, one generator process, load average ${before} before`;
    process.stdout.write(`${title}\n\n${table(figures)}\n\n`);
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

// What was started notices the end of this process, and ends itself.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

try {
  const options = readOptions(process.argv.slice(2));
  if (options) await bench(options);
  else process.stdout.write(usage);
} catch (error) {
  say(`bench: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
