import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Request } from './job.ts';

/** The task of the load generator. */
export interface VisitorsJob {
  /** Base URL. */
  readonly url: string;
  /** Requests that are picked at random. */
  readonly requests: readonly Request[];
  /** Number of requests per second. */
  readonly aSecond: number;
  readonly seconds: number;
  readonly seed: number;
}

/** Results of the load generator. Times are milliseconds. */
export interface VisitorsResult {
  /** Number of successes per second. */
  readonly goodput: number;
  /** 99th percentile of the times of successes, and of all other answers. */
  readonly p99: number;
  readonly othersP99: number;
  /** Answers by status; `0` means no answer. */
  readonly statuses: Readonly<Record<number, number>>;
  /** Milliseconds from the start to the last answer that was not a success; 0 if all were successes. */
  readonly lastBadMs: number;
  /** Processor time of the load generator itself. */
  readonly cpuMs: number;
}

const visitors = fileURLToPath(new URL('./visitors.ts', import.meta.url));

/** Runs the load generator in its own process, so that other load generators do not delay it. */
export async function runVisitors(job: VisitorsJob): Promise<VisitorsResult> {
  const { promise, resolve, reject } = Promise.withResolvers<VisitorsResult>();
  const child = fork(visitors, { execArgv: ['--disable-warning=ExperimentalWarning'] });
  child.on('message', (message: VisitorsResult) => resolve(message));
  child.on('error', reject);
  child.on('exit', (code) => reject(new Error(`the load generator ended with ${code}`)));
  child.send(job);
  return promise;
}
