import { setTimeout as sleep } from 'node:timers/promises';
import { type Claim, least, most } from '#platform/testing/claims.ts';
import type { SystemOptions } from '#platform/testing/system.ts';
import type { Load } from './load.ts';
import type { Run, Window } from './measure.ts';
import type { Rig } from './rig.ts';

/** One row of the table of reliability 3: what is done to a running system, and what must be seen then. */
export interface FaultCase {
  readonly id: string;
  readonly title: string;
  readonly replicas: NonNullable<SystemOptions['replicas']>;
  readonly sockets: number;
  readonly carts: number;
  readonly largestAdd: number;
  /** How many adds; without end, until the course is run, when absent. */
  readonly adds?: number;
  /** Acknowledged adds before the fault, and again after it. */
  readonly acks: number;
  /** Does the damage while the load runs. */
  course(rig: Rig, load: Load): Promise<Window[]>;
  /** What must hold besides that nothing is lost, doubled or out of order. */
  claims(run: Run): Claim[];
}

const replicas = { gateway: 2, cart: 3 };
const busy = { replicas, sockets: 16, carts: 16, largestAdd: 3, acks: 2_500 };

/** Kills a part while everything is busy and waits for its next life; the others should not let anybody wait. */
async function killOnce(rig: Rig, load: Load, name: string): Promise<Window> {
  const victim = await rig.aim(name);
  await load.killBusy(victim, 1);
  const from = performance.now();
  await victim.back();
  return { from, to: from };
}

async function pauseFor(rig: Rig, name: string, ms: number): Promise<Window> {
  await rig.pause(name);
  const from = performance.now();
  await sleep(ms);
  await rig.resume(name);
  return { from, to: performance.now() };
}

/** The faults that the system can show so far, in the numbering of reliability 3. */
export const faults: readonly FaultCase[] = [
  {
    ...busy,
    id: 'F1',
    title: 'kill -9 of a gateway replica',
    course: async (rig, load) => [await killOnce(rig, load, 'gateway-1')],
    claims: (run) => [least('acknowledged', run.verdict.acknowledged, 5_000)],
  },
  {
    ...busy,
    id: 'F2',
    title: 'kill -9 of one of three carts',
    course: async (rig, load) => [await killOnce(rig, load, 'cart-2')],
    claims: (run) => [
      most('errors that clients see', run.unanswered().length, 0),
      most('p99.9 ms', run.percentile(0.999), 1_500),
    ],
  },
  {
    ...busy,
    acks: 5_000,
    id: 'F4',
    title: 'kill -9 of redis, back after 2 s',
    course: async (rig) => [await rig.killFor('redis', 2_000)],
    claims: (run) => [
      least('acknowledged', run.verdict.acknowledged, 10_000),
      most('slowest refusal ms', run.slowest(run.unanswered()), 1_000),
      most('recovery s', run.recovery(), 2),
    ],
  },
  {
    ...busy,
    id: 'F7',
    title: 'redis paused for 5 s',
    course: async (rig) => [await pauseFor(rig, 'redis', 5_000)],
    claims: (run) => [most('slowest answer ms', run.slowest(run.during()), 1_500)],
  },
  {
    ...busy,
    id: 'F13',
    title: 'kill -9 of nats, back after 1 s',
    course: async (rig) => [await rig.killFor('nats', 1_000)],
    claims: (run) => [
      // The first moments belong to those who have not heard of it yet.
      most('slowest answer while down ms', run.slowest(run.sentDuring(100)), 100),
      most('recovery s', run.recovery(), 2),
      most('processes that exited', run.restarted, 0),
    ],
  },
  {
    ...busy,
    id: 'F14',
    title: 'one of three carts paused for 15 s',
    course: async (rig) => [await pauseFor(rig, 'cart-2', 15_000)],
    claims: (run) => {
      const late = run.sentDuring(5_000);
      return [most('failed after 5 s %', (100 * run.failed(late).length) / Math.max(1, late.length), 0.1)];
    },
  },
  {
    ...busy,
    sockets: 64,
    carts: 1,
    largestAdd: 1,
    adds: 1_000,
    acks: 0,
    id: 'F18',
    title: '1,000 adds to one cart at once',
    course: async () => [],
    claims: (run) => [
      least('acknowledged', run.verdict.acknowledged, 1_000),
      most('errors that clients see', run.unanswered().length, 0),
    ],
  },
];
