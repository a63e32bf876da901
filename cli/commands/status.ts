import { Command } from 'commander';
import type { NatsConnection } from 'nats';
import { Status } from '#contracts/status.ts';
import type { Host } from '../host.ts';
import { duration } from '../output/duration.ts';
import { json } from '../output/json.ts';
import { table } from '../output/table.ts';
import { Problem } from '../problem.ts';

/** How long replicas are listened for at most, and after the first one's answer. Milliseconds. */
const longestMs = 1_500;
const quietMs = 300;

/** One replica of one service. Times in milliseconds; null where it did not tell. */
interface Replica {
  readonly service: string;
  readonly replica: string;
  readonly version: string;
  /** Root of its private port: health, metrics, operations. */
  readonly privateUrl: string | null;
  readonly uptimeSeconds: number | null;
  readonly requests: number | null;
  readonly errors: number | null;
  readonly averageMs: number | null;
  readonly engines: Readonly<Record<string, boolean>>;
}

/** `status`: every replica of every service, and the engines behind. */
export function statusCommand(host: Host): Command {
  return new Command('status')
    .description('show every replica of every service and its engines')
    .option('--json', 'print it as JSON')
    .action(async (options: { json?: true }) => {
      await using bus = await host.connect();
      const replicas = await ask(bus.nats);
      if (replicas.length === 0) throw new Problem('the bus is there, but no service answers');
      host.out(options.json ? json({ replicas }) : describe(replicas));
    });
}

/** Asks all replicas by the NATS services protocol. */
async function ask(nats: NatsConnection): Promise<Replica[]> {
  const { RequestStrategy } = await import('nats');
  const client = nats.services.client({
    strategy: RequestStrategy.JitterTimer,
    maxWait: longestMs,
    jitter: quietMs,
  });
  const [infos, statistics] = await Promise.all([gathered(client.info()), gathered(client.stats())]);
  const described = new Map(infos.map(({ id, metadata }) => [id, metadata]));
  const replicas = statistics.map(({ id, name, version, endpoints }) => {
    const data = endpoints
      ?.map((endpoint) => Status.safeParse(endpoint.data))
      .find(({ success }) => success)?.data;
    return {
      service: name,
      replica: described.get(id)?.replica ?? id,
      version,
      privateUrl: described.get(id)?.url ?? null,
      uptimeSeconds: data?.uptimeSeconds ?? null,
      requests: data?.requests ?? null,
      errors: data?.errors ?? null,
      averageMs: data && data.requests > 0 ? data.milliseconds / data.requests : null,
      engines: data?.engines ?? {},
    };
  });
  return replicas.sort((one, other) => order(one).localeCompare(order(other), 'en', { numeric: true }));
}

function order({ service, replica }: Replica): string {
  return `${service} ${replica}`;
}

async function gathered<T>(answers: Promise<AsyncIterable<T>>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of await answers) all.push(one);
  return all;
}

function describe(replicas: readonly Replica[]): string {
  const rows = replicas.map((one) => [
    one.service,
    one.replica,
    one.version,
    one.uptimeSeconds === null ? '?' : duration(one.uptimeSeconds),
    one.requests ?? '?',
    one.errors ?? '?',
    one.averageMs === null ? '-' : `${one.averageMs.toFixed(1)} ms`,
    Object.entries(one.engines)
      .map(([name, answers]) => (answers ? name : `${name} DOWN`))
      .join(', '),
  ]);
  return table(['service', 'replica', 'version', 'uptime', 'requests', 'errors', 'average', 'behind'], rows);
}
