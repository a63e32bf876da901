import { request } from 'undici';
import { type LimitCheck, least, most } from '#testing/limit-checks.ts';
import { startSystem } from '#testing/system.ts';
import { type FixedRateResult, runAtFixedRate } from './load/fixed-rate-job.ts';
import { type Request, runJob } from './load/job.ts';
import { counted, type Measurement, paced } from './logins.ts';
import { say } from './say.ts';
import { production, shopTarget } from './systems.ts';

/** Name of this measurement, for the option `--only` of `npm run bench`. */
export const overloadName = 'overload';

const carts = 500;
/** Number of connections with which the capacity of the system is measured. */
const connections = 32;
const probesASecond = 20;
/** Load after the overload, as a share of the capacity: 0.5 is half the capacity. */
const usualLoad = 0.5;
/** Number of client networks. `X-Forwarded-For` names a client's network in each request. */
const networks = 250;
const recoverySeconds = 6;

/** The loads, as multiples of the capacity, and the number of connections of the visitors. */
const loads = [
  { times: 1, atOnce: 1_000 },
  { times: 3, atOnce: 1_000 },
  { times: 10, atOnce: 1_000 },
  { times: 3, atOnce: 5_000 },
] as const;

/** Results at one load. */
interface Step {
  readonly times: number;
  readonly atOnce: number;
  readonly visitors: FixedRateResult;
  /** 99th percentile of the waiting times of `/health/live`, in milliseconds. */
  readonly probes: number;
}

/** Requests `/health/live` at a fixed rate. Returns the 99th percentile of the waiting times in milliseconds. */
async function probed(url: string, seconds: number): Promise<number> {
  const times: number[] = [];
  await paced(probesASecond, seconds, async () => {
    const sentAt = performance.now();
    const answer = await request(`${url}/health/live`).catch(() => null);
    await answer?.body.dump();
    times.push(answer?.statusCode === 200 ? performance.now() - sentAt : Number.POSITIVE_INFINITY);
  });
  return times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? 0;
}

function line({ times, atOnce, visitors, probes }: Step, offered: number): string {
  return [
    `  ${times} × (${offered.toFixed(0)}/s), ${atOnce} connections: ${visitors.goodput.toFixed(0)} successes/s, p99 ${visitors.p99.toFixed(0)} ms`,
    `others p99 ${visitors.othersP99.toFixed(0)} ms, probes p99 ${probes.toFixed(0)} ms, ${counted(visitors.statuses)}`,
  ].join('; ');
}

function from(network: number, one: Request): Request {
  return { ...one, headers: { ...one.headers, 'x-forwarded-for': `10.0.${network}.1` } };
}

/**
 * Starts a system. Returns the system and a mix of shoppers' requests: reads of cached products, reads of products that
 * skip the cache, reads of carts, and additions to carts.
 */
async function startWithRequests(folder: string, env: Record<string, string>) {
  const system = await startSystem({ env });
  const { shop, carts: store } = await shopTarget(folder, system, carts);
  const kinds = [
    await shop.cachedRequests(),
    shop.productRequests('?_skip_cache=1'),
    store.reads('small'),
    store.adds('small', 1),
    store.firstAdds(),
  ];
  const requests = kinds.flatMap((kind) =>
    Array.from({ length: networks }, (_, at) => from(at, kind[at % kind.length] as Request)),
  );
  return { system, requests };
}

/** Measures a system at several times its capacity for `seconds` each, and then at half its capacity. */
export async function overload(folder: string, seconds: number): Promise<Measurement> {
  const env = { ...production, LOG_LEVEL: 'error' };
  const { system, requests } = await startWithRequests(`${folder}/overload`, env);
  await using _ = system;
  const url = system.httpUrl;
  const duration = { warmUp: 5, measured: 10 };
  const best = await runJob({ url, connections, requests, seed: 1, duration });
  const capacity = (best.statuses[200] ?? 0) / best.seconds;
  say(`the capacity is ${capacity.toFixed(0)} requests/s`);
  const steps: Step[] = [];
  for (const { times, atOnce } of loads) {
    const job = { url, requests, aSecond: capacity * times, seconds, seed: times, connections: atOnce };
    const [visitors, probes] = await Promise.all([runAtFixedRate(job), probed(url, seconds)]);
    const step = { times, atOnce, visitors, probes };
    steps.push(step);
    say(line(step, capacity * times));
  }
  const after = await runAtFixedRate({
    ...{ url, requests, aSecond: capacity * usualLoad, seconds: recoverySeconds, seed: 0 },
  });
  const limits: LimitCheck[] = steps.flatMap(({ times, atOnce, visitors, probes }) => [
    least(`goodput of the capacity at ${times} × (${atOnce})`, visitors.goodput / capacity, 0.8),
    most(`p99 ms of successes at ${times} × (${atOnce})`, visitors.p99, 2_000),
    most(`p99 ms of probes at ${times} × (${atOnce})`, probes, 100),
  ]);
  return {
    lines: [
      `overload: ${capacity.toFixed(0)} requests/s are the capacity, of ${connections} connections`,
      ...steps.map((step) => line(step, capacity * step.times)),
    ],
    limits: [...limits, most('ms until all is as usual', after.lastBadMs, 2_000)],
  };
}
