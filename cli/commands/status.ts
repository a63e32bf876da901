import { Command } from 'commander';
import type { NatsConnection } from 'nats';
import { z } from 'zod';
import {
  type BacklogState,
  type DependencyState,
  type FeedState,
  type SeenReplica,
  Status,
  services,
} from '#contracts/status.ts';
import { Problem } from '#platform/errors/problem.ts';
import { tableOf } from '#platform/terminal/table.ts';
import { briefDuration, duration, json } from '#platform/terminal/text.ts';
import { asOneLine } from '#platform/util/text.ts';
import type { Host } from '../shared/host.ts';

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
      if (!ok && !options.json) host.out(`\n${problems.map((one) => `${asOneLine(one)}\n`).join('')}`);
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

/** Maximum milliseconds to wait until all expected replicas have answered. */
const maxWaitMs = 2_000;

/** The members of a replica's answer that are used here. The NATS services protocol defines the answer. */
const Statistics = z.object({
  name: z.string(),
  id: z.string(),
  version: z.string(),
  metadata: z.record(z.string(), z.string()).optional(),
  endpoints: z.array(z.object({ data: z.unknown().optional() })).optional(),
});

/** Returns the answers of all replicas. Waits until all expected replicas have answered, but at most two seconds. */
export async function askReplicas(nats: NatsConnection): Promise<Answer[]> {
  const { RequestStrategy } = await import('nats');
  const options = { strategy: RequestStrategy.Timer, maxWait: maxWaitMs };
  const answers: Answer[] = [];
  for await (const message of await nats.requestMany('$SRV.STATS', '', options)) {
    const answer = message instanceof Error ? null : answerIn(message.data);
    if (answer) answers.push(answer);
    if (isComplete(answers)) break;
  }
  return answers;
}

/**
 * Parses an answer. Returns null for a message that is no answer of a replica, such as the empty message with
 * which NATS reports that no process listens.
 */
function answerIn(bytes: Uint8Array): Answer | null {
  if (bytes.length === 0) return null;
  const statistics = Statistics.safeParse(JSON.parse(Buffer.from(bytes).toString()));
  if (!statistics.success) return null;
  const { name, id, version, metadata, endpoints } = statistics.data;
  const status = endpoints?.map(({ data }) => Status.safeParse(data)).find(({ success }) => success)?.data;
  return {
    service: name,
    replica: metadata?.replica ?? id,
    version,
    privateUrl: metadata?.url ?? null,
    status: status ?? null,
  };
}

/** The answer of a replica about itself. */
export interface Answer {
  readonly service: string;
  readonly replica: string;
  readonly version: string;
  /** URL of the replica's private port with health, metrics and operations. */
  readonly privateUrl: string | null;
  /** The status of the replica. Null if the replica has another version, whose status cannot be parsed. */
  readonly status: Status | null;
}

/** A replica that answers, an expected replica that does not answer, or a service without replicas. */
export type Row =
  | (Answer & { readonly state: 'ready' | 'not ready' })
  | (SeenReplica & { readonly state: 'no answer' })
  | { readonly service: string; readonly state: 'missing' };

/**
 * Returns the replicas that have announced themselves recently but have not answered. The other replicas
 * report these announcements in `seen`.
 */
function silent(answers: readonly Answer[]): SeenReplica[] {
  const answered = new Set(answers.map(({ service, replica }) => `${service} ${replica}`));
  const latest = new Map<string, SeenReplica>();
  for (const seen of answers.flatMap(({ status }) => status?.seen ?? [])) {
    const name = `${seen.service} ${seen.replica}`;
    const other = latest.get(name);
    if (!answered.has(name) && (!other || seen.agoSeconds < other.agoSeconds)) latest.set(name, seen);
  }
  return [...latest.values()];
}

/**
 * Returns whether all expected replicas have answered: at least one replica of each service, and all replicas that were
 * recently announced.
 */
export function isComplete(answers: readonly Answer[]): boolean {
  const isThere = (name: string) => answers.some(({ service }) => service === name);
  return services.every(isThere) && silent(answers).length === 0;
}

/**
 * Returns sorted rows: one for each replica that answers or is expected to answer, and one for each service without
 * replicas.
 */
export function rowsOf(answers: readonly Answer[]): Row[] {
  const absent = silent(answers);
  const known = new Set([...answers, ...absent].map(({ service }) => service));
  const rows: Row[] = [
    ...answers.map((one) => ({
      ...one,
      state: one.status?.ready ? ('ready' as const) : ('not ready' as const),
    })),
    ...absent.map((one) => ({ ...one, state: 'no answer' as const })),
    ...services
      .filter((service) => !known.has(service))
      .map((service) => ({ service, state: 'missing' as const })),
  ];
  const order = (row: Row) => `${row.service} ${'replica' in row ? row.replica : ''}`;
  return rows.sort((one, other) => order(one).localeCompare(order(other), 'en', { numeric: true }));
}

/** Returns sentences about the problems of a replica or service. */
export function problemsOf(row: Row): string[] {
  if (row.state === 'missing') return [`${row.service}: no replica answers`];
  if (row.state === 'no answer') {
    return [`${row.replica} does not answer; it was there ${duration(row.agoSeconds)} ago`];
  }
  const { replica, status } = row;
  if (!status) return [`${replica} reports no status: it runs another version`];
  const now = status.now;
  const unhealthy = Object.entries(status.dependencies).filter(([, { state }]) => state !== 'up');
  const behind = Object.entries(status.feeds).filter(([, { current }]) => !current);
  return [
    ...status.reasons.map((reason) => `${replica} is not ready: ${reason}`),
    ...unhealthy.map(
      ([name, { state, reason, since }]) =>
        `${replica}: ${name} is ${state} for ${duration(Math.max(0, Math.round((now - since) / 1_000)))}: ${reason}`,
    ),
    ...behind.map(([name, { behindSeconds }]) =>
      behindSeconds === null
        ? `${replica}: the feed ${name} was never heard`
        : `${replica}: the feed ${name} is ${behindSeconds.toFixed(1)} s behind`,
    ),
  ];
}
