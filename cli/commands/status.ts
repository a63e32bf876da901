import { Command } from 'commander';
import type { BacklogState, DependencyState, FeedState } from '#contracts/status.ts';
import { Problem } from '#platform/errors/problem.ts';
import type { Host } from '../host.ts';
import { briefDuration, duration } from '../output/duration.ts';
import { json } from '../output/json.ts';
import { printable } from '../output/printable.ts';
import { tableOf } from '../output/table.ts';
import { askReplicas } from '../status/ask.ts';
import { problemsOf, type Row, rowsOf } from '../status/replicas.ts';

const headings = [
  ...['service', 'replica', 'state', 'version', 'uptime', 'requests', 'errors', 'average'],
  ...['behind', 'feeds', 'backlog'],
];
const spare = ['version', 'average', 'errors', 'requests', 'uptime', 'backlog', 'feeds'];

/**
 * Returns the command `status`, which shows replicas, dependencies and problems. The exit code is 1 if there
 * is a problem.
 */
export function statusCommand(host: Host): Command {
  return new Command('status')
    .description(
      'show every replica that should be there and its dependencies; exit code 1 when something is wrong',
    )
    .option('--json', 'print it as JSON')
    .action(async (options: { json?: true }) => {
      const { rows, trouble } = await rowsNow(host);
      const problems = trouble.length > 0 ? trouble : rows.flatMap(problemsOf);
      const ok = problems.length === 0;
      host.out(options.json ? json({ ok, problems, replicas: rows.map(shown) }) : describe(rows, host.width));
      if (!ok && !options.json) host.out(`\n${problems.map((one) => `${printable(one)}\n`).join('')}`);
      if (!ok) throw new Problem('not everything is well', 'failed');
    });
}

/**
 * Returns a row for each replica. If NATS cannot be reached, every service counts as missing, and `trouble` is the only
 * problem.
 */
async function rowsNow(host: Host): Promise<{ rows: Row[]; trouble: string[] }> {
  try {
    await using bus = await host.connect();
    return { rows: rowsOf(await askReplicas(bus.nats)), trouble: [] };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { rows: rowsOf([]), trouble: [error.message] };
  }
}

/** Returns what `--json` prints about a replica. The members are the same for all replicas. */
function shown(row: Row) {
  const { service, state } = row;
  const status = 'status' in row ? row.status : null;
  return {
    service,
    replica: 'replica' in row ? row.replica : null,
    state,
    version: 'version' in row ? row.version : null,
    privateUrl: 'privateUrl' in row ? row.privateUrl : null,
    lastSeenSeconds: 'agoSeconds' in row ? row.agoSeconds : null,
    uptimeSeconds: status?.uptimeSeconds ?? null,
    requests: status?.requests ?? null,
    errors: status?.errors ?? null,
    averageMs: status && status.requests > 0 ? status.milliseconds / status.requests : null,
    reasons: status?.reasons ?? [],
    dependencies: status?.dependencies ?? {},
    feeds: status?.feeds ?? {},
    backlogs: status?.backlogs ?? {},
    clocks: status?.clocks ?? {},
  };
}

function describe(rows: readonly Row[], columns: number): string {
  const cells = rows.map((row) => {
    const { service, replica, state, version, averageMs, ...one } = shown(row);
    return [
      service,
      replica ?? '-',
      state === 'ready' ? state : state.toUpperCase(),
      version ?? '-',
      one.uptimeSeconds === null ? '-' : duration(one.uptimeSeconds),
      one.requests ?? '-',
      one.errors ?? '-',
      averageMs === null ? '-' : `${averageMs.toFixed(1)} ms`,
      listed(one.dependencies, dependencyText),
      listed(one.feeds, feedText),
      listed(one.backlogs, backlogText),
    ];
  });
  return tableOf({ headings, rows: cells, spare }, columns);
}

function listed<T>(all: Readonly<Record<string, T>>, text: (name: string, one: T) => string): string {
  const texts = Object.entries(all).map(([name, one]) => text(name, one));
  return texts.join(', ') || '-';
}

function dependencyText(name: string, { state }: DependencyState): string {
  return state === 'up' ? name : `${name} ${state.toUpperCase()}`;
}

function feedText(name: string, { current, behindSeconds }: FeedState): string {
  if (current) return name;
  return behindSeconds === null ? `${name} UNHEARD` : `${name} ${behindSeconds.toFixed(1)} s BEHIND`;
}

function backlogText(name: string, { waiting, oldestSeconds }: BacklogState): string {
  return waiting === 0 ? `${name} 0` : `${name} ${waiting} (${briefDuration(oldestSeconds)})`;
}
