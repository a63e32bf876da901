import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A request as the generator sends it. */
export interface Request {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What the load generator shall do in one run. */
export interface Job {
  /** URL to which the paths of the requests are appended. */
  readonly url: string;
  readonly connections: number;
  /**
   * The requests to send. With `duration`, the generator picks requests at random. Without `duration`, the
   * generator sends each request once, in order.
   */
  readonly requests: readonly Request[];
  readonly seed: number;
  /** Seconds of warm-up and of measurement. Absent: each request is sent once. */
  readonly duration?: { readonly warmUp: number; readonly measured: number };
}

/** Results of the generator. All times are in milliseconds. */
export interface LoadResult {
  readonly requests: number;
  readonly seconds: number;
  readonly p50: number;
  readonly p99: number;
  /** Average size of the answers' bodies, in bytes. */
  readonly bytes: number;
  /** CPU time of the generator itself. */
  readonly cpuMs: number;
  /** Number of answers by status; the status `0` means no answer. */
  readonly statuses: Readonly<Record<number, number>>;
}

/**
 * A message from the generator to its parent process: the measured time has begun, or the run has ended with this
 * result.
 */
export type JobMessage = { readonly begun: true } | { readonly result: LoadResult };

const generator = fileURLToPath(new URL('./generator.ts', import.meta.url));

/** Runs a job in a separate process. `begun` is called when the measured time begins. */
export async function runJob(job: Job, begun: () => void = () => undefined): Promise<LoadResult> {
  const { promise, resolve, reject } = Promise.withResolvers<LoadResult>();
  const child = fork(generator, { execArgv: ['--disable-warning=ExperimentalWarning'] });
  child.on('message', (message: JobMessage) => {
    if ('begun' in message) begun();
    else resolve(message.result);
  });
  child.on('error', reject);
  child.on('exit', (code) => reject(new Error(`the load generator ended with ${code}`)));
  child.send(job);
  return promise;
}
