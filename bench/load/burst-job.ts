import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Request } from './job.ts';

/** Requests that are sent at one moment, each on a connection of its own. */
export interface BurstJob {
  /** URL to which the paths of the requests are appended. */
  readonly url: string;
  readonly requests: readonly Request[];
}

/** The answers to a burst. */
export interface BurstResult {
  /** Milliseconds until each success, and until each other answer, the shortest first. */
  readonly served: readonly number[];
  readonly refused: readonly number[];
  /** The status of each answer; 0 without an answer. */
  readonly statuses: readonly number[];
}

const generator = fileURLToPath(new URL('./burst-generator.ts', import.meta.url));

/** Sends a burst from a separate process. */
export async function sendBurst(job: BurstJob): Promise<BurstResult> {
  const { promise, resolve, reject } = Promise.withResolvers<BurstResult>();
  const child = fork(generator, { execArgv: ['--disable-warning=ExperimentalWarning'] });
  child.on('message', (message: BurstResult) => resolve(message));
  child.on('error', reject);
  child.on('exit', (code) => reject(new Error(`the load generator ended with ${code}`)));
  child.send(job);
  return promise;
}
