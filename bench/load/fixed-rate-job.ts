import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Request } from './job.ts';

/** What the load generator shall do. */
export interface FixedRateJob {
  /** URL to which the paths of the requests are appended. */
  readonly url: string;
  /** Requests that are picked at random. */
  readonly requests: readonly Request[];
  /** Number of requests per second. */
  readonly aSecond: number;
  /** Maximum number of connections, and of requests that wait for an answer. By default 1,000. */
  readonly connections?: number;
  readonly seconds: number;
  readonly seed: number;
}

/** Results of the load generator. All times are in milliseconds. */
export interface FixedRateResult {
  /** Number of successes per second. */
  readonly goodput: number;
  /** 99th percentiles of the times: `p99` for successes, `othersP99` for all other answers. */
  readonly p99: number;
  readonly othersP99: number;
  /** Number of answers by status; the status `0` means no answer. */
  readonly statuses: Readonly<Record<number, number>>;
  /** Milliseconds from the start to the last answer that was no success; 0 if all answers were successes. */
  readonly lastBadMs: number;
  /** CPU time of the load generator itself. */
  readonly cpuMs: number;
}

const generator = fileURLToPath(new URL('./fixed-rate-generator.ts', import.meta.url));

/** Runs the load generator in a separate process, so that other load generators do not delay its requests. */
export async function runAtFixedRate(job: FixedRateJob): Promise<FixedRateResult> {
  const { promise, resolve, reject } = Promise.withResolvers<FixedRateResult>();
  const child = fork(generator, { execArgv: ['--disable-warning=ExperimentalWarning'] });
  child.on('message', (message: FixedRateResult) => resolve(message));
  child.on('error', reject);
  child.on('exit', (code) => reject(new Error(`the load generator ended with ${code}`)));
  child.send(job);
  return promise;
}
