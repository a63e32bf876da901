import { type LimitCheck, least, most } from '#testing/limit-checks.ts';
import type { SystemOptions } from '#testing/system.ts';
import type { Command, Planned } from './commands.ts';
import {
  atRandom,
  cutPower,
  type Damage,
  fillDisk,
  killAtRandom,
  killFor,
  killOnce,
  killOnSlowDisk,
  noDamage,
  pause,
} from './damages.ts';
import type { Script } from './load.ts';
import type { Run } from './measure.ts';
import { cartKeys, type PlanOptions, plan } from './plan.ts';

/** A fault: how a running system is damaged, and the limits that must hold. */
export interface FaultCase {
  readonly id: string;
  readonly title: string;
  readonly replicas: NonNullable<SystemOptions['replicas']>;
  readonly sockets: number;
  /** Returns the planned writes. The same seed gives the same writes. */
  script(seed: number, products: readonly number[]): Script;
  /** Whether the planned writes are limited in number. Endless writes stop when the damage is over. */
  readonly ends?: boolean;
  /** Stock of the last product; unlimited if absent. */
  readonly stock?: number;
  /** Number of writes that must be acknowledged before the damage begins, and again after the damage. */
  readonly acks: number;
  /** Whether `damage` damages the disk of Redis, which needs a C compiler. */
  readonly onDisk?: boolean;
  readonly damage: Damage;
  /** The limits for this fault. For every fault, no write may be lost, doubled or out of order. */
  limits(run: Run): LimitCheck[];
}

/** Returns a script of random commands of all kinds. */
const mixed =
  (options: Pick<PlanOptions, 'carts' | 'writes' | 'twice' | 'again'>): FaultCase['script'] =>
  (seed, products) => ({ planned: plan({ ...options, seed, products, mix: 'all' }) });

const replicas = { gateway: 2, cart: 3 };
const busy = { replicas, sockets: 16, script: mixed({ carts: 16 }), acks: 2_500 };
const race = { replicas, sockets: 2, ends: true, acks: 0, damage: noDamage };

const acknowledged = (run: Run, times: number) => least('acknowledged', run.verdict.acknowledged, times);

/**
 * Returns a script for 100 carts. In each cart, the script first adds a line of 5 pieces. Then it sends two
 * commands at the same time: `other`, and the addition of one piece to this line.
 */
function againstAdd(other: (product: number) => Command): FaultCase['script'] {
  return (seed, [product = 0]) => ({
    groups: cartKeys(seed, 100).flatMap((cart) => {
      const add = (quantity: number): Command => ({ kind: 'add', product, quantity });
      const write = (name: string, command: Command): Planned => ({ cart, key: `${cart}-${name}`, command });
      return [[write('line', add(5))], [write('other', other(product)), write('add', add(1))]];
    }),
  });
}

/** Returns a script in which 100 clients add the scarce product once each. The clients share `carts` carts. */
function adds(carts: number): FaultCase['script'] {
  return (seed, products) => {
    const keys = cartKeys(seed, carts);
    const product = products.at(-1) ?? 0;
    const planned = Array.from({ length: 100 }, (_, number): Planned => {
      const cart = keys[number % carts] ?? '';
      return { cart, key: `${cart}-${number}`, command: { kind: 'add', product, quantity: 1 } };
    });
    return { planned };
  };
}

/** The faults of `npm run faults` in which clients only write. Ids such as F15 are trials in mixed/trials.ts. */
export const faults: readonly FaultCase[] = [
  {
    ...busy,
    id: 'F1',
    title: 'kill -9 of a gateway replica',
    damage: killOnce('gateway-1'),
    limits: (run) => [acknowledged(run, 5_000)],
  },
  {
    ...busy,
    id: 'F2',
    title: 'kill -9 of one of three carts',
    damage: killOnce('cart-2'),
    limits: (run) => [
      most('errors that clients see', run.unanswered().length, 0),
      most('p99.9 ms', run.percentile(0.999), 1_500),
    ],
  },
  {
    ...busy,
    acks: 5_000,
    id: 'F4',
    title: 'kill -9 of redis, back after 2 s',
    damage: killFor('redis', 2_000),
    limits: (run) => [
      acknowledged(run, 10_000),
      most('slowest refusal ms', run.slowest(run.unanswered()), 1_000),
      most('recovery s', run.recovery(), 2),
    ],
  },
  ...[20, 400, 1_500].map(
    (ms): FaultCase => ({
      ...busy,
      id: 'F5',
      title: `kill -9 of redis on a disk that takes ${ms} ms longer to sync`,
      onDisk: true,
      damage: killOnSlowDisk(ms),
      limits: () => [],
    }),
  ),
  {
    ...busy,
    acks: 3_500,
    id: 'F6',
    title: 'power cut, three times: what was not synced is gone',
    onDisk: true,
    damage: cutPower,
    limits: (run) => [acknowledged(run, 10_000)],
  },
  {
    ...busy,
    id: 'F7',
    title: 'redis paused for 5 s',
    damage: pause('redis', 5_000),
    limits: (run) => [most('slowest answer ms', run.slowest(run.during()), 1_500)],
  },
  {
    ...busy,
    id: 'F8',
    title: 'disk full under redis for 5 s',
    onDisk: true,
    damage: fillDisk,
    limits: (run) => [
      // The supervisor waits less than 8 s before it restarts a process that ends repeatedly.
      most('recovery s', run.recovery(), 8),
    ],
  },
  ...[1, 30].map(
    (seconds): FaultCase => ({
      ...busy,
      id: 'F13',
      title: `kill -9 of nats, back after ${seconds} s`,
      damage: killFor('nats', seconds * 1_000),
      limits: (run) => [
        // The first 100 ms do not count, because no process can have noticed the fault yet.
        most('slowest answer while down ms', run.slowest(run.sentDuring(100)), 100),
        most('recovery s', run.recovery(), 2),
        most('processes that exited', run.restarted, 0),
      ],
    }),
  ),
  {
    ...busy,
    id: 'F14',
    title: 'one of three carts paused for 15 s',
    damage: pause('cart-2', 15_000),
    limits: (run) => {
      const late = run.sentDuring(5_000);
      return [most('failed after 5 s %', (100 * run.failed(late).length) / Math.max(1, late.length), 0.1)];
    },
  },
  {
    ...busy,
    script: mixed({ carts: 16, writes: 5_000, twice: 0.5, again: 0.1 }),
    ends: true,
    acks: 0,
    id: 'F17',
    title: 'every second request twice at once, one in ten again after 5 s',
    damage: noDamage,
    limits: (run) => [most('errors that clients see', run.unanswered().length, 0)],
  },
  {
    replicas,
    sockets: 64,
    script: (seed, products) => ({ planned: plan({ seed, products, carts: 1, mix: 'adds', writes: 1_000 }) }),
    ends: true,
    acks: 0,
    id: 'F18',
    title: '1,000 adds to one cart at once',
    damage: noDamage,
    limits: (run) => [acknowledged(run, 1_000), most('errors that clients see', run.unanswered().length, 0)],
  },
  ...[
    { id: 'F19', carts: 1, title: '100 adds to one cart with 20 in stock', taken: 20 },
    // Each cart can contain the whole stock, because carts do not reserve stock.
    { id: 'F30', carts: 100, title: '100 adds to 100 carts with 20 in stock', taken: 100 },
  ].map(
    ({ id, carts, title, taken }): FaultCase => ({
      replicas,
      sockets: 64,
      script: adds(carts),
      ends: true,
      stock: 20,
      acks: 0,
      id,
      title,
      damage: noDamage,
      limits: (run) => [acknowledged(run, taken), most('acknowledged', run.verdict.acknowledged, taken)],
    }),
  ),
  {
    ...race,
    id: 'F21',
    title: 'set 10 against add 1, 100 times',
    script: againstAdd((product) => ({ kind: 'set', product, quantity: 10 })),
    limits: (run) => [acknowledged(run, 300)],
  },
  {
    ...race,
    id: 'F31',
    title: 'remove against add 1, 100 times',
    script: againstAdd((product) => ({ kind: 'remove', product })),
    limits: (run) => [acknowledged(run, 300)],
  },
  {
    ...busy,
    acks: 500,
    id: 'F22',
    title: '12 kills and pauses of any part at random',
    damage: atRandom(12),
    limits: () => [],
  },
  {
    ...busy,
    acks: 500,
    id: 'F23',
    title: '18 kills of a cart, redis or nats at random: every change has its event',
    damage: killAtRandom(['cart-1', 'cart-2', 'cart-3', 'redis', 'nats'], 18, 500),
    limits: (run) => [acknowledged(run, 10_000)],
  },
];
