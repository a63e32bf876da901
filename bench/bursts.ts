import { setTimeout as sleep } from 'node:timers/promises';
import { issuedKey } from '#testing/gateway/issued-key.ts';
import { type LimitCheck, least, most } from '#testing/limit-checks.ts';
import { startSystem } from '#testing/system.ts';
import { type BurstResult, sendBurst } from './load/burst-job.ts';
import { type Request, runJob } from './load/job.ts';
import type { Measurement } from './logins.ts';
import { say } from './say.ts';
import { production, shopTarget } from './systems.ts';

/** Name of this measurement, for the option `--only` of `npm run bench`. */
export const burstsName = 'bursts';

const carts = 500;
/** Number of connections with which the capacity of the system is measured. */
const connections = 32;
const rounds = 5;
/** Milliseconds between two bursts. */
const pauseMs = 2_000;

/** A burst of requests. `limits` are those of one round; `capacity` is in requests a second. */
interface Trial {
  readonly name: string;
  readonly requests: (shop: readonly Request[], round: number) => readonly Request[];
  readonly limits: (result: BurstResult, capacity: number) => readonly LimitCheck[];
}

function percentile(times: readonly number[], share: number): number {
  return times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
}

/** Returns `count` first requests of guests, from one address or each from its own. */
function guests(count: number, addresses: 'one' | 'many') {
  return (shop: readonly Request[]): Request[] =>
    Array.from({ length: count }, (_, at) => {
      const one = shop[at % shop.length] as Request;
      const address = addresses === 'one' ? '10.1.1.1' : `10.${(at >> 8) & 255}.${at & 255}.1`;
      return { ...one, headers: { ...one.headers, 'x-forwarded-for': address } };
    });
}

/** All are served, the slowest in the time that the system needs for them. */
function allServed({ served, refused }: BurstResult, capacity: number): LimitCheck[] {
  return [
    most('refused', refused.length, 0),
    most('p99 ms', percentile(served, 0.99), 300 + (1_300 * served.length) / capacity),
  ];
}

/** As many are served as the system can, and the others learn it soon. */
function manyServed({ served, refused }: BurstResult, capacity: number): LimitCheck[] {
  return [
    least('served, of the requests that the system answers in a second', served.length / capacity, 1.3),
    most('p99 ms', percentile(served, 0.99), 2_000),
    most('p50 ms of refusals', percentile(refused, 0.5), 300),
    most('slowest refusal in ms', percentile(refused, 1), 1_000),
  ];
}

const trials: readonly Trial[] = [
  ...[100, 300, 1_000].flatMap((count) =>
    (['one', 'many'] as const).map((addresses) => ({
      name: `${count} guests from ${addresses === 'one' ? 'one address' : 'as many addresses'}`,
      requests: guests(count, addresses),
      limits: allServed,
    })),
  ),
  { name: '3000 guests from as many addresses', requests: guests(3_000, 'many'), limits: manyServed },
  {
    name: '1000 adds to one cart',
    requests: (shop, round) =>
      guests(
        1_000,
        'one',
      )(shop.slice(0, 1)).map((one) => ({
        ...one,
        path: `${one.path}?cart_key=${issuedKey(`burst${round}`)}`,
      })),
    limits: allServed,
  },
];

function lineOf(name: string, { served, refused, statuses }: BurstResult): string {
  const others = [...new Set(statuses)].filter((status) => status >= 300 || status === 0).join(', ');
  const refusals =
    refused.length === 0
      ? 'none refused'
      : `${refused.length} refused (${others}) after ${percentile(refused, 0.5).toFixed(0)} ms, at most ${percentile(refused, 1).toFixed(0)} ms`;
  return `  ${name}: ${served.length} served, p50 ${percentile(served, 0.5).toFixed(0)} ms, p99 ${percentile(served, 0.99).toFixed(0)} ms; ${refusals}`;
}

/**
 * Sends bursts of guests who each add a product at one moment, after the capacity of the system was measured.
 */
export async function bursts(folder: string): Promise<Measurement> {
  const env = { ...production, LOG_LEVEL: 'error', GUEST_CART_LIMIT: 'off' };
  await using system = await startSystem({ env });
  const { carts: store } = await shopTarget(`${folder}/bursts`, system, carts);
  const shop = store.firstAdds();
  const url = system.httpUrl;
  const duration = { warmUp: 5, measured: 5 };
  const steady = await runJob({ url, connections, requests: guests(5_000, 'many')(shop), seed: 1, duration });
  const capacity = (steady.statuses[201] ?? steady.statuses[200] ?? 0) / steady.seconds;
  const lines = [
    `bursts: ${capacity.toFixed(0)} first adds a second are the capacity, of ${connections} connections`,
  ];
  say(lines[0] ?? '');
  const limits = new Map<string, LimitCheck>();
  for (let round = 1; round <= rounds; round += 1)
    for (const trial of trials) {
      await sleep(pauseMs);
      const result = await sendBurst({ url, requests: trial.requests(shop, round) });
      lines.push(lineOf(`${round}: ${trial.name}`, result));
      say(lines.at(-1) ?? '');
      for (const check of trial.limits(result, capacity)) {
        const what = `${trial.name}: ${check.what}`;
        // Of all rounds, the first that did not hold is shown, or the last.
        if (limits.get(what)?.holds !== false) limits.set(what, { ...check, what });
      }
    }
  return { lines, limits: [...limits.values()] };
}
