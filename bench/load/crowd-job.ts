import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Request } from './job.ts';

/** The task of a crowd. */
export interface CrowdJob {
  /** Base URL. */
  readonly url: string;
  /** Picked from at random. */
  readonly requests: readonly Request[];
  readonly aSecond: number;
  readonly seconds: number;
  readonly seed: number;
}

/** Results of a crowd. Times are milliseconds. */
export interface CrowdResult {
  /** Successes a second. */
  readonly goodput: number;
  /** For successes, and for all other answers. */
  readonly p99: number;
  readonly othersP99: number;
  /** Answers by status; `0` means no answer. */
  readonly statuses: Readonly<Record<number, number>>;
  /** When the last answer came that was no success, from the beginning on; 0 for none. */
  readonly lastBadMs: number;
  /** Processor time of the crowd itself. */
  readonly cpuMs: number;
}

const crowd = fileURLToPath(new URL('./crowd.ts', import.meta.url));

/** Runs a crowd in its own process, so that other load generators do not delay it. */
export async function runCrowd(job: CrowdJob): Promise<CrowdResult> {
  const { promise, resolve, reject } = Promise.withResolvers<CrowdResult>();
  const child = fork(crowd, { execArgv: ['--disable-warning=ExperimentalWarning'] });
  child.on('message', (message: CrowdResult) => resolve(message));
  child.on('error', reject);
  child.on('exit', (code) => reject(new Error(`the crowd ended with ${code}`)));
  child.send(job);
  return promise;
}
