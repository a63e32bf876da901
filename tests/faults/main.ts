// `npm run faults`: damages a running system in many ways, and prints the results of the writes.
import { parseArgs } from 'node:util';
import { Seeded } from '#platform/util/seeded.ts';
import { columns } from '#testing/columns.ts';
import { type LimitCheck, most } from '#testing/limit-checks.ts';
import type { Topology } from '../../dev/base/options.ts';
import { DamagedSystem } from './damaged-system.ts';
import { type FaultCase, faults } from './faults.ts';
import { Load } from './load.ts';
import { Run } from './measure.ts';
import { runTrial, sayTrials, type TrialOptions, type TrialRun } from './mixed/run-trial.ts';
import { type Trial, trials } from './mixed/trials.ts';
import { FaultyDisk } from './shim/faulty-disk.ts';

const usage = `npm run faults -- [--only F4,F7] [--topology single|cluster] [--rounds 3] [--seed N]
                 [--rate 100] [--requests 3000] [--away 20]

Starts a system of its own, hurts it while it is written to, and checks each cart's history: exit 1 when a write
was lost or doubled, or a limit of time was passed. The same seed sends the same writes. Faults of the disk need a C
compiler; without one, tcc is fetched from Debian's packages. Where neither can be had, they are left out and named.

Some faults come under mixed requests (products, lists, carts, adds, bearer tokens) that no client repeats: --rate a
second, --requests in all at least, and what is killed stays away for so many seconds (--away).
`;

interface Round {
  readonly fault: FaultCase;
  readonly round: number;
  readonly run: Run;
  readonly limits: readonly LimitCheck[];
}

/** Returns the limits that must hold for every fault. */
function limitsOfEveryFault({ verdict }: Run): LimitCheck[] {
  return [
    most('lost', verdict.lost, 0),
    most('doubled', verdict.doubled, 0),
    most('never acknowledged', verdict.open, 0),
    most('faults in the histories', verdict.faults.length, 0),
  ];
}

/** Returns the pids of the replicas of a fault's system, by name. */
async function replicaPids(system: DamagedSystem, fault: FaultCase): Promise<Map<string, number>> {
  const names = Object.entries({ catalogue: 1, ...fault.replicas }).flatMap(([kind, count]) =>
    Array.from({ length: count }, (_, index) => `${kind}-${index + 1}`),
  );
  return new Map(await Promise.all(names.map(async (name) => [name, await system.pid(name)] as const)));
}

/** Sets the stock that a fault needs, and returns the stock by product. */
async function stockFor(system: DamagedSystem, { stock }: FaultCase): Promise<ReadonlyMap<number, number>> {
  const scarce = system.products.at(-1);
  if (stock === undefined || scarce === undefined) return new Map();
  await system.setStock(scarce, stock);
  return new Map([[scarce, stock]]);
}

async function runRound(system: DamagedSystem, fault: FaultCase, seed: number): Promise<Run> {
  const before = await replicaPids(system, fault);
  const stock = await stockFor(system, fault);
  const script = fault.script(seed, system.products);
  await using load = new Load(system, { script, sockets: fault.sockets, stock });
  await load.more(fault.acks);
  const windows = await fault.damage({ system, load, random: new Seeded(seed) });
  await load.more(fault.acks);
  const verdict = fault.ends ? await load.complete() : await load.finish();
  await system.ready();
  const after = await replicaPids(system, fault);
  const restarted = [...before].filter(([name, pid]) => after.get(name) !== pid).length;
  return new Run(verdict, load.attempts(), windows, restarted);
}

async function runFault(
  fault: FaultCase,
  rounds: number,
  seed: number,
  disk: FaultyDisk | null,
): Promise<Round[]> {
  const { replicas, onDisk = false } = fault;
  await using system = await DamagedSystem.start({ replicas, disk: onDisk ? disk : null });
  const done: Round[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const run = await runRound(system, fault, seed + round - 1);
    done.push({ fault, round, run, limits: [...limitsOfEveryFault(run), ...fault.limits(run)] });
    process.stderr.write(`${fault.id} round ${round}: ${run.verdict.acknowledged} acknowledged\n`);
  }
  return done;
}

const number = (value: number) => (Number.isInteger(value) ? String(value) : value.toFixed(2));

function print(rounds: readonly Round[]): void {
  const rows = rounds.map(({ fault, round, run, limits }) => ({
    fault: fault.id,
    what: fault.title,
    round: String(round),
    acknowledged: String(run.verdict.acknowledged),
    refused: String(run.verdict.refused),
    errors: String(run.unanswered().length),
    retried: String(run.verdict.retried),
    replayed: String(run.verdict.replayed),
    lost: String(run.verdict.lost),
    doubled: String(run.verdict.doubled),
    'recovery s': number(run.recovery()),
    'p99.9 ms': number(Math.round(run.percentile(0.999))),
    result: limits.every(({ holds }) => holds) ? 'ok' : 'FAILED',
  }));
  process.stdout.write(`${columns(rows)}\n`);
  for (const { fault, round, run, limits } of rounds) {
    for (const cause of run.causes()) process.stdout.write(`${fault.id} round ${round}: saw ${cause}\n`);
    for (const { what, measured, limit } of limits.filter(({ holds }) => !holds)) {
      process.stdout.write(
        `${fault.id} round ${round}: ${what} is ${number(measured)}, the limit ${limit}\n`,
      );
    }
    for (const { cart, rule, sentence } of run.verdict.faults.slice(0, 10)) {
      process.stdout.write(`${fault.id} round ${round}: cart ${cart}: ${rule}: ${sentence}\n`);
    }
  }
}

const known = [...faults, ...trials];

/** Returns the cases that `--only` names; all cases without `--only`. */
function chosen<T extends { readonly id: string }>(of: readonly T[], only: string | undefined): readonly T[] {
  const ids = only?.toUpperCase().split(',');
  const unknown = ids?.filter((id) => !known.some((one) => one.id === id)) ?? [];
  if (unknown.length > 0)
    throw new Error(`--only knows ${[...new Set(known.map(({ id }) => id))].join(', ')}, not ${unknown}`);
  return of.filter(({ id }) => ids?.includes(id) ?? true);
}

const options = {
  only: { type: 'string' },
  topology: { type: 'string', default: 'single' },
  rounds: { type: 'string', default: '3' },
  seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  rate: { type: 'string', default: '100' },
  requests: { type: 'string', default: '3000' },
  away: { type: 'string', default: '20' },
  help: { type: 'boolean' },
} as const;

function whole(name: string, text: string, least = 1): number {
  if (!/^\d{1,9}$/.test(text) || Number(text) < least)
    throw new Error(`--${name} takes a whole number from ${least} on, not ${text}`);
  return Number(text);
}

function topologyOf(text: string): Topology {
  if (text !== 'single' && text !== 'cluster')
    throw new Error(`--topology is single or cluster, not ${text}`);
  return text;
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options });
  if (values.help) return void process.stdout.write(usage);
  const topology = topologyOf(values.topology);
  const [rounds, seed] = [whole('rounds', values.rounds), whole('seed', values.seed, 0)];
  const [rate, requests] = [whole('rate', values.rate), whole('requests', values.requests)];
  const awayMs = 1_000 * whole('away', values.away);
  process.stdout.write(`seed ${seed}\n`);
  if (topology === 'single') await runWrites(chosen(faults, values.only), rounds, seed);
  const mixed = chosen(trials, values.only).filter(({ topologies }) => topologies.includes(topology));
  await runMixed(mixed, { topology, rate, requests, awayMs, seed });
}

async function runMixed(selected: readonly Trial[], how: TrialOptions): Promise<void> {
  const done: TrialRun[] = [];
  for (const trial of selected) {
    const run = await runTrial(trial, how);
    process.stderr.write(`${trial.id}: ${run.seen.failed.length} of ${run.seen.asked.length} failed\n`);
    done.push(run);
  }
  if (done.length > 0) process.stdout.write(`${sayTrials(done)}\n`);
  if (done.some(({ limits }) => limits.some(({ holds }) => !holds))) process.exitCode = 1;
}

async function runWrites(selected: readonly FaultCase[], rounds: number, seed: number): Promise<void> {
  let why = '';
  await using disk = selected.some(({ onDisk }) => onDisk)
    ? await FaultyDisk.make().catch((error: Error) => {
        why = error.message;
        return null;
      })
    : null;
  const runnable = selected.filter(({ onDisk }) => disk !== null || !onDisk);
  const done: Round[] = [];
  for (const fault of runnable) done.push(...(await runFault(fault, rounds, seed, disk)));
  if (done.length > 0) print(done);
  for (const { id, title } of selected.filter((fault) => !runnable.includes(fault)))
    process.stdout.write(`${id} (${title}) was skipped: ${why}\n`);
  if (done.some(({ limits }) => limits.some(({ holds }) => !holds))) process.exitCode = 1;
}

// The child processes end by themselves when this process has ended.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

try {
  await main();
} catch (error) {
  process.stderr.write(`faults: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
