import { setTimeout as sleep } from 'node:timers/promises';
import { type LimitCheck, most } from '#testing/limit-checks.ts';
import type { SystemOptions } from '#testing/system.ts';
import type { Zone } from '#testing/zone.ts';
import type { Topology } from '../../../dev/base/options.ts';
import type { ServedRole } from '../../../dev/base/roles.ts';
import type { DamagedSystem } from '../damaged-system.ts';
import type { Window } from '../measure.ts';
import type { Traffic } from './traffic.ts';
import { longest, type TrialResults } from './trial-results.ts';

/** What a trial can use to damage a system. */
interface TrialTools {
  readonly system: DamagedSystem;
  readonly traffic: Traffic;
  /** The second zone, if the trial has two zones. */
  readonly zone: Zone | null;
  /**
   * Number of requests in the trial. Repeated damage, such as rolling restarts, goes on until this many requests were
   * sent.
   */
  readonly requests: number;
  /** Milliseconds for which a damaged process or link stays away. */
  readonly awayMs: number;
}

/** A fault under mixed requests at a steady rate, with limits for the failures that clients see. */
export interface Trial {
  readonly id: string;
  readonly title: string;
  readonly topologies: readonly Topology[];
  readonly replicas: NonNullable<SystemOptions['replicas']>;
  /**
   * Whether the system has two zones. The first zone has the engines; every second request goes to the gateway
   * of the second zone.
   */
  readonly twoZones?: boolean;
  damage(tools: TrialTools): Promise<Window[]>;
  limits(seen: TrialResults): LimitCheck[];
}

const two = { gateway: 2, cart: 2, catalogue: 2, auth: 2, events: 2 };
const services = ['catalogue', 'auth', 'cart', 'events'] as const satisfies readonly ServedRole['name'][];
/** Names of all replicas. */
export const processes = [...services, 'gateway'].flatMap((name) => [`${name}-1`, `${name}-2`]);

async function during(work: () => Promise<unknown>): Promise<Window> {
  const from = performance.now();
  await work();
  return { from, to: performance.now() };
}

/** Ends these processes one by one, again and again. The supervisor restarts each process. */
export const rollingRestart =
  (names: readonly string[]): Trial['damage'] =>
  async ({ system, traffic, requests }) => {
    const windows: Window[] = [];
    do {
      for (const name of names) {
        const one = await system.aim(name);
        windows.push(
          await during(() => {
            one.signal('SIGTERM');
            return one.back();
          }),
        );
      }
    } while (traffic.sent < requests);
    return windows;
  };

/** For each service in turn: adds seven replicas and removes them. */
async function scaleOutAndBack({ system }: TrialTools): Promise<Window[]> {
  const windows: Window[] = [];
  for (const name of services) {
    windows.push(
      await during(async () => {
        const names = Array.from({ length: 7 }, (_, index) => `${name}-more-${index + 1}`);
        const more = await Promise.all(names.map((one) => system.more(name, one)));
        await sleep(2_000);
        await Promise.all(more.map((one) => one.leave()));
      }),
    );
  }
  return windows;
}

/** Kills a node of an engine for `awayMs` milliseconds. */
const killNode =
  (nodeOf: (system: DamagedSystem) => Promise<string>): Trial['damage'] =>
  async ({ system, awayMs }) => [await system.killFor(await nodeOf(system), awayMs)];

/** Cuts the link between the zones for `awayMs` milliseconds. */
const cutLink: Trial['damage'] = async ({ zone, awayMs }) => {
  const window = await during(async () => {
    zone?.link.cut();
    await sleep(awayMs);
    zone?.link.heal();
  });
  return [window];
};

const failed = (seen: TrialResults, limit = 0) => most('failed', seen.failed.length, limit);

/** All trials with mixed requests. Their ids differ from the ids in faults.ts, because `--only` selects from both. */
export const trials: readonly Trial[] = [
  {
    id: 'F15',
    title: 'rolling restart of every process',
    topologies: ['single', 'cluster'],
    replicas: two,
    damage: rollingRestart(processes),
    limits: (seen) => [failed(seen)],
  },
  {
    id: 'F24',
    title: 'each service from one replica to eight and back',
    topologies: ['single', 'cluster'],
    replicas: { ...two, cart: 1, catalogue: 1, auth: 1, events: 1 },
    damage: scaleOutAndBack,
    limits: (seen) => [failed(seen)],
  },
  {
    id: 'F25',
    title: 'kill -9 of the primary of MongoDB',
    topologies: ['cluster'],
    replicas: two,
    damage: killNode((system) => system.nodes.primaryOfMongodb()),
    limits: (seen) => [failed(seen)],
  },
  {
    id: 'F26',
    title: 'kill -9 of a master of Redis',
    topologies: ['cluster'],
    replicas: two,
    damage: killNode((system) => system.nodes.masterOfRedis()),
    limits: (seen) => [
      most('failed requests that need no cart', seen.failed.filter(needsNoCart).length, 0),
      // 4 s: 1.5 s until the node counts as failed, the election, and a second for the clients.
      most('failed for s', seen.failedFor, 4),
      most('slowest failure ms', longest(seen.failed), 1_500),
    ],
  },
  {
    id: 'F27',
    title: 'kill -9 of a node of NATS',
    topologies: ['cluster'],
    replicas: two,
    damage: killNode(async () => 'nats-1'),
    limits: (seen) => [failed(seen)],
  },
  {
    id: 'F28',
    title: 'MongoDB away',
    topologies: ['single'],
    replicas: two,
    damage: killNode(async () => 'mongod'),
    limits: (seen) => [failed(seen), most('failed 2 s after', seen.failedLater(2).length, 0)],
  },
  {
    id: 'F29',
    title: 'two zones, the link between them cut',
    topologies: ['single'],
    replicas: {},
    twoZones: true,
    damage: cutLink,
    limits: (seen) => [
      most('failed in the zone of the engines', seen.failed.filter(({ to }) => to === 0).length, 0),
      most('slowest answer of the other zone ms', longest(seen.asked.filter(({ to }) => to === 1)), 2_500),
      most('failed 5 s after', seen.failedLater(5).length, 0),
    ],
  },
];

function needsNoCart({ kind }: TrialResults['asked'][number]): boolean {
  return kind === 'product' || kind === 'list';
}
