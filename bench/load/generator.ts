// The load generator. It is a separate process, so that its CPU time does not count as CPU time of the measured system.
import { once } from 'node:events';
import { createHistogram } from 'node:perf_hooks';
import { Client, type Dispatcher } from 'undici';
import { Seeded } from '#platform/util/seeded.ts';
import type { Job, JobMessage, LoadResult, Request } from './job.ts';

/** Counts answers since the measurement began. */
class Counts {
  readonly #times = createHistogram();
  readonly #begunAt = performance.now();
  readonly #cpu = process.cpuUsage();
  readonly #statuses: Record<number, number> = {};
  #requests = 0;
  #bytes = 0;

  record(status: number, ms: number, bytes: number): void {
    this.#times.record(Math.max(1, Math.round(ms * 1_000)));
    this.#statuses[status] = (this.#statuses[status] ?? 0) + 1;
    this.#requests += 1;
    this.#bytes += bytes;
  }

  result(): LoadResult {
    const { user, system } = process.cpuUsage(this.#cpu);
    return {
      requests: this.#requests,
      seconds: (performance.now() - this.#begunAt) / 1_000,
      p50: this.#times.percentile(50) / 1_000,
      p99: this.#times.percentile(99) / 1_000,
      bytes: Math.round(this.#bytes / Math.max(1, this.#requests)),
      cpuMs: (user + system) / 1_000,
      statuses: this.#statuses,
    };
  }
}

/**
 * A keep-alive connection with one request at a time. The connection itself handles the answers, which saves
 * an object for each request.
 */
class Connection implements Dispatcher.DispatchHandler {
  readonly #client: Client;
  readonly #next: () => Request | null;
  readonly #counts: () => Counts;
  readonly #done = Promise.withResolvers<void>();
  #sentAt = 0;
  #status = 0;
  #bytes = 0;

  constructor(url: string, next: () => Request | null, counts: () => Counts) {
    this.#client = new Client(url, { pipelining: 1, headersTimeout: 10_000, bodyTimeout: 10_000 });
    this.#next = next;
    this.#counts = counts;
  }

  /** Sends one request after another until there are no more requests. */
  async run(): Promise<void> {
    this.#send();
    await this.#done.promise;
    await this.#client.destroy();
  }

  #send(): void {
    const request = this.#next();
    if (!request) {
      this.#done.resolve();
      return;
    }
    this.#sentAt = performance.now();
    this.#status = 0;
    this.#bytes = 0;
    const { method, path, headers, body = null } = request;
    this.#client.dispatch({ method, path, headers: headers ?? null, body }, this);
  }

  #ended(): void {
    this.#counts().record(this.#status, performance.now() - this.#sentAt, this.#bytes);
    this.#send();
  }

  // undici treats a handler without this method as a handler of an older API, so the method must exist.
  onRequestStart(): void {}

  onResponseStart(_controller: Dispatcher.DispatchController, status: number): void {
    this.#status = status;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytes += chunk.length;
  }

  onResponseEnd(): void {
    this.#ended();
  }

  onResponseError(): void {
    this.#status = 0;
    // The next request is delayed. Otherwise a server that refuses connections would get requests in a tight loop.
    setTimeout(() => this.#ended(), 10);
  }
}

const send = (message: JobMessage) => process.send?.(message);

async function run(job: Job): Promise<void> {
  const random = new Seeded(job.seed);
  let counts = new Counts();
  let ended = false;
  let sent = 0;
  const pick = () => (ended ? null : random.pick(job.requests));
  const step = () => job.requests[sent++] ?? null;
  const connections = Array.from(
    { length: job.connections },
    () => new Connection(job.url, job.duration ? pick : step, () => counts),
  );
  const runs = Promise.all(connections.map((connection) => connection.run()));
  if (job.duration) {
    const { warmUp, measured } = job.duration;
    setTimeout(() => {
      counts = new Counts();
      send({ begun: true });
    }, warmUp * 1_000);
    setTimeout(
      () => {
        send({ result: counts.result() });
        ended = true;
      },
      (warmUp + measured) * 1_000,
    );
  }
  await runs;
  if (!job.duration) send({ result: counts.result() });
}

process.once('disconnect', () => process.exit());
const [job] = (await once(process, 'message')) as [Job];
await run(job);
process.disconnect();
