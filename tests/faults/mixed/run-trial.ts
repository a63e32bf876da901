import { columns } from '#testing/columns.ts';
import { type LimitCheck, most } from '#testing/limit-checks.ts';
import type { Topology } from '../../../dev/base/options.ts';
import { DamagedSystem } from '../damaged-system.ts';
import { verdictOf } from '../verdict.ts';
import { Traffic } from './traffic.ts';
import { TrialResults } from './trial-results.ts';
import type { Trial } from './trials.ts';

/** Options of a trial. */
export interface TrialOptions {
  readonly topology: Topology;
  /** Mixed requests per second. */
  readonly rate: number;
  /** Minimum number of requests. */
  readonly requests: number;
  /** Milliseconds for which a damaged process or link stays away. */
  readonly awayMs: number;
  readonly seed: number;
}

/** A completed trial. */
export interface TrialRun {
  readonly trial: Trial;
  readonly seen: TrialResults;
  readonly limits: readonly LimitCheck[];
}

/** Runs a trial on a new system. */
export async function runTrial(trial: Trial, options: TrialOptions): Promise<TrialRun> {
  const { topology } = options;
  await using system = await DamagedSystem.start({ replicas: trial.replicas, topology });
  return await runTrialOn(system, trial, options);
}

/** Runs a trial on a running system. */
export async function runTrialOn(
  system: DamagedSystem,
  trial: Trial,
  options: TrialOptions,
): Promise<TrialRun> {
  const { rate, requests, awayMs, seed } = options;
  const token = await system.customersToken();
  await using zone = trial.twoZones ? await system.secondZone() : null;
  const urls = [system.url, ...(zone ? [zone.url] : [])];
  await using traffic = new Traffic({ urls, rate, products: system.products, token, seed });
  // Requests are sent for three seconds before and after `damage`, while the system is not damaged.
  await traffic.until(3 * rate);
  const windows = await trial.damage({ system, traffic, zone, requests, awayMs });
  await traffic.until(Math.max(requests, traffic.sent + 3 * rate));
  await traffic.stop();
  await system.ready();
  const verdict = await verdictOf(system, traffic.writes);
  const seen = new TrialResults(traffic.asked, verdict, windows);
  const limits = [most('lost', verdict.lost, 0), most('doubled', verdict.doubled, 0), ...trial.limits(seen)];
  return { trial, seen, limits };
}

const number = (value: number) => (Number.isInteger(value) ? String(value) : value.toFixed(1));

/** Returns the results of trials as text. */
export function sayTrials(runs: readonly TrialRun[]): string {
  const table = columns(
    runs.map(({ trial, seen, limits }) => ({
      trial: trial.id,
      what: trial.title,
      requests: String(seen.asked.length),
      failed: String(seen.failed.length),
      'failed for s': number(seen.failedFor),
      'p99 ms': number(Math.round(seen.percentile(0.99))),
      'longest ms': number(Math.round(seen.longest)),
      acknowledged: String(seen.verdict.acknowledged),
      lost: String(seen.verdict.lost),
      doubled: String(seen.verdict.doubled),
      result: limits.every(({ holds }) => holds) ? 'ok' : 'FAILED',
    })),
  );
  const details = runs.flatMap(({ trial, seen, limits }) => [
    ...seen.causes().map((cause) => `${trial.id}: ${cause}`),
    ...limits
      .filter(({ holds }) => !holds)
      .map(({ what, measured, limit }) => `${trial.id}: ${what} is ${number(measured)}, the limit ${limit}`),
  ]);
  return [table, ...details].join('\n');
}
