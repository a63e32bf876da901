// `npm run bench`: prints a table with the cost of each kind of request, and the cost of a minimal server for
// comparison.
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningSystem } from '#testing/system.ts';
import { bearer, bearerName } from './bearer.ts';
import { bursts, burstsName } from './bursts.ts';
import { calculation, calculationName } from './calculation.ts';
import { compare } from './compare.ts';
import { counted } from './counted.ts';
import { filesOfRequests } from './files.ts';
import { Floors } from './floors/floors.ts';
import { hostile, hostileName } from './hostile.ts';
import { flood, floodName } from './logins.ts';
import { figuresOf } from './measure.ts';
import { type Options, readOptions, usage } from './options.ts';
import { overload, overloadName } from './overload.ts';
import { isNode, processesOf, residentMb } from './processes.ts';
import { limitText, memoryLine, table } from './report.ts';
import { badAnswers, chosenRows, connections, isChosen, profileAll, runAll, systemsOf } from './run-rows.ts';
import { say } from './say.ts';
import { openStreams, streamsName } from './streams.ts';
import { startShop, targetsOf } from './systems.ts';
import { webhooks, webhooksName } from './webhooks.ts';

/**
 * Memory is measured twice: `idle` after the start, `rested` after all measurements. `limitMb` is the limit for each
 * process.
 */
const idle = { afterSeconds: 10, limitMb: 160 };
const rested = { afterSeconds: 60, limitMb: 300 };

async function memory(system: RunningSystem): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const { name, pid } of await processesOf(system.dataDir)) {
    if (await isNode(pid)) found.set(name, await residentMb(pid));
  }
  return found;
}

/** Runs the selected measurements that need their own system, one after another. */
async function floods(folder: string, { only, seconds }: Options): Promise<void> {
  const runs = [
    ...(isChosen(floodName, only) ? ['off', '5/60'].map((limit) => () => flood(folder, limit)) : []),
    ...(isChosen(hostileName, only) ? [() => hostile(folder)] : []),
    ...(isChosen(overloadName, only) ? [() => overload(folder, seconds)] : []),
    ...(isChosen(burstsName, only) ? [() => bursts(folder)] : []),
    ...(isChosen(streamsName, only) ? [() => openStreams(folder)] : []),
    ...(isChosen(webhooksName, only) ? [webhooks] : []),
  ];
  for (const run of runs) {
    const { lines, limits } = await run();
    process.stdout.write(`${lines.join('\n')}\n  ${limits.map(limitText).join(', ')}\n\n`);
  }
}

/** Runs the selected measurements that need no system, and prints their results. */
async function withoutSystem({ only }: Options): Promise<void> {
  if (isChosen(calculationName, only))
    process.stdout.write(`${calculationName}: ${limitText(calculation())}\n\n`);
  if (isChosen(bearerName, only))
    process.stdout.write(`${bearerName}: ${(await bearer()).map(limitText).join(', ')}\n\n`);
}

/** Compares the working tree with another commit if `--compare` is given. Otherwise measures only the working tree. */
async function bench(options: Options): Promise<void> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'cartwright-bench-'));
  try {
    if (options.files) {
      process.stdout.write(`${(await filesOfRequests(join(folder, 'data'))).join('\n')}\n`);
      return;
    }
    if (options.compare !== null) {
      const { table, bad } = await compare(folder, options.compare, options);
      process.stdout.write(`${table}\n\n`);
      report(bad);
      return;
    }
    await withoutSystem(options);
    await floods(folder, options);
    await measureRows(folder, options);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function measureRows(folder: string, options: Options): Promise<void> {
  const rows = chosenRows(options.only);
  // If no row of the table is selected, no shop is needed.
  if (rows.length === 0) return;
  await using stack = new AsyncDisposableStack();
  const system = stack.use(await startShop(folder, options));
  if (!options.quick) await sleep(idle.afterSeconds * 1_000);
  const atStart = await memory(system);
  const targets = await targetsOf(system, folder, systemsOf(rows), options, stack);
  await using floors = new Floors(folder);
  const before = loadavg()[0]?.toFixed(1);
  const samples = await runAll({ targets, floors, options }, rows);
  const figures = new Map([...samples].map(([row, taken]) => [row, figuresOf(taken)]));
  const { runs, seconds } = options;
  const replicas = Object.entries(options.replicas).map(([name, count]) => `${name} ${count}`);
  const title = `replicas: ${replicas.join(', ')}; ${options.priceChanges} price changes a second, ${connections} connections, median of ${runs} runs of ${seconds} s, one generator process, load average ${before} before`;
  process.stdout.write(`${title}\n\n${table(figures)}\n\n`);
  if (options.profile) {
    for (const line of await profileAll({ targets, floors, options }, rows))
      process.stdout.write(`${line}\n`);
  }
  const carts = targets.get('shop')?.carts;
  if (carts) for (const line of await counted(system, carts)) process.stdout.write(`${line}\n`);
  const when = options.quick ? 'at ready' : `${idle.afterSeconds} s after ready`;
  process.stdout.write(`${memoryLine(when, atStart, idle.limitMb)}\n`);
  if (!options.quick) await sleep(rested.afterSeconds * 1_000);
  const later = options.quick ? 'after the bench' : `${rested.afterSeconds} s after the bench`;
  process.stdout.write(`${memoryLine(later, await memory(system), rested.limitMb)}\n`);
  report(badAnswers(samples));
}

/** Prints sentences about bad answers. If there are any sentences, the exit code is 1. */
function report(bad: readonly string[]): void {
  for (const sentence of bad) process.stdout.write(`${sentence}\n`);
  if (bad.length > 0) process.exitCode = 1;
}

// On a signal, this process exits. Its child processes then lose the connection to this process and end too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

try {
  const options = readOptions(process.argv.slice(2));
  if (options) await bench(options);
  else process.stdout.write(usage);
} catch (error) {
  say(`bench: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
